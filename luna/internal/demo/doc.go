// Package demo shows the Luna Rating System alive: a population of SIMULATED people with known ability, two bots and a machine player that
// learns to guess play Luna Games, and what comes out is compared with what is known. Nothing in it was collected from people.
//
// # Who plays
//
// People answer questions of the exam [synth.Civics] anew in each game, by their ability alone, in a style of their own. Some know next to nothing
// and some next to everything ([Spread]). What a
// rating should come to is their [Intelligence], from 0 to 100: what a perfect judge would expect of an answer to a question of the exam.
//
// Each asks five questions of her own choice, of which all are asked equally often, and guesses honestly (3.2.1 of the thesis): she grades each
// response, as a judge with a leaning and some noise ([synth.Judge]), and reports the mean grade as she sees it, give or take a few points. She does
// not pull it towards the mean of the ratings revealed to her, though that would win her games: a rating is the mean of guesses, and where all
// players go a share of that way, so do the ratings. With [Options].Shrink at 0.1, 0.3 and 0.5 a point of ability makes 0.90, 0.70 and
// 0.51 points of rating after 900 games, with 0 it makes 1.00.
//
// A gibberish bot answers with random characters and is worth 0. A note bot holds the answers to three of the ten questions and repeats the question
// otherwise, and is worth 30; it guesses 20 for each response with an expected word, as the template for players of the website did. Neither
// one's guesses count, nor do those of the machine.
//
// The machine player asks those five questions of the exam whose discrimination is highest; answers with ten texts that somebody of medium ability once
// wrote; and guesses by a [player.Guesser], to which no ability is ever known: it learns from responses and from the rating that
// the end of a game reveals.
//
// # What is measured
//
// The distance of the machine's guess from the revealed rating, game by game, beside that of a guesser of the mean of all ratings revealed before (CBG,
// the constant best guess), of the constant 50, and of the same guesser as it was before it had learned anything; and the rank correlation
// of ratings with abilities.
package demo
