package demo

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// curve is one guesser's error by game.
type curve struct {
	name  string
	style draw.LineStyle
	value func(Guessed) float64
}

// curves are in the order of the legend, which is that of most figures from top to bottom.
var curves = []curve{
	{"mean so far (CBG), always guessed",
		draw.LineStyle{Color: figure.Ink, Width: 1.5, Dashes: []vg.Length{5, 4}}, Guessed.MeanError},
	{"constant 50, always guessed", draw.LineStyle{Color: figure.Grey, Width: 1.5, Dashes: []vg.Length{1.5, 2.5}},
		Guessed.MiddleError},
	{"machine, untrained", figure.Line(1, 1.75), Guessed.UntaughtError},
	{"machine, learning from its games", figure.Line(0, 2.5), Guessed.Error},
}

// Figure draws the distance of the machine's guesses from the ratings, game by game: a dot per
// guess, and moving averages of it, of the running mean of ratings and of a constant.
func (r *Result) Figure() *figure.Drawing {
	heading := figure.Heading("SYNTHETIC: how far off the machine player's guesses are",
		fmt.Sprintf("%s. Error: the distance of a guess and the Smarts Rating, in points from 0 to "+
			"100. A dot is one guess; lines are means over the last %d games.",
			r.subject(), window(len(r.Guesses))))
	k := &figure.Block{}
	muted := figure.Style(figure.TypeSize, figure.Muted, text.XLeft, text.YTop)
	k.Add(muted, figure.LineHeight, "error in points")
	const height = 280
	k.Reserve(height, func(c draw.Canvas, top vg.Length) {
		c.Rectangle = vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - height},
			Max: vg.Point{X: c.Max.X, Y: top}}
		p := panel{Canvas: draw.Crop(c, 30, -8, 42, -8), games: len(r.Guesses),
			top: highest(r.Guesses)}
		p.axes()
		if p.games == 0 {
			p.FillText(figure.Style(figure.TypeSize, figure.Muted, text.XCenter, text.YCenter),
				p.Center(), "no opponent had a rating yet")
			return
		}
		p.dots(r.Guesses)
		p.lines(r.Guesses)
	})
	if len(r.Guesses) > 0 {
		legend(k, r.Guesses)
	}
	return figure.Stack(heading, k)
}

// legend adds a line for each curve with its last value.
func legend(k *figure.Block, list []Guessed) {
	k.Reserve(6, nil)
	for i, c := range curves {
		means := smoothed(list, c.value)
		sty := figure.Style(figure.TypeSize, figure.Ink, text.XLeft, text.YCenter)
		if i == len(curves)-1 {
			sty = figure.Strong(sty)
		}
		s := fmt.Sprintf("%s: %.1f", c.name, means[len(means)-1])
		k.Reserve(figure.LineHeight+1, func(at draw.Canvas, top vg.Length) {
			y := top - figure.LineHeight/2
			at.StrokeLine2(c.style, at.Min.X, y, at.Min.X+36, y)
			at.FillText(sty, vg.Point{X: at.Min.X + 44, Y: y + 1}, s)
		})
	}
}

// window is the number of games over which the lines are smoothed.
func window(games int) int { return min(30, max(start, games/8)) }

// smoothed returns moving averages. The first ones are over the games there are.
func smoothed(list []Guessed, value func(Guessed) float64) []float64 {
	means := make([]float64, len(list))
	for i := range list {
		means[i] = meanOf(list[max(0, i+1-window(len(list))):i+1], value)
	}
	return means
}

// start is the first game for which lines are drawn. Means of one or two guesses would show little.
const start = 5

// highest is the end of the scale of distances, which no line or dot exceeds.
func highest(list []Guessed) float64 {
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

// panel is the area of the data: games from left to right, distances from 0 to top.
type panel struct {
	draw.Canvas
	games int
	top   float64
}

func (p panel) at(number int, distance float64) vg.Point {
	across := float64(number) / math.Max(1, float64(p.games))
	return vg.Point{
		X: p.Min.X + vg.Length(across)*(p.Max.X-p.Min.X),
		Y: p.Min.Y + vg.Length(distance/p.top)*(p.Max.Y-p.Min.Y),
	}
}

func (p panel) axes() {
	distances, _ := figure.Ticks(p.top)
	for _, distance := range distances {
		y := p.at(0, distance).Y
		p.StrokeLine2(draw.LineStyle{Color: figure.Rule, Width: .75}, p.Min.X, y, p.Max.X, y)
		p.FillText(figure.Style(12, figure.Muted, text.XRight, text.YCenter),
			vg.Point{X: p.Min.X - 5, Y: y + .8}, fmt.Sprint(distance))
	}
	values, _ := figure.Ticks(float64(p.games))
	for _, number := range values {
		if number != math.Trunc(number) {
			continue
		}
		x := p.at(int(number), 0).X
		p.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, x, p.Min.Y, x, p.Min.Y-3)
		p.FillText(figure.Style(12, figure.Muted, text.XCenter, text.YTop),
			vg.Point{X: x, Y: p.Min.Y - 5}, fmt.Sprint(number))
	}
	p.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	p.FillText(figure.Style(figure.TypeSize, figure.Muted, text.XRight, text.YTop),
		vg.Point{X: p.Max.X, Y: p.Min.Y - 23}, "games with opponents who had a rating")
}

func (p panel) dots(list []Guessed) {
	const r = 1.7
	for _, g := range list {
		at := p.at(g.Number, g.Error())
		p.FillPolygon(figure.Series[5], []vg.Point{{X: at.X - r, Y: at.Y - r},
			{X: at.X + r, Y: at.Y - r}, {X: at.X + r, Y: at.Y + r}, {X: at.X - r, Y: at.Y + r}})
	}
}

// lines draws the curves, the most important one on top.
func (p panel) lines(list []Guessed) {
	for _, c := range curves {
		means := smoothed(list, c.value)
		var points []vg.Point
		for k, mean := range means {
			if k+1 >= min(start, len(means)) {
				points = append(points, p.at(list[k].Number, mean))
			}
		}
		p.StrokeLines(c.style, points)
	}
}
