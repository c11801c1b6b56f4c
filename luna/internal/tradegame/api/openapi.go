package api

import _ "embed" // for the description of the interface

// OpenAPI describes the endpoints of this package in OpenAPI 3.1. Package jsonapi describes those
// of accounts.
//
//go:embed openapi.json
var OpenAPI []byte
