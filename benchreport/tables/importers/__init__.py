"""Tables that other tools write, read by their layout; none of the tools is needed."""
