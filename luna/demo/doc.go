// Package demo serves a rating system with SIMULATED people, with whom authors of players can
// practice. Nothing in it was collected from people.
//
// The people answer questions of the exam [synth.Civics] afresh in each game, according to their
// ability alone, in a style of their own, and other questions in the same way. Some know next to
// nothing and some next to everything ([latent]). Each person asks five questions of the exam, and
// guesses the mean quality of the responses, give or take a few points.
package demo
