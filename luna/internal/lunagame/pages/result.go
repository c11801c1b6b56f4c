package pages

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
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
	// Provisional says that a rating of the game is.
	Provisional bool
	Responses   []given
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
	r := result{Word: outcomeWord(v), Why: why(v), New: eitherText(v.SmartsRating, v.Provisional),
		Old: eitherText(v.OldSmartsRating, v.OldProvisional)}
	r.Mine = rated{Guess: ratingText(v.Guess), Rating: eitherText(v.OpSmartsRating, v.OpProvisional),
		Off: off(v.Guess, cmp.Or(v.OpSmartsRating, v.OpProvisional))}
	r.Theirs = rated{Guess: ratingText(v.OpGuess), Rating: r.Old,
		Off: off(v.OpGuess, cmp.Or(v.OldSmartsRating, v.OldProvisional))}
	r.Provisional = v.Provisional != nil || v.OldProvisional != nil || v.OpProvisional != nil
	if v.OpMachine != nil && *v.OpMachine {
		r.Machine = true
		r.Unchanged = "The guesses of machines do not count, so your Smarts Rating has not changed."
	}
	if r.New == "" && v.OpGuess != nil && !r.Machine {
		r.Unchanged = "You will have one when more players have guessed: see the rules."
	}
	if look := v.OpLook; look != nil {
		r.Initial, r.Disc = look.Initial, pages.NewDisc(look.Initial, look.Color)
	}
	questions := game.QuestionTexts(v.OpQuestions)
	for i, x := range v.Responses {
		if i < len(questions) {
			r.Responses = append(r.Responses, given{i + 1, questions[i], x.Text, ratingText(x.Score)})
		}
	}
	return r
}

// why explains an outcome. A player without a rating before the game is a first-time player
// (2.5.2).
func why(v game.View) string {
	own, op := cmp.Or(v.OldSmartsRating, v.OldProvisional), cmp.Or(v.OpSmartsRating, v.OpProvisional)
	switch {
	case v.Outcome == nil:
		return ""
	case v.Ending != "":
		return forfeited(v)
	case own == nil && op == nil:
		return "Neither of you had a Smarts Rating yet, so the game is a tie." + onceRated
	case own == nil:
		return "You had no Smarts Rating to guess yet. Such a first game goes to the other player, " +
			"but is not lost for you."
	case op == nil:
		return "The other player had no Smarts Rating to guess yet. Such a game is won for you." +
			uncounted(v) + onceRated
	case *v.Outcome == game.Won:
		return fmt.Sprintf("You were closer: your guess was off by %s, the other player's by %s.",
			off(v.Guess, op), off(v.OpGuess, own)) + uncounted(v)
	case *v.Outcome == game.Lost:
		return fmt.Sprintf("The other player was closer: their guess was off by %s, yours by %s.",
			off(v.OpGuess, own), off(v.Guess, op)) + uncounted(v)
	}
	return "Both guesses were equally close." + uncounted(v)
}

// onceRated says when a guess is compared that could not be. A player's own guess makes no rating
// to compare it with.
const onceRated = " Once somebody besides you has guessed about the other player, too, your guess is " +
	"compared with their rating, here and in your profile."

// uncounted says that wins do not change in a game that provisional ratings decided, "" if they do
// or if all ratings were full.
func uncounted(v game.View) string {
	if v.OldProvisional == nil && (v.OpProvisional == nil || *v.Outcome == game.Won) {
		return ""
	}
	return " A rating with a question mark is provisional, so the game does not count among wins and streaks."
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
		text += " They had no full Smarts Rating yet, so the game is a tie"
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

// eitherText formats a full rating or, with a question mark, a provisional one; neither as "".
func eitherText(full, provisional *float64) string {
	if full == nil && provisional != nil {
		return ratingText(provisional) + "?"
	}
	return ratingText(full)
}

// comparedText formats what a guess is compared with.
func comparedText(c archive.Compared) string {
	if c.Provisional {
		return ratingText(&c.Rating) + "?"
	}
	return ratingText(&c.Rating)
}

// ratingText formats a number with at most one decimal, nil as "".
func ratingText(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(math.Round(*x*10)/10, 'f', -1, 64)
}
