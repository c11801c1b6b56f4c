// Package api serves the wire interface of package wire over HTTP: it is how machine players, and any other program, take part in a
// tournament. A player written for the website of Silver (2016) works unchanged.
//
//	POST /register               username, password [, email, consent]  {token}
//	GET  /registerGuest                                                 {token}, of a guest with a random name
//	POST /registerMachine        username                               {token}, for whom [Machines] says
//	POST /saveGuest              username, password [, email]           {token}: a guest becomes a named player
//	POST /login                  username, password                     {token}
//	POST /home                   questions                              the new game, or false: 8 games are active
//	GET  /home                                                          all the caller's games, the one last entered first
//	GET  /home/{game}                                                   one game
//	POST /home/{game}/interview  questions                              the game
//	POST /home/{game}/response   responses                              the game
//	POST /home/{game}/guess      guess                                  the game
//	GET  /home/{game}/deactivate                                        the game; one that has ended is shown as it is
//	PUT  /home/responseGrades    [{rid, grade}]                         true
//	DELETE /notifs                                                      true
//	GET  /oldquestions                                                  the caller's questions with numGames, numWins
//	GET  /profile                                                       the caller's [wire.Profile]
//	POST /profile/initial        initial                                the new value
//	POST /profile/color          color                                  the new value
//
// and what the site of 2016 had not:
//
//	GET, POST /profile/consent   consent (true or false)                the value: whether the caller's texts and guesses may be published
//	GET, POST /profile/email     email ("" for none)                    {email, confirmed}: where the caller is told that it is her turn
//	GET  /healthz                                                       {status}
//
// # Requests
//
// A body is JSON, application/x-www-form-urlencoded or multipart/form-data, of at most [MaxBody] bytes; without a content type it is what it
// looks like. In forms a list is a repeated field: questions, questions[] or questions[0] to questions[4]; grades are pairs of repeated rid and
// grade. A guess may be a number or a text in JSON. Fields that are not known are ignored.
//
// A token comes as “Authorization: Bearer TOKEN” and in no other way, least of all in a cookie: a page of another site can thus make nobody's
// browser act for her, not by the two GETs that change something either.
//
// # Answers
//
// Whatever is no success has a body {message}, in words for the sender: 400 for what the rules do not take, 401 with
// WWW-Authenticate for a token or a login, 403 for a machine that may not register, 404 for what is not there or is a game of others, 405, 409
// for what the rules do not allow now, 413, 415, 429 with Retry-After for what was done too often, 503 for a server that cannot write. A
// submission that is made again, the same or not, is a 409: a caller that does not know whether its first one arrived looks at the game.
package api
