// Package web has the pages on which people play Luna Games: a landing page, consent, guests, signing up and logging in, the rules, a home
// with several games at a time, the three phases and the end of a game, and a profile with a player's own history (Silver 2016,
// chapter 6.2.1). They are made on the server and work without JavaScript; the one script adds counters, drafts, sliders and news without
// reloading. Nothing comes from another server.
//
// A player is known by a cookie with the same signed token that machines send. Nothing changes by a GET; what changes something is refused when
// another site sent it. What a player sees of a game is what [game.View] has of it, and nothing else is asked.
//
// The distribution of ratings and the ratings of other players are withheld, as chapter 3.4 advises, but for the one that the end of a game
// reveals. Players are told as little as possible of what intelligence is meant to be (1.4.4).
package web
