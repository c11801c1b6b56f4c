// Package demo serves a rating system with SIMULATED people of known ability, with whom authors of
// players can practice. Nothing in it was collected from people.
//
// The people answer questions of the exam [synth.Civics] afresh in each game, according to their
// ability alone, in a style of their own, and other questions in the same way. Some know next to
// nothing and some next to everything ([latent]). Their rating should converge to their
// [intelligence], from 0 to 100: what a perfect judge would expect of an answer to a question of
// the exam.
//
// Each person asks a fixed choice of five questions; all questions are asked equally often. People
// guess honestly (3.2.1 of the thesis): they grade each response, as a judge with a leaning and
// some noise ([synth.Judge]), and report the mean grade as they see it, give or take a few points.
// They do not pull it towards the mean of the ratings revealed to them, though that would win them
// games: a rating is the mean of guesses, so if all players shrink their guesses, the ratings
// shrink, too.
package demo
