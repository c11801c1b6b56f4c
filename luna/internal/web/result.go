package web

import (
	"html/template"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// result is how a game ended, in words and numbers.
type result struct {
	Word, Why string
	Machine   bool
	Initial   string
	Disc      disc
	Mine      rated // how well the player guessed
	Theirs    rated
	New, Old  string // the player's rating
	Unchanged string // why her rating did not change, or ""
	Responses []given
}

// rated is a guess of a rating, as they are to be shown.
type rated struct{ Guess, Rating, Off string }

// given is a response of the player's and the score that the other gave, or "".
type given struct {
	Number         int
	Question, Text string
	Score          string
}

func resultOf(v game.View) result {
	r := result{Word: outcomeWord(v), Why: why(v), New: ratingText(v.SmartsRating), Old: ratingText(v.OldSmartsRating)}
	r.Mine = rated{Guess: ratingText(v.Guess), Rating: ratingText(v.OpSmartsRating), Off: off(v.Guess, v.OpSmartsRating)}
	r.Theirs = rated{Guess: ratingText(v.OpGuess), Rating: ratingText(v.OldSmartsRating), Off: off(v.OpGuess, v.OldSmartsRating)}
	if v.OpMachine != nil && *v.OpMachine {
		r.Machine = true
		r.Unchanged = "The guesses of machines do not count, so your Smarts Rating is what it was."
	}
	if look := v.OpLook; look != nil {
		r.Initial, r.Disc = look.Initial, discOf(look.Initial, look.Color)
	}
	questions := game.QuestionTexts(v.OpQuestions)
	for i, x := range v.Responses {
		if i < len(questions) {
			r.Responses = append(r.Responses, given{i + 1, questions[i], x.Text, ratingText(x.Score)})
		}
	}
	return r
}

// why tells the reason of an outcome. Who has no rating before the game plays her first (2.5.2).
func why(v game.View) string {
	switch {
	case v.Outcome == nil:
		return ""
	case v.OldSmartsRating == nil && v.OpSmartsRating == nil:
		return "Neither of you had a Smarts Rating to be guessed, so the game is a tie."
	case v.OldSmartsRating == nil:
		return "You had no Smarts Rating to be guessed yet. Such a first game counts as a win for the other player, and not as a loss for you."
	case v.OpSmartsRating == nil:
		return "The other player had no Smarts Rating to be guessed yet. Such a game counts as a win for you."
	case *v.Outcome == game.Won:
		return "Your guess was closer to the other player's Smarts Rating than the other player's guess was to yours."
	case *v.Outcome == game.Lost:
		return "The other player's guess was closer to your Smarts Rating than your guess was to the other player's."
	}
	return "Both guesses were equally close."
}

// off is by how much a guess was wrong, "" where there was nothing to be guessed.
func off(guess, rating *float64) string {
	if guess == nil || rating == nil {
		return ""
	}
	return ratingText(new(math.Abs(*guess - *rating)))
}

// ratingText is a number to at most one place, "" for none.
func ratingText(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(math.Round(*x*10)/10, 'f', -1, 64)
}

// disc is how a player appears: an initial on a disc.
type disc struct {
	Initial   string
	Color     string // of the disc
	Ink       string // of the initial, so that it can be read
	ColorName string // the color in words, for who does not see it
}

func discOf(initial, color string) disc {
	d := disc{Initial: initial, Color: "#555555"}
	if _, ok := rgb(color); ok {
		d.Color = color
	}
	c, _ := rgb(d.Color)
	d.Ink, d.ColorName = "#ffffff", colorName(c)
	if contrast(c, [3]float64{1, 1, 1}) < contrast(c, [3]float64{}) {
		d.Ink = "#000000"
	}
	return d
}

// rgb reads a color as "#1e88e5", each part from 0 to 1.
func rgb(color string) (c [3]float64, ok bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	if err != nil || len(color) != 7 || color[0] != '#' {
		return c, false
	}
	return [3]float64{float64(n>>16) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}, true
}

// contrast is that of two colors by WCAG 2, from 1 to 21.
func contrast(a, b [3]float64) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c [3]float64) float64 {
	for i, v := range c {
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}

// colorName is a plain word for a color.
func colorName(c [3]float64) string {
	hi, lo := max(c[0], c[1], c[2]), min(c[0], c[1], c[2])
	if hi-lo < 0.12 {
		switch {
		case hi < 0.2:
			return "black"
		case hi > 0.85:
			return "white"
		}
		return "gray"
	}
	names := []string{"red", "orange", "yellow", "green", "green", "teal", "blue", "blue", "blue", "purple", "purple", "pink", "red"}
	return names[int(hue(c)/30+0.5)]
}

// hue is the angle of a color that is not gray, from 0 to 360.
func hue(c [3]float64) float64 {
	hi, lo := max(c[0], c[1], c[2]), min(c[0], c[1], c[2])
	var h float64
	switch hi {
	case c[0]:
		h = (c[1] - c[2]) / (hi - lo)
	case c[1]:
		h = 2 + (c[2]-c[0])/(hi-lo)
	default:
		h = 4 + (c[0]-c[1])/(hi-lo)
	}
	return math.Mod(60*h+360, 360)
}

// timeOf marks up a time.
func timeOf(t time.Time) template.HTML {
	t = t.UTC()
	return template.HTML(`<time datetime="` + t.Format(time.RFC3339) + `">` + t.Format("2 Jan 2006, 15:04") + ` UTC</time>`)
}
