package fair

import "github.com/luna-rating/luna/luna/game"

// FullAfter is the number of networks against whose players one must have finished games before
// one's guesses have their full weight. It is a compromise: see luna/internal/fair/rings.
const FullAfter = 4

// Weight is how much the guess of a player weighs: (1+n)/(1+[FullAfter]), at most 1, where n is the
// number of other networks whose players have guessed about the player. A newcomer's guess weighs
// 1/5, and one's own accounts, which share a network, add nothing.
//
// Received are the guesses about the player, and origin is the network that the player guesses from.
// A guess of unknown origin is from another network for each player who made one.
func Weight(received []game.Received, origin uint64) float64 {
	networks, players := make(map[uint64]struct{}), make(map[game.PlayerID]struct{})
	n := 0
	for _, g := range received {
		switch {
		case g.Origin == 0:
			players[g.By] = struct{}{}
		case g.Origin != origin:
			networks[g.Origin] = struct{}{}
		}
		if n = len(networks) + len(players); n >= FullAfter {
			return 1
		}
	}
	return float64(1+n) / (1 + FullAfter)
}
