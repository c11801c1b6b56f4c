package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panel is an area of data between two axes.
type Panel struct {
	draw.Canvas
	Left, Right, Bottom, Top float64 // the values at its edges
}

// Area adds an area of the given height, with the given room for ticks and names to the left, to
// the right and below.
func (b *Block) Area(height, left, right, bottom vg.Length, do func(draw.Canvas)) {
	b.Reserve(height, func(c draw.Canvas, top vg.Length) {
		c.Rectangle = vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - height},
			Max: vg.Point{X: c.Max.X, Y: top}}
		do(draw.Crop(c, left, -right, bottom, -8))
	})
}

// Caption adds a caption that says what the values of the area below it are.
func (b *Block) Caption(s string) {
	b.Add(Style(TypeSize, Muted, text.XLeft, text.YTop), LineHeight, s)
}

// Legend adds a line to a legend: a sample of the style and the name, in bold if strong.
func (b *Block) Legend(line draw.LineStyle, name string, strong bool) {
	sty := Style(TypeSize, Ink, text.XLeft, text.YCenter)
	if strong {
		sty = Strong(sty)
	}
	b.Reserve(LineHeight+1, func(c draw.Canvas, top vg.Length) {
		y := top - LineHeight/2
		c.StrokeLine2(line, c.Min.X, y, c.Min.X+36, y)
		c.FillText(sty, vg.Point{X: c.Min.X + 44, Y: y + 1}, name)
	})
}

// At returns the point at which the values x and y are drawn.
func (p Panel) At(x, y float64) vg.Point {
	return vg.Point{
		X: p.Min.X + vg.Length((x-p.Left)/(p.Right-p.Left))*(p.Max.X-p.Min.X),
		Y: p.Min.Y + vg.Length((y-p.Bottom)/(p.Top-p.Bottom))*(p.Max.Y-p.Min.Y),
	}
}

// Level draws a horizontal line at the value y, with a label on the left.
func (p Panel) Level(line draw.LineStyle, y float64, label string) {
	at := p.At(p.Left, y)
	p.StrokeLine2(line, at.X, at.Y, p.Max.X, at.Y)
	p.FillText(Style(12, Muted, text.XRight, text.YCenter), vg.Point{X: at.X - 5, Y: at.Y + .8}, label)
}

// Levels draws a level at each round value from 0 to the top.
func (p Panel) Levels() {
	values, decimals := Ticks(p.Top)
	for _, y := range values {
		p.Level(draw.LineStyle{Color: Rule, Width: .75}, y, fmt.Sprintf("%.*f", decimals, y))
	}
}

// Ticks draws a tick on the lower edge at each round value from 0 to the right edge, or only at the
// whole numbers among them.
func (p Panel) Ticks(whole bool) {
	values, decimals := Ticks(p.Right)
	for _, x := range values {
		if x < p.Left || whole && x != math.Trunc(x) {
			continue
		}
		at := p.At(x, p.Bottom).X
		p.StrokeLine2(draw.LineStyle{Color: Muted, Width: 1}, at, p.Min.Y, at, p.Min.Y-3)
		p.FillText(Style(12, Muted, text.XCenter, text.YTop), vg.Point{X: at, Y: p.Min.Y - 5},
			fmt.Sprintf("%.*f", decimals, x))
	}
}

// Base draws the lower edge and, at the given distance below it, the name of its axis.
func (p Panel) Base(name string, below vg.Length) {
	p.StrokeLine2(draw.LineStyle{Color: Muted, Width: 1}, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	p.Name(name, below)
}

// Name writes the name of the lower axis at the given distance below it.
func (p Panel) Name(name string, below vg.Length) {
	p.FillText(Style(TypeSize, Muted, text.XRight, text.YTop),
		vg.Point{X: p.Max.X, Y: p.Min.Y - below}, name)
}

// NameBelow is the distance of a name from an axis with ticks.
const NameBelow = 23

// Axes draws both axes.
func (p Panel) Axes(name string, whole bool) {
	p.Levels()
	p.Ticks(whole)
	p.Base(name, NameBelow)
}

// Curve draws a line through n points.
func (p Panel) Curve(line draw.LineStyle, n int, at func(i int) (x, y float64)) {
	points := make([]vg.Point, n)
	for i := range points {
		points[i] = p.At(at(i))
	}
	p.StrokeLines(line, points)
}

// Band fills the area between n lower and upper values.
func (p Panel) Band(c color.NRGBA, n int, at func(i int) (x, low, high float64)) {
	upper, lower := make([]vg.Point, n), make([]vg.Point, n)
	for i := range n {
		x, low, high := at(i)
		upper[i], lower[i] = p.At(x, high), p.At(x, low)
	}
	slices.Reverse(lower)
	p.FillPolygon(Translucent{NRGBA: c}, append(upper, lower...))
}

// Box fills the rectangle between two opposite corners.
func (p Panel) Box(c color.Color, from, to vg.Point) {
	p.FillPolygon(c, []vg.Point{from, {X: to.X, Y: from.Y}, to, {X: from.X, Y: to.Y}})
}
