"""Results that several sections share."""
