package tradegame

import _ "embed" // for the description of the interface

// openAPI describes the endpoints of this package, beside those of accounts, in OpenAPI 3.1.
//
//go:embed openapi.json
var openAPI []byte
