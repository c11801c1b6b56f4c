-- The networks whose games the operator wants to end.
CREATE TABLE wanted_ends (origin INTEGER PRIMARY KEY) STRICT;
