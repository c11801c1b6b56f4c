package report

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Curves differ by colour, by marker and by dashes, so that they can be told apart without colours.
var (
	baselineDashes = []vg.Length{5, 4}
	judgeDashes    = []vg.Length{1.5, 3}
	curveDashes    = [][]vg.Length{nil, {10, 3}, nil, {7, 3, 2, 3}, nil, {3, 2}}
)

// curveStyle returns the line of the i-th curve in colour.
func curveStyle(i int, wide vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: seriesColor(i), Width: wide,
		Dashes: curveDashes[i%len(curveDashes)]}
}

// corners are the markers: the number of corners of each and the turn of the first, in degrees; 0
// corners are a disc.
var corners = []struct {
	n    int
	turn float64
}{{0, 0}, {4, 45}, {3, 90}, {4, 0}, {3, -90}, {5, 90}}

// marker draws the marker of the i-th curve in colour.
func (a plotArea) marker(i int, at vg.Point) {
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
	a.FillPolygon(seriesColor(i), points)
}
