package demo

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// curve is one guesser's error by game.
type curve struct {
	name  string
	color color.NRGBA
	value func(Guessed) float64
	dash  []vg.Length
}

var curves = []curve{
	{"machine, learning", figure.Series[0], Guessed.Error, nil},
	{"machine, untrained", figure.Series[5], Guessed.UntaughtError, []vg.Length{8, 2}},
	{"mean so far (CBG)", figure.Ink, Guessed.MeanError, []vg.Length{4, 3}},
	{"constant 50", figure.Grey, Guessed.MiddleError, []vg.Length{1.5, 2}},
}

// The dimensions of the figure, in points.
const (
	figureWidth, figureHeight           = 860.0, 470.0
	figureMargin, figureHeading         = 22.0, 64.0
	figureAxis, figureFoot, figureNames = 30.0, 32.0, 136.0
)

// Figure draws the distance of the machine's guesses from the ratings, game by game: a dot per
// guess, and moving averages of it, of the running mean of ratings and of a constant.
func (r *Result) Figure() *figure.Drawing {
	return &figure.Drawing{Width: figureWidth, Height: figureHeight, Draw: func(c draw.Canvas) {
		c = draw.Crop(c, figureMargin, -figureMargin, figureMargin, -figureMargin)
		r.heading(c)
		p := panel{Canvas: draw.Crop(c, figureAxis, -figureNames, figureFoot, -figureHeading),
			games: len(r.Guesses), top: highest(r.Guesses)}
		p.axes()
		if p.games == 0 {
			p.FillText(figure.Style(10, figure.Muted, text.XCenter, text.YCenter), p.Center(),
				"no opponent had a rating yet")
			return
		}
		p.dots(r.Guesses)
		p.lines(r.Guesses)
	}}
}

func (r *Result) heading(c draw.Canvas) {
	title := figure.Strong(figure.Style(14, figure.Ink, text.XLeft, text.YTop))
	c.FillText(title, vg.Point{X: c.Min.X, Y: c.Max.Y},
		"SYNTHETIC: how far off the machine player's guesses are, game by game")
	under := figure.Style(9, figure.Muted, text.XLeft, text.YTop)
	c.FillText(under, vg.Point{X: c.Min.X, Y: c.Max.Y - 22}, r.subject())
	c.FillText(under, vg.Point{X: c.Min.X, Y: c.Max.Y - 35},
		fmt.Sprintf("distance between guess and Smarts Rating, in points; dots: the machine's "+
			"guesses; lines: means over the last %d games", window(len(r.Guesses))))
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
		p.FillText(figure.Style(8.5, figure.Muted, text.XRight, text.YCenter),
			vg.Point{X: p.Min.X - 5, Y: y + .8}, fmt.Sprint(distance))
	}
	values, _ := figure.Ticks(float64(p.games))
	for _, number := range values {
		if number != math.Trunc(number) {
			continue
		}
		x := p.at(int(number), 0).X
		p.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, x, p.Min.Y, x, p.Min.Y-3)
		p.FillText(figure.Style(8.5, figure.Muted, text.XCenter, text.YTop),
			vg.Point{X: x, Y: p.Min.Y - 5}, fmt.Sprint(number))
	}
	p.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	p.FillText(figure.Style(9, figure.Muted, text.XCenter, text.YTop),
		vg.Point{X: p.Center().X, Y: p.Min.Y - 18},
		"games of the machine with opponents who had a rating")
}

// dot is the color of a guess: a paler shade of the machine's line.
var dot = color.NRGBA{R: 0x9C, G: 0xC6, B: 0xE2, A: 0xFF}

func (p panel) dots(list []Guessed) {
	const r = 1.5
	for _, g := range list {
		at := p.at(g.Number, g.Error())
		p.FillPolygon(dot, []vg.Point{{X: at.X - r, Y: at.Y - r}, {X: at.X + r, Y: at.Y - r},
			{X: at.X + r, Y: at.Y + r}, {X: at.X - r, Y: at.Y + r}})
	}
}

// lines draws the curves, the most important one on top, each with its name and its last value.
func (p panel) lines(list []Guessed) {
	type label struct {
		curve
		end   float64
		at, y vg.Length // the end of the curve, and where there is room for the label
	}
	labels := make([]label, len(curves))
	for i := len(curves) - 1; i >= 0; i-- {
		c := curves[i]
		means := smoothed(list, c.value)
		var points []vg.Point
		for k, mean := range means {
			if k+1 >= min(start, len(means)) {
				points = append(points, p.at(list[k].Number, mean))
			}
		}
		wide := vg.Length(1.25)
		if c.dash == nil {
			wide = 1.75
		}
		p.StrokeLines(draw.LineStyle{Color: c.color, Width: wide, Dashes: c.dash}, points)
		end := points[len(points)-1].Y
		labels[i] = label{c, means[len(means)-1], end, end}
	}
	slices.SortStableFunc(labels, func(a, b label) int { return cmp.Compare(a.at, b.at) })
	const apart = 12
	for i := range labels {
		if i > 0 {
			labels[i].y = max(labels[i].y, labels[i-1].y+apart)
		}
	}
	for _, l := range labels {
		p.StrokeLine2(draw.LineStyle{Color: l.color, Width: .75}, p.Max.X+2, l.at, p.Max.X+12, l.y)
		name := figure.Style(9, l.color, text.XLeft, text.YCenter)
		if l.color == figure.Grey || l.color == figure.Series[5] {
			name.Color = figure.Muted // pale type is hard to read
		}
		p.FillText(name, vg.Point{X: p.Max.X + 15, Y: l.y}, fmt.Sprintf("%s: %.1f", l.name, l.end))
	}
}
