package solver

import (
	"fmt"
	"math"
	"testing"

	"github.com/luna-rating/luna/internal/seeded"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/wsc"
)

// pairs makes runs of two problems with two candidates and right answers A and B.
func pairs(n int) (problems []wsc.Problem) {
	for i := range n {
		candidates := []string{"the cat " + string(rune('a'+i)), "the dog " + string(rune('a'+i))}
		problems = append(problems, wsc.Problem{Before: candidates[0], Candidates: candidates},
			wsc.Problem{Before: candidates[1], Candidates: candidates, Right: 1})
	}
	return problems
}

func TestExchange(t *testing.T) {
	problems := pairs(3)
	for _, test := range []struct {
		answers []int
		p       float64
	}{
		{[]int{0, 0, 0, 0, 0, 0}, 1},      // half right, whatever the names
		{[]int{0, 1, 0, 1, 0, 1}, 1. / 8}, // all right
		{[]int{0, 1, 0, 1, 1, 1}, 1. / 4}, // two pairs, and one that is no evidence
		{[]int{1, 0, 0, 1, 0, 1}, 1. / 2}, // 4 right or more: 2 or 3 pairs of 3
		{[]int{1, 0, 1, 0, 1, 0}, 1},      // all wrong
	} {
		if p := Exchange(problems, [][]int{test.answers}); math.Abs(p-test.p) > 1e-12 {
			t.Errorf("%v: found %g, wanted %g", test.answers, p, test.p)
		}
	}
}

// TestExchangeDraws compares the exact test with draws, on runs of two to four candidates.
func TestExchangeDraws(t *testing.T) {
	suite.Slow(t, "draws many samples")
	rng := seeded.New(5, "exchange", 0)
	problems := pairs(4)
	for i := range 6 {
		k := 2 + i%3
		p := wsc.Problem{After: fmt.Sprint(i), Candidates: make([]string, k), Right: rng.IntN(k)}
		for c := range p.Candidates {
			p.Candidates[c] = string(rune('a'+i)) + string(rune('a'+c))
		}
		problems = append(problems, p)
	}
	lists := [][]int{make([]int, len(problems)), make([]int, len(problems))}
	total := 0
	for i, p := range problems {
		for _, list := range lists {
			list[i] = rng.IntN(len(p.Candidates))
			if list[i] == p.Right {
				total++
			}
		}
	}
	const draws = 40_000
	hits := 0
	for range draws {
		right := 0
		for _, run := range wsc.Runs(problems) {
			turn := rng.IntN(12)
			for _, i := range run {
				for _, list := range lists {
					if (list[i]+turn)%len(problems[i].Candidates) == problems[i].Right {
						right++
					}
				}
			}
		}
		if right >= total {
			hits++
		}
	}
	want := float64(hits) / draws
	if got := Exchange(problems, lists); math.Abs(got-want) > 0.01 {
		t.Errorf("found %.4f, wanted %.4f", got, want)
	}
}

func TestInterval(t *testing.T) {
	problems := pairs(2)
	a, low, high := Interval(problems, [][]int{{0, 1, 0, 0}})
	// 2 and 1 of 2 right: deviations ±0.5, √(2/1·0.5) = 1, 1.96/4.
	if math.Abs(a-0.75) > 1e-12 || math.Abs(low-0.26) > 1e-12 || high != 1 {
		t.Errorf("found %g, %g to %g", a, low, high)
	}
	a, low, high = Interval(problems, [][]int{{0, 1, 0, 1}, {1, 0, 1, 0}})
	if math.Abs(a-0.5) > 1e-12 || low != 0.5 || high != 0.5 {
		t.Errorf("found %g, %g to %g", a, low, high)
	}
	if _, low, high = Interval(problems[:2], [][]int{{0, 1}}); low != 0 || high != 1 {
		t.Errorf("one run: found %g to %g", low, high)
	}
}
