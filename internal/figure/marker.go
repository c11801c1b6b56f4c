package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// dashes are the dash patterns of the series. Series differ in colour, marker and dashes, so that
// they can be told apart without colours.
var dashes = [][]vg.Length{nil, {10, 3}, nil, {7, 3, 2, 3}, nil, {3, 2}}

// Line returns the style of the i-th series' line.
func Line(i int, wide vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: Series[i%len(Series)], Width: wide, Dashes: dashes[i%len(dashes)]}
}

// corners are the markers: the number of corners of each and the turn of the first, in degrees; 0
// corners are a disc.
var corners = []struct {
	n    int
	turn float64
}{{0, 0}, {4, 45}, {3, 90}, {4, 0}, {3, -90}, {5, 90}}

// Marker draws the marker of the i-th series.
func Marker(c draw.Canvas, i int, at vg.Point) {
	m := corners[i%len(corners)]
	n, radius := m.n, 4.6
	if n == 0 {
		n, radius = 24, 3.9
	}
	var points []vg.Point
	for k := range n {
		angle := (m.turn + 360*float64(k)/float64(n)) * math.Pi / 180
		points = append(points, vg.Point{X: at.X + vg.Length(radius*math.Cos(angle)),
			Y: at.Y + vg.Length(radius*math.Sin(angle))})
	}
	c.FillPolygon(Series[i%len(Series)], points)
}
