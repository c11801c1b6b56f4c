// Package tradeweb is the pages of Turing Trade on a site: the lobby, a game for bettors and for
// the target, the end of a game, the archive with replays, the leaderboard and the rules.
//
// What a player sees of a game is what [Floor] tells that player, and nothing else is asked for.
// The pages work without JavaScript. With it, a game follows a stream of server-sent events, each
// of which has the number of messages seen as its id, so that a browser that lost its connection
// goes on where it was.
package tradeweb
