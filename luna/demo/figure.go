package demo

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// curve is the error of one guesser, by game.
type curve struct {
	name  string
	style draw.LineStyle
	value func(guessed) float64
}

// curves are in the order of the legend, which in most figures is their order from top to bottom.
var curves = []curve{
	{"mean so far (CBG), always guessed",
		draw.LineStyle{Color: figure.Ink, Width: 1.5, Dashes: []vg.Length{5, 4}}, guessed.MeanError},
	{"constant 50, always guessed", draw.LineStyle{Color: figure.Grey, Width: 1.5, Dashes: []vg.Length{1.5, 2.5}},
		guessed.MiddleError},
	{"machine, untrained", figure.Line(1, 1.75), guessed.UntaughtError},
	{"machine, learning from its games", figure.Line(0, 2.5), guessed.Error},
}

// Figure draws the distance of the machine's guesses from the ratings, game by game: a dot per
// guess, and moving averages of that distance and of the distances of the running mean of ratings
// and of a constant.
func (r *result) Figure() *figure.Drawing {
	heading := figure.Heading("SYNTHETIC: how far off the machine player's guesses are",
		fmt.Sprintf("%s. Error: the distance of a guess and the Smarts Rating, in points from 0 to "+
			"100. A dot is one guess; lines are means over the last %d games.",
			r.subject(), window(len(r.Guesses))))
	k, p := &figure.Block{}, figure.NewPlot("games with opponents who had a rating", "")
	k.Caption("error in points")
	p.Grid()
	p.Marks(figure.Points(len(r.Guesses), func(i int) (x, y float64) {
		return float64(r.Guesses[i].Number), r.Guesses[i].Error()
	}), figure.Color(5), 1.7, draw.BoxGlyph{})
	for _, c := range curves { // the most important one on top
		if means := smoothed(r.Guesses, c.value); len(means) > 0 {
			first := min(start, len(means)) - 1
			line := p.Curve(c.style, figure.Points(len(means)-first, func(i int) (x, y float64) {
				return float64(r.Guesses[first+i].Number), means[first+i]
			}))
			p.Key(fmt.Sprintf("%s: %.1f", c.name, means[len(means)-1]), line)
		}
	}
	if len(r.Guesses) == 0 {
		k.Caption("No opponent had a rating yet.")
	}
	figure.Range(&p.X, 0, max(10, p.X.Max))
	figure.Range(&p.Y, 0, figure.UpTo(max(10, p.Y.Max)))
	k.Plot(p, 280)
	k.Reserve(4, nil)
	k.Key(p)
	return figure.Stack(heading, k)
}

// window is the number of games over which the lines are smoothed.
func window(games int) int { return min(30, max(start, games/8)) }

// smoothed returns moving averages. The first ones are over the games there are.
func smoothed(list []guessed, value func(guessed) float64) []float64 {
	means := make([]float64, len(list))
	for i := range list {
		means[i] = meanOf(list[max(0, i+1-window(len(list))):i+1], value)
	}
	return means
}

// start is the first game for which lines are drawn. Means of one or two guesses would show little.
const start = 5
