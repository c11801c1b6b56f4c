package keylog

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/luna-rating/luna/internal/numbers"
)

// Quartiles are the quartiles of a measure over participants.
type Quartiles struct {
	N      int   `json:"n"`      // participants
	Low    Value `json:"low"`    // the first quartile
	Median Value `json:"median"` // the second
	High   Value `json:"high"`   // the third
}

// Comparison compares programs with humans in one measure.
type Comparison struct {
	Measure
	Programs Quartiles `json:"programs"`
	Humans   Quartiles `json:"humans"`
	// Pairs is the number of rounds in which both can be measured and differ, and HumanMore the
	// number of those in which the human has more. Low and High are Wilson's 95% interval of the
	// share.
	Pairs     int   `json:"pairs"`
	HumanMore int   `json:"human_more"`
	Low       Value `json:"low"`  // the lower limit
	High      Value `json:"high"` // the upper limit
	// P is the p-value of the two-sided sign test, which treats rounds as independent.
	P Value `json:"p"`
}

// Compare compares programs with humans, over all rounds and within each.
func Compare(list []Participant) []Comparison {
	type place struct {
		file, judge string
		round       int
	}
	rounds := map[place]map[string]Participant{} // by place, then program or human
	for _, p := range list {
		at := place{p.File, p.Judge, p.Round}
		if rounds[at] == nil {
			rounds[at] = map[string]Participant{}
		}
		rounds[at][p.Who] = p
	}
	out := make([]Comparison, len(measures))
	for i, m := range measures {
		c := Comparison{Measure: m, Programs: quartiles(list, Program, m.Name),
			Humans: quartiles(list, Human, m.Name)}
		for _, both := range rounds { // values that are NaN, or missing, differ from none
			program, human := both[Program].Values[m.Name], both[Human].Values[m.Name]
			if len(both[Program].Values) > 0 && len(both[Human].Values) > 0 && (program < human || program > human) {
				c.Pairs++
				if program < human {
					c.HumanMore++
				}
			}
		}
		c.Low, c.High, c.P = Value(math.NaN()), Value(math.NaN()), Value(math.NaN())
		if c.Pairs > 0 {
			share := numbers.Wilson(c.HumanMore, c.Pairs)
			c.Low, c.High = Value(share[0]), Value(share[1])
			c.P = Value(signTest(c.HumanMore, c.Pairs))
		}
		out[i] = c
	}
	return out
}

func quartiles(list []Participant, who, name string) Quartiles {
	var values []float64
	for _, p := range list {
		if v := float64(p.Values[name]); p.Who == who && !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return Quartiles{len(values), Value(quantile(values, .25)), Value(quantile(values, .5)),
		Value(quantile(values, .75))}
}

// signTest returns the probability of k or fewer heads, or as far on the other side, in n throws of
// a fair coin.
func signTest(k, n int) float64 {
	k = min(k, n-k)
	return min(1, 2*distuv.Binomial{N: float64(n), P: .5}.CDF(float64(k)))
}
