"""Tests on columns that already sit side by side, as Polars expressions."""
