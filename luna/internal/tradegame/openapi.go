package tradegame

import _ "embed" // for the description of the interface

// openAPI describes the endpoints of this package in OpenAPI 3.1. Package jsonapi describes those
// of accounts.
//
//go:embed openapi.json
var openAPI []byte
