package main

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

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
	seconds, _ := drawGrowth("seconds", []float64{1, 10, 100, 1000}, curves,
		func(c curve) []float64 { return c.seconds })
	memory, p := drawGrowth("peak memory, GB", []float64{.1, 1, 10}, curves,
		func(c curve) []float64 { return c.gbs })
	memory.Reserve(4, nil)
	memory.Key(p)
	return figure.Stack(heading, seconds, memory)
}

// drawGrowth draws a curve for each job between the first and the last level.
func drawGrowth(
	caption string, levels []float64, curves []curve, values func(c curve) []float64,
) (k *figure.Block, p *figure.Plot) {
	k, p = &figure.Block{}, figure.NewPlot("respondents", "")
	k.Caption(caption)
	p.Grid()
	ticks := make([]float64, len(levels))
	for i, y := range levels {
		ticks[i] = math.Log10(y)
	}
	low, high := ticks[0], ticks[len(ticks)-1]
	const left, right = 4, 6
	for _, y := range ticks[:len(ticks)-1] {
		rise := min(high-y, right-left)
		p.Straight(figure.Dotted, left, y, left+rise, y+rise)
	}
	for i, of := range curves {
		line := p.Curve(figure.Line(i, 2), figure.Points(len(of.respondents), func(k int) (x, y float64) {
			return math.Log10(of.respondents[k]), math.Log10(values(of)[k])
		}))
		p.Key(of.name, line, p.Marks(line.XYs, figure.Color(i), 4, figure.Marker(i)))
	}
	figure.Scale(&p.X, left, right, []float64{4, 5, 6}, func(x float64) string {
		return map[float64]string{4: "10,000", 5: "100,000", 6: "1,000,000"}[x]
	})
	figure.Scale(&p.Y, low, high, ticks, func(y float64) string {
		return strconv.FormatFloat(math.Pow(10, y), 'f', -1, 32)
	})
	k.Plot(p, 190)
	return k, p
}
