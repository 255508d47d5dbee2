"""How table forms are made: functions of Blocks over tables, column tests over pairs, shared parameters."""
