package main

import "github.com/luna-rating/luna/lrp"

// version is the module's version as the build recorded it.
func version() string { return lrp.Version() }
