"""What an operator may set; every value also comes from YALTA_… in the environment."""

from ipaddress import ip_address
from pathlib import Path

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Where a server keeps its records, where it listens and where its boards are plugged in.

    `data_folder` holds log.sqlite3 and house.sqlite3. `devices` is the folder whose entries are
    serial ports; it may be missing. `baud` is their speed.
    """

    model_config = SettingsConfigDict(env_prefix="YALTA_", frozen=True)

    data_folder: Path = Path("yalta-data")
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    devices: Path = Path("/dev/serial/by-id")
    baud: int = Field(default=115_200, ge=9_600)

    @field_validator("host")
    @classmethod
    def _loopback_only(cls, host: str) -> str:
        """Nobody signs in yet, so nobody outside this machine may reach the operator's pages."""
        if host != "localhost" and not ip_address(host).is_loopback:
            raise ValueError(
                "only this machine may be served until operators have accounts; "
                "allowed: localhost, 127.0.0.1, ::1"
            )
        return host

    @property
    def log_file(self) -> Path:
        """The event log: never opened by anything but the running server."""
        return self.data_folder / "log.sqlite3"

    @property
    def house_file(self) -> Path:
        """Board keys: what is not a fact of a match."""
        return self.data_folder / "house.sqlite3"
