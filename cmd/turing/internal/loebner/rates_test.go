package loebner

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/internal/numbers"
)

// TestRatesCover simulates contests with effects of judges, witnesses and partners on the logit
// scale, and counts how often the interval of all programs holds the true rate.
func TestRatesCover(t *testing.T) {
	const contests, sd = 400, 1
	for _, c := range []struct {
		judges, entries, partners int
		mean                      float64
		plain                     float64 // coverage that Wilson's interval stays below
	}{
		{4, 4, 4, 0, 0.85}, {12, 4, 4, -1.5, 0.85}, {30, 8, 1, 0, 0.75}, {30, 8, 1, -3, 0.8},
	} {
		random := rand.New(rand.NewPCG(4, uint64(c.judges)))
		effects := func(n int, used bool) []float64 {
			list := make([]float64, n)
			for i := range list {
				if used {
					list[i] = sd * random.NormFloat64()
				}
			}
			return list
		}
		pairs := c.partners > 1
		simulate := func() (list []Verdict, chance float64) {
			judges, entries := effects(c.judges, true), effects(c.entries, true)
			partners := effects(c.partners, pairs)
			for j := range judges {
				for e := range entries {
					k := (j + e) % c.partners
					p := 1 / (1 + math.Exp(-c.mean-judges[j]-entries[e]-partners[k]))
					chance += p / float64(c.judges*c.entries)
					list = append(list, Verdict{fmt.Sprint("J", j), fmt.Sprint("E", e), fmt.Sprint("C", k), true,
						random.Float64() < p})
				}
			}
			return list, chance
		}
		truth := 0.0
		for range 5000 {
			_, chance := simulate()
			truth += chance / 5000
		}
		covered, plain := 0.0, 0.0
		for range contests {
			list, _ := simulate()
			all := Rates(list)[c.entries]
			if all.Low <= truth && truth <= all.High {
				covered += 1.0 / contests
			}
			if w := numbers.Wilson(all.Human, all.Of); w[0] <= truth && truth <= w[1] {
				plain += 1.0 / contests
			}
		}
		if covered < 0.91 || covered > 0.995 || plain > c.plain {
			t.Errorf("%+v: covered %.3f, Wilson %.3f", c, covered, plain)
		}
	}
}

// TestRates looks at rates whose intervals are known.
func TestRates(t *testing.T) {
	var list []Verdict
	for j := range 200 { // each judge has one verdict: those are independent
		list = append(list, Verdict{Judge: fmt.Sprint(j), Witness: "E1", Program: true, Human: j%4 == 0})
	}
	rates := Rates(append(list, Verdict{Judge: "1", Witness: "C1", Human: true}))
	names := ""
	for _, r := range rates {
		names += r.Witness + ","
	}
	if names != "C1,E1,all programs,all humans," {
		t.Errorf("%s", names)
	}
	one, e1, all := rates[0], rates[1], rates[2]
	if one.Rate != 1 || one.Low != 0 || one.High != 1 || one.Program {
		t.Errorf("the verdict of one judge: %+v", one)
	}
	w := numbers.Wilson(50, 200)
	if e1.Rate != 0.25 || math.Abs(e1.Low-w[0]) > 1e-3 || math.Abs(e1.High-w[1]) > 1e-3 {
		t.Errorf("%+v, expected about %v", e1, w)
	}
	if all.Witness = "E1"; all != e1 {
		t.Errorf("all programs: %+v, the only one: %+v", all, e1)
	}
	for i := range list { // ten judges of twenty verdicts each, who say the same each time: ten verdicts
		list[i].Judge, list[i].Human = fmt.Sprint(i%10), i%10 < 5
	}
	r := Rates(list)[0]
	const q = 2.2621571628 // of Student's distribution with 9 degrees of freedom
	n := 9.0               // half of g-1, since the variance is that of 10 verdicts times 10/9
	half := q / (n + q*q) * math.Sqrt(n/4+q*q/4)
	if math.Abs(r.Low-0.5+half) > 1e-9 || math.Abs(r.High-0.5-half) > 1e-9 {
		t.Errorf("%+v, expected 0.5 ± %v", r, half)
	}
	for i := range list {
		list[i].Human = false
	}
	if r := Rates(list)[0]; r.Low != 0 || math.Abs(r.High-q*q/(200+q*q)) > 1e-9 {
		t.Errorf("none of 200: %+v", r)
	}
	if len(Rates(nil)) != 0 {
		t.Error("rates of nothing")
	}
}

func TestRatings(t *testing.T) {
	r := RateBallots([]Ballot{
		{Judge: "J2", Entry: "E2", Confederate: "C1", Named: NamedConfederate},
		{Judge: "J1", Entry: "E1", Confederate: "C1", Named: NamedEntry},
		{Judge: "J1", Entry: "E2", Confederate: "C2", Named: NamedConfederate},
		{Judge: "J2", Entry: "E1", Confederate: "C2", Named: NamedConfederate},
	})
	text := r.Text()
	var table strings.Builder
	if want := `          name         kind   named  rate  95% interval
            C2  confederate  2 of 2  100%    10 to 100%
            C1  confederate  1 of 2   50%      1 to 99%
            E1        entry  1 of 2   50%      1 to 99%
            E2        entry  0 of 2    0%      0 to 90%
  all programs        entry  1 of 4   25%      1 to 91%
    all humans  confederate  3 of 4   75%      9 to 99%

  judge  named an entry  rate  95% interval
     J1          1 of 2   50%      1 to 99%
     J2          0 of 2    0%      0 to 90%
`; text != want {
		t.Errorf("%s", text)
	}
	suite.OK(t, r.WriteCSV(&table))
	lines := strings.Split(table.String(), "\n")
	if len(lines) != 10 || lines[0] != "name,kind,human,of,rate,low,high" ||
		!strings.HasPrefix(lines[1], "C2,confederate,2,2,1,0.0975,1") ||
		!strings.HasPrefix(lines[8], "J2,judge,0,2,0,0,0.9025") {
		t.Errorf("%q", lines)
	}
	if empty := RateBallots(nil); !reflect.DeepEqual(empty, &Ratings{0, []Rate{}, []Rate{}}) {
		t.Errorf("%+v", empty)
	}
}
