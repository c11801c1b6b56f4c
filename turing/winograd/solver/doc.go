// Package solver answers the problems of the Winograd Schema Challenge from this module's own
// resources: word vectors, WordNet, word counts of the Brown corpus, LRP's measures of similarity and
// short word lists. It has no knowledge of the world beyond them.
//
// Each candidate of a problem gets numbers, its cues: place and grammatical role, agreement with the
// pronoun, similarity to what is said of the pronoun, and where the events are on scales of meaning,
// such as from bad to good. A conditional logit weighs them. Its weights are learned from problems
// with answers ([Samples], which are our own, and any others given), its penalties from the same
// problems, by their evidence. docs/contest.md says how little above chance the result is.
package solver
