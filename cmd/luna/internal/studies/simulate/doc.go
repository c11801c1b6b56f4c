// Package simulate repeats the simulations of Silver (2016), chapter 3: how far Smarts Ratings are
// from intelligences when simulated players guess by one strategy or another. None of its data
// comes from people.
//
// # Model
//
// Each of N players has a baseline b(q), uniform on [0,100]. The Actual Guess of player p about
// player q is drawn once for every pair,
//
//	G*(p,q) = b(q) + noise, noise ~ Normal(0, [Variant].NoiseSD²),
//
// and the intelligence of q is its mean over all players including q, I(q) = 1/N Σ_p G*(p,q)
// (definition 4). In each of T games, two different players chosen at random report a guess of
// each other, both before either rating changes. A [Strategy] decides what a player reports. The
// Smarts Rating S(q) is the mean of the Reported Guesses that q received. The error of a player
// is |S(q) − I(q)|; [Errors] has its mean and maximum over all players with a rating. Neither
// guesses nor ratings are clipped to [0,100], as in the text and in its program.
//
// # Strategies
//
//	[Honest]     the Actual Guess
//	[Random]     uniform on [0,100], drawn once for every pair
//	[Minimum]    0
//	[Constant]   any other constant
//	[Mean]       the mean of all Smarts Ratings
//	[Quantile]   Q(F_p(q)): the Smarts Rating whose rank among all ratings is the rank of the
//	             Actual Guess among the player's own
//	[Delayed]    Honest for a number of games of the tournament, then another strategy
//
// # Variants
//
// The text and the program that drew its figures differ. [Published] is the program, errors
// included; [Text] is what the text says. The fields of [Variant] are these differences, each of
// which can be changed on its own.
//
// # Randomness
//
// In every run, players, pairs and the guesses of Random have their own random streams, derived
// from the seed. Neither the number of workers nor the variant changes who plays whom. All points
// of an experiment share players and pairs.
package simulate
