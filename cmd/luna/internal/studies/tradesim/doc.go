// Package tradesim plays games of Turing Trade with simulated bettors and targets, by the rules of
// package trade. Bettors have private signals of known quality about what the target is.
//
// An answer gives each bettor who reads it a log-likelihood ratio, ln(P(answer|human) /
// P(answer|computer)), drawn from the normal distribution with mean +q²/2 if the target is a human
// and -q²/2 otherwise, and standard deviation q, the quality: such a signal means what it says. A
// bettor's own belief has the log odds of the prior, 0, plus the sum of the bettor's signals. A
// bettor who trusts the price adds to the log odds of the price what it has not yet told the
// market: the part of its signals by which its own bets have not yet moved these log odds. If the
// signals of all bettors are independent and all trust the price, the price becomes the belief
// given all signals.
//
// All texts, targets and bettors are synthetic, and the logs say so.
package tradesim
