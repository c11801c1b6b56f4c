// Package pages serves the pages of the Luna Game on a site: a landing page, the rules, the list of
// a player's games, the three phases and the end of a game, and a player's own history (Silver
// 2016, chapter 6.2.1).
//
// The pages show a player only what [game.View] contains of a game. The distribution of ratings and
// the ratings of other players are withheld, as chapter 3.4 advises, except for the one rating that
// the end of a game reveals. Players are told as little as possible of what intelligence is meant
// to be (1.4.4).
package pages
