package main

import (
	_ "embed"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
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
