package pages

import (
	"math"
	"strconv"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// result describes how a game ended, in words and numbers for a page.
type result struct {
	Word, Why string
	Machine   bool
	Initial   string
	Disc      pages.Disc
	Mine      rated // how well the player guessed
	Theirs    rated
	Later     rated  // Mine with the first rating that the other player got after the game
	New, Old  string // the player's rating
	Unchanged string // why the rating did not change, or ""
	Responses []given
}

// rated is a guess and the rating that it was about, as text.
type rated struct{ Guess, Rating, Off string }

// given is one of the player's responses and the score that it got, or "".
type given struct {
	Number         int
	Question, Text string
	Score          string
}

func resultOf(v game.View) result {
	r := result{Word: outcomeWord(v), Why: why(v), New: ratingText(v.SmartsRating),
		Old: ratingText(v.OldSmartsRating)}
	r.Mine = rated{Guess: ratingText(v.Guess), Rating: ratingText(v.OpSmartsRating),
		Off: off(v.Guess, v.OpSmartsRating)}
	r.Theirs = rated{Guess: ratingText(v.OpGuess), Rating: ratingText(v.OldSmartsRating),
		Off: off(v.OpGuess, v.OldSmartsRating)}
	if v.OpMachine != nil && *v.OpMachine {
		r.Machine = true
		r.Unchanged = "The guesses of machines do not count, so your Smarts Rating has not changed."
	}
	if v.SmartsRating == nil && v.OpGuess != nil && !r.Machine {
		r.Unchanged = "You will have one when more players have guessed: see the rules."
	}
	if look := v.OpLook; look != nil {
		r.Initial, r.Disc = look.Initial, pages.NewDisc(look.Initial, look.Color)
	}
	questions := game.QuestionTexts(v.OpQuestions)
	for i, x := range v.Responses {
		if i < len(questions) {
			r.Responses = append(r.Responses,
				given{i + 1, questions[i], x.Text, ratingText(x.Score)})
		}
	}
	return r
}

// why explains an outcome. A player without a rating before the game is a first-time player
// (2.5.2).
func why(v game.View) string {
	switch {
	case v.Outcome == nil:
		return ""
	case v.Ending != "":
		return forfeited(v)
	case v.OldSmartsRating == nil && v.OpSmartsRating == nil:
		return "Neither of you had a Smarts Rating yet, so the game is a tie. Once the other " +
			"player has one, your guess is compared with it, here and in your profile."
	case v.OldSmartsRating == nil:
		return "You had no Smarts Rating to guess yet. Such a first game counts as a win for " +
			"the other player, but not as a loss for you."
	case v.OpSmartsRating == nil:
		return "The other player had no Smarts Rating to guess yet. Such a game counts as a win " +
			"for you. Once they have one, your guess is compared with it, here and in your profile."
	case *v.Outcome == game.Won:
		return "Your guess was closer to the other player's Smarts Rating than the other " +
			"player's guess was to yours."
	case *v.Outcome == game.Lost:
		return "The other player's guess was closer to your Smarts Rating than your guess was " +
			"to the other player's."
	}
	return "Both guesses were equally close."
}

// forfeited explains the outcome of a game that ended after one guess.
func forfeited(v game.View) string {
	text := capital(v.HowEnded())
	switch {
	case *v.Outcome == game.Lost:
		text += " So you lost"
	case *v.Outcome == game.Won:
		text += " So you won"
	default:
		text += " They had no Smarts Rating yet, so the game is a tie"
	}
	if v.Guess != nil {
		return text + ", and your guess counts."
	}
	return text + ", and the other player's guess counts."
}

// off is the error of a guess, "" if there was nothing to guess.
func off(guess, rating *float64) string {
	if guess == nil || rating == nil {
		return ""
	}
	return ratingText(new(math.Abs(*guess - *rating)))
}

// ratingText formats a number with at most one decimal, nil as "".
func ratingText(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(math.Round(*x*10)/10, 'f', -1, 64)
}
