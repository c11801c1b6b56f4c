package fair

import (
	"cmp"
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// Guess is a guess that a person made in a game with a result.
type Guess struct {
	By, About game.PlayerID
	Guess     float64
	Machine   bool   // whether the guess is about a machine
	Origin    uint64 // the guesser's network, 0 if unknown
}

// Rule is a reason why guesses do not count fully.
type Rule string

// The rules. [Find] says when they apply.
const (
	Constant Rule = "constant" // always the same guess
	Unlike   Rule = "unlike"   // guesses unrelated to those of others
	Ring     Rule = "ring"     // accounts that play each other and guess unlike others
	Crowd    Rule = "crowd"    // accounts that know only one player and guess unlike others
	Pack     Rule = "pack"     // accounts that go to the same extremes about the same players
)

// Finding says that the guesses of a player are to be damped.
type Finding struct {
	Player game.PlayerID
	Rule   Rule
	Weight float64 // factor for their weights
	Reason string  // what was found, in numbers
}

// Text returns the rule and the reason, in the form in which they are stored.
func (f Finding) Text() string { return string(f.Rule) + ": " + f.Reason }

// The thresholds of the rules. Distances are in points.
const (
	// A Constant player has guessed at least minConstant players about whom others have guessed.
	// The others' guesses are spread by othersSpread, and the player's by at most constantSpread or
	// constantShare of that, with little correlation.
	minConstant    = 12
	constantSpread = 2.
	constantShare  = 0.25
	othersSpread   = 8.
	// So has one whose guesses about so many people of different networks are spread by at most
	// constantSpread, and at most extreme from an end of the scale.
	//
	// An Unlike player has guessed at least minUnlike such players, and the correlation is at most
	// worstHonest, and unlikeOdds times as likely for guesses at random as for those of the others,
	// whose correlations, as hyperbolic arctangents, have a standard deviation of at least
	// leastSpread. Or at least minRandom guesses are spread by randomSpread, and their correlation
	// is below randomMost with a confidence of 99%.
	minUnlike    = 12
	worstHonest  = 0.3
	unlikeOdds   = 100.
	leastSpread  = 0.3
	unlikeWeight = 0.25
	minRandom    = 16
	randomSpread = 27.
	randomMost   = 0.4
	// A Ring or a Crowd guesses further from others than groupDistance on average, and further than
	// groupErrors standard errors.
	groupDistance = 20.
	groupErrors   = 5.
	minGroup      = 4 // accounts
	minInside     = 8 // guesses of a ring about its members
	minTarget     = 4 // accounts of a group that guess about one player
	minOthers     = 3 // guesses of others about the same players
	// Two players are close if they met, or have met the same players, more often than happens by
	// chance with this probability.
	closeChance = 1e-3
	// A Pack goes at most extreme from the ends of the scale. Its members are together at two such
	// ends more often than happens by chance with this probability.
	extreme    = 10.
	packChance = 1e-4
	packShare  = 1. / 4 // of the guesses of each member
	maxEnds    = 60     // of a player
	// A closed group has at most mostPlayers of all, and plays mostGames of its games inside.
	mostPlayers = 0.7
	mostGames   = 0.6
	// memberDistance is how far from others a member of a group guesses on average.
	memberDistance = 10.
)

// Find returns the players whose guesses are not honest, as far as these guesses tell, by player.
// The guesses of machines must not be among them. Its time is about linear in the number of
// guesses.
//
//   - Constant: the guesses are almost all the same, while others' guesses about the same players
//     are not: “players practicing this strategy can be quickly identified by the system” (Silver
//     2016, 3.4, of those who always guess 0). Or they are almost all the same, and at an end of the
//     scale, about people of many networks whom others do not put there.
//   - Unlike: the guesses correlate with others' guesses about the same players as random guesses
//     would, not as most people's do, or not at all.
//   - Ring: players meet each other far more often than by chance, and praise each other beyond
//     what others think of them, or agree on guesses about someone that are far from others'
//     guesses.
//   - Crowd: accounts have guessed about one player only, and far from what others guess.
//   - Pack: accounts go to the same extremes about the same players, far from what others guess,
//     more often than by chance, in at least a quarter of their guesses.
//
// A player who is not Constant and whose guesses cannot be compared with any by others is never
// found.
func Find(guesses []Guess) []Finding { return Search{}.Find(guesses) }

// Search is a search among guesses that need not keep others waiting.
type Search struct {
	// Rest, if not nil, is called often, between steps of at most a few milliseconds.
	Rest func()
}

// Find is [Find] with calls of Rest.
func (s Search) Find(guesses []Guess) []Finding {
	t := newTable(guesses, s.Rest)
	found := make(map[game.PlayerID]Finding)
	add := func(f Finding) {
		// The same finding in every run, although maps have no order.
		old, ok := found[f.Player]
		if !ok || cmp.Or(cmp.Compare(f.Weight, old.Weight), cmp.Compare(f.Rule, old.Rule),
			cmp.Compare(f.Reason, old.Reason)) < 0 {
			found[f.Player] = f
		}
	}
	for _, f := range slices.Concat(t.rings(), t.crowds(), t.packs()) {
		add(f)
	}
	// Their guesses must not be what others are compared with.
	t = newTable(slices.DeleteFunc(slices.Clone(guesses), func(g Guess) bool {
		_, ok := found[g.By]
		return ok
	}), s.Rest)
	for _, f := range t.loners() {
		add(f)
	}
	list := make([]Finding, 0, len(found))
	for _, f := range found {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b Finding) int { return cmp.Compare(a.Player, b.Player) })
	return list
}
