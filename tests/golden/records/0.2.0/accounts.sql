BEGIN TRANSACTION;
CREATE TABLE account (
	account_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	person_id VARCHAR NOT NULL, 
	role VARCHAR NOT NULL, 
	room VARCHAR, 
	passphrase VARCHAR, 
	made_at BIGINT NOT NULL, 
	disabled_at BIGINT, 
	PRIMARY KEY (account_id), 
	UNIQUE (folded)
);
INSERT INTO "account" VALUES(1,'Director','director','Director','director',NULL,'$argon2id$v=19$m=8,t=1,p=1$2ITM4K0MRmpixxm6z+Xv2Q$/+hmc3D6B16wdTGK9w29NfFawwWFIQ4VyvW9QOGZH6I',1209816000000000,NULL);
INSERT INTO "account" VALUES(2,'Clerk','clerk','Clerk','clerk','closed','$argon2id$v=19$m=8,t=1,p=1$qvIk3XDSgVR5pyqLdYzokg$4k0ngr8vxunF3q6r93/fN0e6Dy3ZJtvfi77PKVeg7mM',1209816000000000,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('accounts_0007');
CREATE TABLE board (
	board_id VARCHAR NOT NULL, 
	"key" BLOB NOT NULL, 
	label VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	revoked_at BIGINT, 
	PRIMARY KEY (board_id)
);
INSERT INTO "board" VALUES('BZ-1',X'DD2C8977907DEF06FF5A398BC5B71D50F92A5EE9A2346A093B1F533CD5C6399B','by the window',1209816000000000,NULL);
CREATE TABLE change (
	change_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	actor VARCHAR NOT NULL, 
	command_id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	fields VARCHAR NOT NULL, 
	PRIMARY KEY (change_id)
);
INSERT INTO "change" VALUES(1,1209816000000000,'director Director','','PersonAdded','{"person":"b0c5ba81b6a4"}');
INSERT INTO "change" VALUES(2,1209816000000000,'director Director','','PersonAdded','{"person":"ddb91b5703c9"}');
INSERT INTO "change" VALUES(3,1209816000000000,'director Director','','PersonAdded','{"person":"3c9d53b0cb1a"}');
INSERT INTO "change" VALUES(4,1209816000000000,'director Director','','PersonHidden','{"hidden":true,"person":"b0c5ba81b6a4"}');
INSERT INTO "change" VALUES(5,1209816000000000,'director Director','','PersonErased','{"person":"ddb91b5703c9"}');
INSERT INTO "change" VALUES(6,1209816000000000,'director Director','','PersonsMerged','{"into":"afb37e0adced","person":"3c9d53b0cb1a"}');
INSERT INTO "change" VALUES(7,1209816000000000,'director Director','','PersonRenamed','{"person":"2e8a2233be38"}');
INSERT INTO "change" VALUES(8,1209816000000000,'tests','','AccountAdded','{"account_id":2,"person":"Clerk","role":"clerk","room":"closed"}');
INSERT INTO "change" VALUES(9,1209816000000000,'clerk Clerk','','PassphraseSet','{"account_id":2}');
CREATE TABLE event_log (
	event_log_id INTEGER NOT NULL, 
	identity BLOB NOT NULL, 
	PRIMARY KEY (event_log_id)
);
INSERT INTO "event_log" VALUES(1,X'683D4572E09D5E1DB35E67439970E6D7');
CREATE TABLE failure (
	subject BLOB NOT NULL, 
	count INTEGER NOT NULL, 
	last_at BIGINT NOT NULL, 
	PRIMARY KEY (subject)
);
CREATE TABLE featured (
	featured_id INTEGER NOT NULL, 
	"match" VARCHAR, 
	PRIMARY KEY (featured_id)
);
CREATE TABLE link (
	link_id INTEGER NOT NULL, 
	digest BLOB NOT NULL, 
	kind VARCHAR NOT NULL, 
	person_id VARCHAR, 
	"match" VARCHAR, 
	team VARCHAR, 
	room VARCHAR, 
	side VARCHAR, 
	account_id INTEGER, 
	made_at BIGINT NOT NULL, 
	made_by VARCHAR, 
	expires_at BIGINT, 
	ended_at BIGINT, 
	PRIMARY KEY (link_id), 
	UNIQUE (digest)
);
INSERT INTO "link" VALUES(1,X'429755A280BBA92E8F0D58AAD25C4CAF1EE02F3FF550514A7DCCC3371BF0C47B','set-up',NULL,NULL,NULL,NULL,NULL,NULL,1209816000000000,NULL,NULL,NULL);
INSERT INTO "link" VALUES(2,X'F92F6264F48E9B3FED4134B9F6B4D512F7FEB3D7E880056AB495597237CCA42E','captain','Captain','clubofharbor/2','Compass',NULL,NULL,NULL,1209816000000000,NULL,NULL,NULL);
INSERT INTO "link" VALUES(3,X'960FCF8521A62524CA2916D1EF72263295E0AF0B41F557CC2304C708614D3337','player','a7ee7aaf2831','clubofharbor/2','Rudder','closed','white',NULL,1209816000000000,NULL,NULL,NULL);
INSERT INTO "link" VALUES(4,X'AC08961E52087C02B0E8A9BE8496C14F1A0909D58BF4757058F080CF20494479','passphrase',NULL,NULL,NULL,NULL,NULL,2,1209816000000000,NULL,1210420800000000,1209816000000000);
CREATE TABLE person (
	person_id VARCHAR NOT NULL, 
	names VARCHAR NOT NULL, 
	club VARCHAR NOT NULL, 
	country VARCHAR NOT NULL, 
	federation_number VARCHAR NOT NULL, 
	hidden BOOLEAN NOT NULL, 
	merged_into VARCHAR, 
	made_at BIGINT NOT NULL, 
	erased_at BIGINT, 
	PRIMARY KEY (person_id)
);
INSERT INTO "person" VALUES('Director','["Director"]','','','',0,NULL,1209816000000000,NULL);
INSERT INTO "person" VALUES('afb37e0adced','["Robin Brook"]','','','',0,NULL,1209816000000000,NULL);
INSERT INTO "person" VALUES('8d88f860164c','["Alex Fields"]','','','',0,NULL,1209816000000000,NULL);
INSERT INTO "person" VALUES('2e8a2233be38','["Kim Halloway", "Кім Галловей"]','','','',0,NULL,1209816000000000,NULL);
INSERT INTO "person" VALUES('a7ee7aaf2831','["Sasha Stonely-Hillbrooke"]','','','',0,NULL,1209816000000000,NULL);
INSERT INTO "person" VALUES('b0c5ba81b6a4','["Hidden Hare"]','','','',1,NULL,1209816000000000,NULL);
INSERT INTO "person" VALUES('ddb91b5703c9','[]','','','',0,NULL,1209816000000000,1209816000000000);
INSERT INTO "person" VALUES('3c9d53b0cb1a','["Doubled Dove"]','','','',0,'afb37e0adced',1209816000000000,NULL);
INSERT INTO "person" VALUES('Clerk','["Clerk"]','','','',0,NULL,1209816000000000,NULL);
CREATE TABLE session (
	session_id INTEGER NOT NULL, 
	digest BLOB NOT NULL, 
	account_id INTEGER, 
	link_id INTEGER, 
	address VARCHAR NOT NULL, 
	device VARCHAR NOT NULL, 
	opened_at BIGINT NOT NULL, 
	seen_at BIGINT NOT NULL, 
	PRIMARY KEY (session_id), 
	UNIQUE (digest)
);
INSERT INTO "session" VALUES(1,X'2184F52D19904D183E7175040E84ED7FD1DE1E085711355C0FF1483211BD76A3',1,NULL,'127.0.0.1','a test',1209816000000000,1209816000000000);
INSERT INTO "session" VALUES(2,X'BFC14A9C104AED536ED9D2DA41F06F7CAA50A474E855AD44FBAD23B452511CF7',2,NULL,'127.0.0.1','a test',1209816000000000,1209816000000000);
COMMIT;
