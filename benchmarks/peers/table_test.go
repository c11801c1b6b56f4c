package main

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// fromTotals returns AUTO from totals with these errors and coverage.
func fromTotals(coverage float64, rmse ...float64) map[string]learned {
	return map[string]learned{totals: {rmse, &coverage}}
}

// TestTables has two numbers rated of a data set and one of another, which has no grades.
func TestTables(t *testing.T) {
	a := &datasets.Dataset{Name: "a", Respondents: make([]datasets.Respondent, 50),
		Questions: make([]datasets.Question, 4)}
	b := &datasets.Dataset{Name: "b", Respondents: make([]datasets.Respondent, 20)}
	both := fromTotals(.9, 1.25)
	both[grades] = learned{rmse: []float64{1}}
	var out bytes.Buffer
	err := writeTables(&out, []*cell{
		{set: a, rated: 20, group: 20, cbg: []float64{.4, .4},
			peers: map[string][]float64{"GP": {.2, .2}, "stack": {.1, .1}, "inner CV": {.2, .2}},
			auto:  fromTotals(.5, .2, .2)},
		{set: a, rated: 40, group: everybody, cbg: []float64{.2, .2},
			peers: map[string][]float64{"GP": {.1, .3}, "stack": {.2, .1}, "inner CV": {.4, .2}},
			auto:  fromTotals(.8567, .3, .3)},
		{set: b, rated: 16, group: everybody, cbg: []float64{2.5},
			peers: map[string][]float64{"GP": {2}, "stack": {2}, "inner CV": {1}}, auto: both},
	}, []string{totals, grades})
	want := `
| a | 50 × 4 | 20 | 2 | .4000 | .2000 | .1000 | .2000 | stack | .1000 | .2000 | – | 50.0% | – |
| a | 50 × 4 | 40 | 2 | .2000 | .3000 | .1500 | .2000 | stack | .1500 | .3000 | – | 85.7% | – |
| b | 20 × 0 | 16 | 1 | 2.5000 | 1.0000 | 2.0000 | 2.0000 | inner CV | 1.0000 | 1.2500 | 1.0000 | 90.0% | – |

| AUTO from | rated | data sets | / best of all | / inner CV | / stack | / GP | / CBG |
| totals | 20 | 1 | 2.000 | 1.000 | 2.000 | 1.000 | .500 |
| totals | all | 2 | 1.625 | 1.125 | 1.312 | 1.062 | 1.000 |
| grades | all | 1 | 1.000 | 1.000 | .500 | .500 | .400 |

- A peer is better than AUTO at 5% (corrected t-test over the splits, Holm over the data sets): a (totals, 20 rated) by stack
- AUTO above the best of all: a (totals, 20 rated), a (totals, all rated), b (totals, all rated)
- AUTO above CBG: a (totals, all rated)
- Intervals from 28 rated on that hold less than 87% or more than 93%: a (totals, all rated)
`
	var lines []string
	for _, line := range strings.Split(out.String(), "\n")[1:] {
		if !strings.HasPrefix(line, "|-") {
			lines = append(lines, strings.Join(strings.Fields(line), " "))
		}
	}
	if got := strings.Join(lines, "\n"); err != nil || got != want[1:] {
		t.Errorf("%v; found\n%s\nexpected%s", err, got, want)
	}
}

// TestBetterPeers has a peer with a clear lead on one of three data sets, which two more tests must
// not hide, one that is clearly behind, one whose lead is chance, and one that one set alone has.
func TestBetterPeers(t *testing.T) {
	var all []*cell
	for i := range 3 {
		c := &cell{set: &datasets.Dataset{Name: "x", Respondents: make([]datasets.Respondent, 50)}, rated: 40,
			group: everybody, peers: make(map[string][]float64)}
		var auto []float64
		for k := range 20 {
			wave := .02 * math.Sin(float64(7*k+i))
			auto = append(auto, .3+wave)
			clear := .3
			if i == 1 {
				clear = .2 + wave/2
			}
			for name, e := range map[string]float64{
				"clear": clear, "worse": .4, "chance": .299 - wave,
			} {
				c.peers[name] = append(c.peers[name], e)
			}
			if i == 2 {
				c.peers["alone"] = append(c.peers["alone"], .25+wave/2)
			}
		}
		c.auto = fromTotals(.9, auto...)
		all = append(all, c)
	}
	got := betterPeers(all, totals)
	if len(got[0]) > 0 || !slices.Equal(got[1], []string{"clear"}) ||
		!slices.Equal(got[2], []string{"alone"}) {
		t.Errorf("found %q, expected clear on the second and alone on the third", got)
	}
	// By hand: a mean lead of .1 and the standard deviation s of the differences give
	// t = .1/(s·√(1/20 + 10/40)).
	lead, p := all[1].lead(totals, "clear")
	if math.Abs(lead-.1) > .01 || !(p > 0 && p < 1e-6) {
		t.Errorf("found a lead of %v with p %v, expected about .1 and nearly 0", lead, p)
	}
}
