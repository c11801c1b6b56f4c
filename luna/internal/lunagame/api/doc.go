// Package api is the Luna Game's part of the JSON interface of package jsonapi, in the form of
// package wire. A player written for the website of Silver (2016) works unchanged.
//
//	POST /home                   questions         the new game, or false if 8 games are active
//	GET  /home                                     all the caller's games, most recently entered first
//	GET  /home/{game}                              one game
//	POST /home/{game}/interview  questions         the game
//	POST /home/{game}/response   responses         the game
//	POST /home/{game}/guess      guess             the game
//	GET  /home/{game}/deactivate                   the game; one that has ended stays as it is
//	PUT  /home/responseGrades    [{rid, grade}]    true
//	DELETE /notifs                                 true
//	GET  /oldquestions                             the caller's questions with numGames, numWins
//	GET  /profile                                  the caller's [wire.Profile]
//
// A repeated submission, with the same content or not, is answered with 409: a caller that does not
// know whether the first one arrived looks at the game. Other players' games are answered with 404,
// like games that do not exist.
package api
