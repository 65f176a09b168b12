"""Phones and tablets that are tables' boards."""
