// Package jsonapi implements the JSON interface of a site for programs: what all endpoints have in
// common ([API]), and the endpoints of accounts. Games provide theirs as lists of [Route].
//
//	POST /register               username, password [, email, consent]  {token}
//	GET  /registerGuest                                                 {token}
//	POST /registerMachine        username                               {token}, see [Machines]
//	POST /saveGuest              username, password [, email]           {token}
//	POST /login                  username, password                     {token}
//	POST /profile/initial        initial                                the new value
//	POST /profile/color          color                                  the new value
//	GET, POST /profile/consent   consent (true or false)                the value
//	GET, POST /profile/email     email ("" for none)                    {email, confirmed}
//	GET  /profile/data                                                  what is kept about the player
//	GET  /livez, /healthz                                               {status}: it serves
//	GET  /readyz                                                        {status}, or 503 and why
//	GET  /openapi.json                                                  a description for programs
//
// # Requests
//
// A body is JSON, application/x-www-form-urlencoded or multipart/form-data, of at most [MaxBody]
// bytes; without a content type it is detected. In forms a list is a repeated field: questions,
// questions[] or questions[0] to questions[4]. Numbers may be strings in JSON. Unknown fields are
// ignored.
//
// A token is sent as “Authorization: Bearer TOKEN” and in no other way, in particular not in a
// cookie: a page of another site thus cannot make a player's browser act for them, not even with
// the GETs that change something.
//
// # Answers
//
// An error has a status other than 200 and a body {message, request_id}: 400 for invalid requests,
// 401 with WWW-Authenticate for an invalid token or login, 403 for a machine that may not register,
// 404, 405, 409 for requests that are not possible now, 413, 415, 429 with Retry-After, 503 if the
// server cannot write.
package jsonapi
