package datasets_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// All ways to write a total are read rightly.
const fractionTables = 67

// way is a way to write totals. N in the cells stands for a number, % for its percentage. Cells
// between bars, each followed by an arrow and its value, are written as they are.
type way struct {
	cells string
	max   int // stated, or the highest total
}

var ways = []way{
	{"N/15", 15}, {"N / 15", 15}, {"N /15", 15}, {"N/ 15", 15}, {"N/15.0", 15}, {"N.0/15", 15},
	{"N.00/15.00", 15}, {"N.00 / 15.00", 15}, {"N,00/15,00", 15}, {"(N/15)", 15},
	{"N/5", 5}, {"N/10", 10}, {"N/20", 20}, {"N / 20", 20}, {"N/30", 30}, {"N/50", 50}, {"N/99", 99},
	{"N/100", 100}, {"N/150", 150},
	{"15/15→15|12.5/15→12.5|10/15→10|7.5/15→7.5|3/15→3", 15},
	{"15 / 15→15|12.5 / 15→12.5|10 / 15→10|7.5 / 15→7.5|3 / 15→3", 15},
	{"15/15→15|12,5/15→12.5|10/15→10|7,5/15→7.5|3/15→3", 15},
	{"15 / 15→15|12,5 / 15→12.5|10 / 15→10|7,5 / 15→7.5|3 / 15→3", 15},
	{"20/20→20|18/20→18|15.5/20→15.5|12/20→12|9/20→9", 20},

	// Other slashes and digits.
	{"N／15", 15}, {"N ／ 15", 15}, {"N∕15", 15}, {"N⁄15", 15},
	{"１５／１５→15|１２／１５→12|８／１５→8|３／１５→3", 15},
	{"١٥/١٥→15|١٢/١٥→12|٨/١٥→8|٣/١٥→3", 15},
	{"۱۵/۱۵→15|۱۲/۱۵→12|۸/۱۵→8|۳/۱۵→3", 15},
	{"१५/१५→15|१२/१५→12|८/१५→8|३/१५→3", 15},
	{"١٥→15|١٢→12|٨→8|٣→3", 15},

	// Words in between.
	{"N of 15", 15}, {"N out of 15", 15}, {"N von 15", 15}, {"N sur 15", 15}, {"N de 15", 15},
	{"N sobre 15", 15}, {"N su 15", 15}, {"N van 15", 15}, {"N av 15", 15}, {"N из 15", 15},
	{"N (of 15)", 15}, {"N (out of 15)", 15},

	// Units.
	{"N/15 points", 15}, {"N/15 pts", 15}, {"N / 15 points", 15}, {"N/15 Punkte", 15},
	{"N out of 15 points", 15}, {"N von 15 Punkten", 15},
	{"N pts", 15}, {"Npts", 15}, {"N points", 15}, {"N Punkte", 15}, {"N P.", 15}, {"N Pkt.", 15},
	{"N puan", 15}, {"N баллов", 15}, {"N点", 15}, {"N分", 15}, {"N점", 15},

	// Percentages beside them, and mixed numbers.
	{"N (%)", 15}, {"N/15 (%)", 15}, {"N / 15 (%)", 15},
	{"15→15|10 1/2→10.5|12→12|7 1/2→7.5|1/2→0.5", 15},
	{"15→15|10½→10.5|12→12|7½→7.5|3¼→3.25", 15},
}

// totals returns the cells and their values.
func (w way) totals() (cells []string, values []float64) {
	if strings.Contains(w.cells, "→") {
		for c := range strings.SplitSeq(w.cells, "|") {
			cell, value, _ := strings.Cut(c, "→")
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				panic(err)
			}
			cells, values = append(cells, cell), append(values, v)
		}
		return cells, values
	}
	for k := range 7 {
		n := w.max - w.max*k/7
		percent := math.Round(1000*float64(n)/float64(w.max)) / 10
		cells = append(cells, strings.NewReplacer("N", strconv.Itoa(n),
			"%", fmt.Sprintf("%.1f%%", percent)).Replace(w.cells))
		values = append(values, float64(n))
	}
	return cells, values
}

// withTotals returns a table of as many people as there are totals, and of two without one, and
// what it must be read as.
func withTotals(people []pupil, cells []string, values []float64, top int) ([][]string, *truth) {
	rows, w := [][]string{strings.Split("Student ID|Q1|Q2|Q3|Q4|Q5|Q6|Total", "|")},
		&truth{max: float64(top)}
	for i, cell := range append(slices.Clone(cells), "", "") {
		answers := people[i%len(people)].answers
		value := math.NaN()
		if i < len(values) {
			value = values[i]
		}
		rows = append(rows, slices.Concat([]string{strconv.Itoa(4301 + 7*i)}, answers, []string{cell}))
		w.responses, w.totals = append(w.responses, answers), append(w.totals, value)
	}
	return rows, w
}

// checkScale reports a highest total that is not the right one. If it is, so are the totals, since
// the ratings are right.
func checkScale(t *testing.T, d *datasets.Dataset, top int) {
	t.Helper()
	if want := (datasets.Scale{Zero: 0, Full: float64(top)}); d != nil && d.Scale != want {
		t.Errorf("scale: %v; expected: %v", d.Scale, want)
	}
}

// TestFractions reads totals with a maximum or a unit. To see what is wrong with one way:
// go test ./datasets -run TestFractions/12_von_15 -v.
func TestFractions(t *testing.T) {
	if len(ways) != fractionTables {
		t.Fatalf("%d ways", len(ways))
	}
	people, c := pupils(t), &tally{}
	for _, w := range ways {
		cells, values := w.totals()
		t.Run(cells[1], func(t *testing.T) {
			rows, want := withTotals(people, cells, values, w.max)
			checkScale(t, c.read(t, "exam.csv", asText(t, rows, ','), want), w.max)
		})
	}
	t.Logf("ways to write totals\n%s", c)
}

// TestFractionSweep reads n/m and n / m for all n from 0 to m and all m below 100.
func TestFractionSweep(t *testing.T) {
	people, c := pupils(t), &tally{}
	for _, form := range []string{"%d/%d", "%d / %d"} {
		for m := 1; m < 100; m++ {
			t.Run(fmt.Sprintf(form, m, m), func(t *testing.T) {
				var cells []string
				var values []float64
				for n := range m + 1 {
					cells, values = append(cells, fmt.Sprintf(form, n, m)), append(values, float64(n))
				}
				rows, want := withTotals(people, cells, values, m)
				checkScale(t, c.read(t, "exam.csv", asText(t, rows, ','), want), m)
			})
		}
	}
	t.Logf("all fractions\n%s", c)
}
