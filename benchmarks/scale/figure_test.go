package main

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/internal/suite"
)

// recorded are the numbers of the figure; a -csv run with "train AUTO,train COM ridge" writes them.
//
//go:embed growth.csv
var recorded []byte

// TestGrowth compares the picture in the README with the recorded numbers.
func TestGrowth(t *testing.T) {
	curves, err := readGrowth(recorded)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := growthFigure(curves).SVG(true)
	if err != nil {
		t.Fatal(err)
	}
	suite.Golden(t, filepath.Join("..", "..", "docs", "images", "growth.svg"), picture)
}

// Numbers are read as they were written; jobs that were too late or do not train are left out.
func TestWriteGrowth(t *testing.T) {
	s := &settings{sizes: []int{10_000, 100_000}, steps: []step{{"read", "read", "", ""}, steps[3]},
		limit: time.Minute}
	some := outcome{Usage: measure.Usage{Peak: 2e9, CPU: 3}, seconds: 2.5}
	var b strings.Builder
	if err := s.writeGrowth(&b, [][]outcome{{some, some}, {some, {late: true}}}); err != nil {
		t.Fatal(err)
	}
	curves, err := readGrowth([]byte(b.String()))
	if err != nil || len(curves) != 1 || len(curves[0].seconds) != 1 {
		t.Fatalf("read %v, %v", curves, err)
	}
	c := curves[0]
	if c.name != steps[3].name || c.respondents[0] != 1e4 || c.seconds[0] != 2.5 || c.gbs[0] != 2 {
		t.Errorf("read %v", c)
	}
}

// curve is how a job grew with the number of respondents.
type curve struct {
	name                      string
	respondents, seconds, gbs []float64
}

// readGrowth reads what [settings.writeGrowth] has written, by job.
func readGrowth(table []byte) ([]curve, error) {
	r := csv.NewReader(bytes.NewReader(table))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	var list []curve
	for _, row := range rows[1:] {
		var values [3]float64
		for k, column := range []int{1, 2, 4} {
			if values[k], err = strconv.ParseFloat(row[column], 64); err != nil {
				return nil, err
			}
		}
		if len(list) == 0 || list[len(list)-1].name != row[0] {
			list = append(list, curve{name: row[0]})
		}
		c := &list[len(list)-1]
		c.respondents = append(c.respondents, values[0])
		c.seconds = append(c.seconds, values[1])
		c.gbs = append(c.gbs, values[2]/1e9)
	}
	return list, nil
}

// growthFigure draws time and memory by the number of respondents, both on logarithmic scales.
func growthFigure(curves []curve) *figure.Drawing {
	heading := figure.Heading("Training by the number of respondents", "Generated exams of ten questions, "+
		"read, fitted and with the error estimated, on two processors. Dotted lines are proportional to "+
		"the number.")
	panel := func(caption string, levels []float64, values func(c curve) []float64) *figure.Block {
		k := &figure.Block{}
		k.Caption(caption)
		k.Area(190, 44, 32, 40, func(c draw.Canvas) { drawGrowth(c, curves, levels, values) })
		return k
	}
	seconds := panel("seconds", []float64{1, 10, 100, 1000}, func(c curve) []float64 { return c.seconds })
	memory := panel("peak memory, GB", []float64{.1, 1, 10}, func(c curve) []float64 { return c.gbs })
	memory.Reserve(4, nil)
	for i, c := range curves {
		memory.Legend(figure.Line(i, 2), c.name, i == 0)
	}
	return figure.Stack(heading, seconds, memory)
}

// drawGrowth draws a curve for each job between the first and the last level.
func drawGrowth(c draw.Canvas, curves []curve, levels []float64, values func(c curve) []float64) {
	p := figure.Panel{Canvas: c, Left: 4, Right: 6, Bottom: math.Log10(levels[0]),
		Top: math.Log10(levels[len(levels)-1])}
	for _, y := range levels {
		p.Level(draw.LineStyle{Color: figure.Rule, Width: .75}, math.Log10(y), fmt.Sprint(y))
	}
	for k, label := range []string{"10,000", "100,000", "1,000,000"} {
		at := p.At(p.Left+float64(k), p.Bottom)
		p.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, at.X, at.Y, at.X, at.Y-3)
		p.FillText(figure.Style(12, figure.Muted, text.XCenter, text.YTop),
			vg.Point{X: at.X, Y: at.Y - 5}, label)
	}
	p.Base("respondents", figure.NameBelow)
	dotted := draw.LineStyle{Color: figure.Grey, Width: 1, Dashes: []vg.Length{1.5, 2.5}}
	for y := p.Bottom; y < p.Top; y++ {
		rise := min(p.Top-y, p.Right-p.Left)
		p.Curve(dotted, 2, func(k int) (float64, float64) {
			return p.Left + rise*float64(k), y + rise*float64(k)
		})
	}
	for i, of := range curves {
		p.Curve(figure.Line(i, 2), len(of.respondents), func(k int) (x, y float64) {
			return math.Log10(of.respondents[k]), math.Log10(values(of)[k])
		})
		for k, n := range of.respondents {
			figure.Marker(p.Canvas, i, p.At(math.Log10(n), math.Log10(values(of)[k])))
		}
	}
}
