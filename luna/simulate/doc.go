// Package simulate repeats the simulations of Silver (2016), chapter 3: how far Smarts Ratings are from intelligences when SIMULATED players guess by
// one strategy or another. Nothing in it was collected from people.
//
// # The model
//
// Each of N players has a baseline b(q), uniform on [0,100]. The Actual Guess of player p about player q is drawn once for every pair,
//
//	G*(p,q) = b(q) + noise, noise ~ Normal(0, [Variant].NoiseSD²),
//
// and the intelligence of q is its mean over all players, I(q) = 1/N Σ_p G*(p,q) (definition 4), q included. In each of T games two different
// players, chosen at random, report a guess of each other, both before either rating changes; what a player reports is up to a [Strategy]. The
// Smarts Rating S(q) is the mean of the Reported Guesses that q received. The error of a player is |S(q) − I(q)|; an
// [Errors] has its mean and maximum over all players with a rating. Neither guesses nor ratings are cut to [0,100]: neither
// the text nor the program does so.
//
// # Strategies
//
//	[Honest]     the Actual Guess
//	[Random]     uniform on [0,100], drawn once for every pair
//	[Minimum]    0
//	[Constant]   any other constant
//	[Mean]       the mean of all Smarts Ratings
//	[Quantile]   Q(F_p(q)): the Smarts Rating whose rank among all is that of the Actual Guess among the player's own
//	[Delayed]    Honest for a number of games of the tournament, then another one
//
// # Variants
//
// The text and the program that drew its figures differ. [Published] is the program, slips and all; [Text] is what the text says. A [Variant] is a
// struct of these differences, which can be mended one by one.
//
// # Randomness
//
// Players, pairs and Random's guesses of every run have streams of their own, derived from the seed, so that neither the number of workers nor the
// variant changes who plays whom. The points of one experiment have players and pairs in common.
package simulate
