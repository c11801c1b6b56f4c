package demo

import (
	"fmt"

	"gonum.org/v1/plot/text"
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
	k := &figure.Block{}
	k.Caption("error in points")
	k.Area(280, 30, 8, 42, func(c draw.Canvas) {
		p := panel{figure.Panel{Canvas: c, Right: float64(max(1, len(r.Guesses))),
			Top: highest(r.Guesses)}}
		p.Axes("games with opponents who had a rating", true)
		if len(r.Guesses) == 0 {
			p.FillText(figure.Style(figure.TypeSize, figure.Muted, text.XCenter, text.YCenter),
				p.Center(), "no opponent had a rating yet")
			return
		}
		p.dots(r.Guesses)
		p.lines(r.Guesses)
	})
	if len(r.Guesses) > 0 {
		k.Reserve(6, nil)
		for i, c := range curves {
			means := smoothed(r.Guesses, c.value)
			k.Legend(c.style, fmt.Sprintf("%s: %.1f", c.name, means[len(means)-1]), i == len(curves)-1)
		}
	}
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

// highest is the end of the scale of distances, which no line or dot exceeds.
func highest(list []guessed) float64 {
	top := 10.0
	for _, c := range curves {
		for i, mean := range smoothed(list, c.value) {
			if i+1 >= start {
				top = max(top, mean)
			}
		}
	}
	for _, g := range list {
		top = max(top, g.Error())
	}
	return figure.UpTo(top)
}

// panel is the area that shows the data: games from left to right, distances from 0 to top.
type panel struct{ figure.Panel }

func (p panel) dots(list []guessed) {
	const r = 1.7
	for _, g := range list {
		at := p.At(float64(g.Number), g.Error())
		p.Box(figure.Series[5], vg.Point{X: at.X - r, Y: at.Y - r}, vg.Point{X: at.X + r, Y: at.Y + r})
	}
}

// lines draws the curves, the most important one on top.
func (p panel) lines(list []guessed) {
	first := min(start, len(list)) - 1
	for _, c := range curves {
		means := smoothed(list, c.value)
		p.Curve(c.style, len(list)-first, func(i int) (x, y float64) {
			return float64(list[first+i].Number), means[first+i]
		})
	}
}
