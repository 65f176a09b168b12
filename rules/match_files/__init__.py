"""Match files: conversion between the text of a match and records, without access to files."""
