package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// plot is a chart, drawn as SVG by a template. Title and Desc say in words what it shows; a table
// beside it gives the numbers.
type plot struct {
	ID, Title, Desc string
	XLabel, YLabel  string
	Width, Height   int
	Frame           frame
	Line            string // points in the form of SVG, or ""
	Dots            []dot
	XTicks, YTicks  []tick
	Diagonal        bool // draw the line where both are equal
}

// frame is the area of the data within the chart.
type frame struct{ Left, Top, Right, Bottom float64 }

type dot struct{ X, Y float64 }

type tick struct {
	At   float64
	Text string
}

// maxDots is the maximum number of points marked by dots. More would hide the line.
const maxDots = 60

// axis maps numbers to positions in the chart.
type axis struct{ min, max, from, to float64 }

func (a axis) at(x float64) float64 {
	if a.max == a.min {
		return (a.from + a.to) / 2
	}
	return round1(a.from + (x-a.min)/(a.max-a.min)*(a.to-a.from))
}

func round1(x float64) float64 { return math.Round(x*10) / 10 }

// ticks returns up to six round numbers along an axis.
func (a axis) ticks() []tick {
	step := 1.0
	for i := 0; (a.max-a.min)/step > 5; i++ {
		step *= []float64{2, 2.5, 2}[i%3]
	}
	var list []tick
	for x := math.Ceil(a.min/step) * step; x <= a.max; x += step {
		list = append(list, tick{a.at(x), strconv.FormatFloat(x, 'f', -1, 64)})
	}
	return list
}

func newPlot(id string, x, y axis) (*plot, axis, axis) {
	p := &plot{ID: id, Width: 360, Height: 246, Frame: frame{Left: 48, Top: 12, Right: 340, Bottom: 200}}
	x.from, x.to = p.Frame.Left, p.Frame.Right
	y.from, y.to = p.Frame.Bottom, p.Frame.Top
	p.XTicks, p.YTicks = x.ticks(), y.ticks()
	return p, x, y
}

// ratedRow is a Smarts Rating after a rated game, and its standard error, "" if that is unknown.
type ratedRow struct {
	Number int
	Time   time.Time
	rating float64
	Rating string
	error  float64
	Error  string
	Left   bool // because the player left a game
}

// ratedRows returns rows for ratings with errors, by the numbers of the events.
func ratedRows(history []game.PastRating, errors map[int]float64) []ratedRow {
	rows := make([]ratedRow, len(history))
	for i, r := range history {
		rows[i] = ratedRow{Number: i + 1, Time: r.Time, rating: r.Rating, Rating: ratingText(&r.Rating),
			Left: r.Left}
		if e, ok := errors[r.Event]; ok {
			rows[i].error, rows[i].Error = e, ratingText(&e)
		}
	}
	return rows
}

// historyPlot shows a player's Smarts Rating after each game that counted, nil if there is none.
func historyPlot(rows []ratedRow) *plot {
	if len(rows) == 0 {
		return nil
	}
	p := rowPlot("history", rows, game.MaxRating, func(r ratedRow) float64 { return r.rating })
	p.Title, p.YLabel = "Your Smarts Rating", "Smarts Rating"
	lo, hi := rows[0].rating, rows[0].rating
	for _, r := range rows {
		lo, hi = min(lo, r.rating), max(hi, r.rating)
	}
	p.Desc = fmt.Sprintf("A line over %s, from %s at first to %s now; the lowest was %s, the "+
		"highest %s.",
		ratedGames(rows), rows[0].Rating, rows[len(rows)-1].Rating,
		ratingText(&lo), ratingText(&hi))
	return p
}

// errorPlot shows the standard error of a player's Smarts Rating by the number of games that
// counted, nil if it is not known for two of them.
func errorPlot(rows []ratedRow) *plot {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r ratedRow) bool { return r.Error == "" })
	if len(rows) < 2 {
		return nil
	}
	top := 5.0
	for _, r := range rows {
		top = max(top, math.Ceil(r.error/5)*5)
	}
	p := rowPlot("error", rows, top, func(r ratedRow) float64 { return r.error })
	p.Title, p.YLabel = "How sure your rating is", "Standard error"
	first, last := rows[0], rows[len(rows)-1]
	p.Desc = fmt.Sprintf("A line from rated game %d, when the standard error of your Smarts Rating was "+
		"%s, to game %d, when it was %s. It falls as more people guess.", first.Number, first.Error,
		last.Number, last.Error)
	return p
}

// ratedGames says how many games a plot has. Long histories are cut.
func ratedGames(rows []ratedRow) string {
	text := pages.Plural(len(rows), "rated game")
	if len(rows) >= play.MaxHistory {
		return "the last " + text
	}
	return text
}

func rowPlot(id string, rows []ratedRow, top float64, value func(ratedRow) float64) *plot {
	p, x, y := newPlot(id, axis{min: float64(rows[0].Number), max: float64(rows[len(rows)-1].Number)},
		axis{min: 0, max: top})
	p.XLabel = "Rated game"
	var line strings.Builder
	for _, r := range rows {
		d := dot{x.at(float64(r.Number)), y.at(value(r))}
		fmt.Fprintf(&line, "%g,%g ", d.X, d.Y)
		if len(rows) <= maxDots {
			p.Dots = append(p.Dots, d)
		}
	}
	p.Line = strings.TrimSpace(line.String())
	return p
}

// guessRow is a player's guess, the actual rating, or else the first one after it, "" if there is
// none, and the error.
type guessRow struct {
	game.PastGuess
	Made, Actual, Off string
}

// guessRows returns rows for guesses, the last one first.
func guessRows(guesses []game.PastGuess, found map[game.GameID]archive.Compared) []guessRow {
	rows := make([]guessRow, len(guesses))
	for i, g := range guesses {
		rows[len(guesses)-1-i] = guessRow{g, ratingText(&g.Guess), ratingText(g.Rating),
			off(&g.Guess, g.Rating)}
		if c, ok := found[g.Game]; ok {
			row := &rows[len(guesses)-1-i]
			row.Actual, row.Off = comparedText(c), off(&g.Guess, &c.Rating)
			if c.Later {
				row.Actual += ", later"
			}
		}
	}
	return rows
}

// guessPlot shows a player's guesses by the actual ratings, nil if no rating was revealed.
func guessPlot(rows []guessRow) *plot {
	scale := axis{min: 0, max: game.MaxRating}
	p, x, y := newPlot("guessed", scale, scale)
	sum := 0.0
	for _, r := range rows {
		if r.Rating != nil {
			p.Dots = append(p.Dots, dot{x.at(*r.Rating), y.at(r.Guess)})
			sum += math.Abs(r.Guess - *r.Rating)
		}
	}
	if len(p.Dots) == 0 {
		return nil
	}
	p.Title = "Your guesses"
	p.XLabel = "Revealed Smarts Rating"
	p.YLabel = "Your guess"
	p.Diagonal = true
	guesses := "The dot is your guess, placed by the Smarts Rating that was revealed"
	if n := len(p.Dots); n > 1 {
		guesses = fmt.Sprintf("Each dot is one of your %d guesses, placed by the Smarts Rating "+
			"that was revealed", n)
	}
	p.Desc = fmt.Sprintf("%s. A guess on the dashed line is exactly right. On average you were "+
		"off by %s.", guesses, ratingText(new(sum/float64(len(p.Dots)))))
	return p
}
