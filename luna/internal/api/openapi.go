package api

import _ "embed" // for the description of the interface

// OpenAPI describes the endpoints of this package, beside those of accounts, in OpenAPI 3.1.
//
//go:embed openapi.json
var OpenAPI []byte
