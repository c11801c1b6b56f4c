// Package pages serves the pages of Turing Trade on a site: the lobby, a game for bettors and
// for the target, the end of a game, the archive with replays, the leaderboard and the rules.
//
// The pages show a player only what [Referee] tells that player about a game. They work without
// JavaScript. With it, a game follows a stream of server-sent events, each of which has the number
// of messages seen as its id, so that a browser that lost its connection continues where it was.
package pages
