// Package demo shows the Luna Rating System at work: a population of SIMULATED people with known
// ability, two bots and a machine player that learns to guess play Luna Games, and the results are
// compared with what is known. Nothing in it was collected from people.
//
// # Players
//
// People answer questions of the exam [synth.Civics] afresh in each game, according to their
// ability alone, in a style of their own. In an [arena] they answer other questions in the same
// way. Some people know next to nothing and some next to everything ([spread]). Their rating should
// converge to their [intelligence], from 0 to 100: what a perfect judge would expect of an answer
// to a question of the exam.
//
// Each person asks a fixed choice of five questions; all questions are asked equally often. People
// guess honestly (3.2.1 of the thesis): they grade each response, as a judge with a leaning and
// some noise ([synth.Judge]), and report the mean grade as they see it, give or take a few points.
// They do not pull it towards the mean of the ratings revealed to them, though that would win them
// games: a rating is the mean of guesses, so if all players shrink their guesses, the ratings
// shrink, too. With [settings].Shrink at 0.1, 0.3 and 0.5, a point of ability makes 0.90, 0.70 and
// 0.51 points of rating after 900 games; with 0 it makes 1.00.
//
// A gibberish bot answers with random characters and is worth 0. A note bot holds the answers to
// three of the ten questions, repeats the other questions, and is worth 30; it guesses 20 for each
// response with an expected word, as the template for players of the website did. The guesses of
// bots and of the machine do not count.
//
// The machine player asks the five questions of the exam with the highest discrimination, answers
// with ten texts that somebody of medium ability once wrote, and guesses by a [player.Guesser]. The
// guesser never knows an ability: it learns from responses and from the rating that the end of a
// game reveals.
//
// # Measures
//
// The distance of the machine's guess from the revealed rating, game by game, is compared with the
// distances of three controls: the mean of all ratings revealed before (CBG, the constant best
// guess), the constant 50, and the same guesser before it had learned anything. Ratings are
// compared with abilities by their rank correlation.
package demo
