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
		simulate := func() (list []verdict, chance float64) {
			judges, entries := effects(c.judges, true), effects(c.entries, true)
			partners := effects(c.partners, pairs)
			for j := range judges {
				for e := range entries {
					k := (j + e) % c.partners
					p := 1 / (1 + math.Exp(-c.mean-judges[j]-entries[e]-partners[k]))
					chance += p / float64(c.judges*c.entries)
					list = append(list, verdict{fmt.Sprint("J", j), fmt.Sprint("E", e), fmt.Sprint("C", k), true,
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
			all := ratesOf(list)[c.entries]
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
	var list []verdict
	for j := range 200 { // each judge has one verdict: those are independent
		list = append(list, verdict{Judge: fmt.Sprint(j), Witness: "E1", Program: true, Human: j%4 == 0})
	}
	rates := ratesOf(append(list, verdict{Judge: "1", Witness: "C1", Human: true}))
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
	r := ratesOf(list)[0]
	const q = 2.2621571628 // of Student's distribution with 9 degrees of freedom
	n := 9.0               // half of g-1, since the variance is that of 10 verdicts times 10/9
	half := q / (n + q*q) * math.Sqrt(n/4+q*q/4)
	if math.Abs(r.Low-0.5+half) > 1e-9 || math.Abs(r.High-0.5-half) > 1e-9 {
		t.Errorf("%+v, expected 0.5 ± %v", r, half)
	}
	for i := range list {
		list[i].Human = false
	}
	if r := ratesOf(list)[0]; r.Low != 0 || math.Abs(r.High-q*q/(200+q*q)) > 1e-9 {
		t.Errorf("none of 200: %+v", r)
	}
	if len(ratesOf(nil)) != 0 {
		t.Error("rates of nothing")
	}
}

// slowVariance is the variance of a rate by its definition: over all pairs of verdicts with the
// same key, with the correction for a few keys.
func slowVariance(list []verdict, key func(verdict) string) float64 {
	rate, keys, sum := 0.0, make(map[string]bool), 0.0
	value := func(v verdict) float64 {
		if v.Human {
			return 1
		}
		return 0
	}
	for _, v := range list {
		rate += value(v) / float64(len(list))
		keys[key(v)] = true
	}
	for _, a := range list {
		for _, b := range list {
			if key(a) == key(b) {
				sum += (value(a) - rate) * (value(b) - rate)
			}
		}
	}
	n, g := float64(len(list)), float64(len(keys))
	return sum / (n * n) * g / (g - 1)
}

// TestRatesAgainstSlow compares the intervals of random verdicts with those of the sums over pairs,
// and a t quantile that is found by bisection of Simpson's integral.
func TestRatesAgainstSlow(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 40 {
		var list []verdict
		for j := range 2 + random.IntN(6) {
			for e := range 2 + random.IntN(4) {
				list = append(list, verdict{fmt.Sprint("J", j), fmt.Sprint("E", e),
					fmt.Sprint("C", random.IntN(3)), true, random.IntN(3) == 0})
			}
		}
		rates := ratesOf(list)
		got := rates[len(rates)-1]
		n, p := float64(got.Of), got.Rate
		plain := p * (1 - p) / n
		total, sum, squares := plain, 0.0, 0.0
		for _, key := range []func(verdict) string{func(v verdict) string { return v.Judge },
			func(v verdict) string { return v.Witness }, func(v verdict) string { return v.Partner }} {
			keys := make(map[string]bool)
			for _, v := range list {
				keys[key(v)] = true
			}
			if len(keys) > 1 {
				v := math.Max(slowVariance(list, key), plain)
				total += v - plain
				if plain == 0 {
					v = 1
				}
				sum += v
				squares += v * v / float64(len(keys)-1)
			}
		}
		if plain > 0 {
			n = p * (1 - p) / total
		}
		q := slowQuantile(sum * sum / squares)
		for _, end := range []struct{ sign, got float64 }{{-1, got.Low}, {1, got.High}} {
			want := (p + q*q/(2*n) + end.sign*q*math.Sqrt(p*(1-p)/n+q*q/(4*n*n))) / (1 + q*q/n)
			if want = min(1, max(0, want)); math.Abs(want-end.got) > 1e-6 {
				t.Fatalf("%v: found %+v, expected %v", list, got, want)
			}
		}
	}
}

// slowQuantile returns the quantile 0.975 of Student's distribution.
func slowQuantile(nu float64) float64 {
	density := func(angle float64) float64 { return math.Pow(math.Cos(angle), nu-1) } // of t = √ν·tan
	area := func(end float64) float64 {
		const steps = 800
		sum := density(0) + density(end)
		for i := 1; i < steps; i++ {
			sum += float64(2+2*(i%2)) * density(end*float64(i)/steps)
		}
		return sum * end / steps / 3
	}
	whole := math.Sqrt(math.Pi) * math.Gamma(nu/2) / math.Gamma((nu+1)/2) / 2 // to a right angle
	low, high := 0.0, math.Pi/2
	for range 50 {
		if middle := (low + high) / 2; area(middle) < 0.95*whole {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Sqrt(nu) * math.Tan(low)
}

// readTables reads tables of verdicts, which are separated by an empty line.
func readTables(t *testing.T, rules, text string) (list []*Ballots) {
	t.Helper()
	for i, table := range strings.Split(text, "\n\n") {
		b, err := ReadBallots(strings.NewReader(table), fmt.Sprint("f", i+1), mustRules(t, rules))
		suite.OK(t, err)
		list = append(list, b)
	}
	return list
}

// rated lists names with their verdicts.
func rated(list []Rate) string {
	var words []string
	for _, r := range list {
		words = append(words, fmt.Sprintf("%s %d/%d", r.Witness, r.Human, r.Of))
	}
	return strings.Join(words, ", ")
}

const study = `stage,round,judge,entry,confederate,entry_side,verdict,correct,void,excluded,silent,judge_age
Study,1,Ann,Eliza,,left,human,false,,,,30
Study,1,Bob,,Cy,,human,true,,,,40
Study,2,Ann,,Cy,,machine,false,,,,30
Study,2,Bob,Eliza,,left,machine,true,,,true,40
Study,3,Ann,Eliza,,left,human,false,pressed the wrong key,,,30
Study,3,Bob,Eliza,,left,,,,,,40
Study,3,Dan,Eliza,,left,human,false,,did not read,,50
`

// TestVerdictsArePooled reads the tables of two sites: programs are the same, people are not.
func TestVerdictsArePooled(t *testing.T) {
	files := readTables(t, "two-party", study+"\n"+study)
	suite.Equal(t, "left out", files[0].LeftOut(), "1 not given, 1 of excluded judges and 1 void")
	r := RateBallots(Pool(files))
	suite.Equal(t, "comparisons", r.Comparisons, 8)
	suite.Equal(t, "witnesses", rated(r.Witnesses),
		"Eliza 2/4, Cy (f1) 1/2, Cy (f2) 1/2, all programs 2/4, all humans 2/4")
	suite.Equal(t, "without silent entries", rated(r.Answered),
		"Eliza 2/2, Cy (f1) 1/2, Cy (f2) 1/2, all programs 2/2, all humans 2/4")
	suite.Equal(t, "judges", rated(r.Judges), "Ann (f1) 1/1, Ann (f2) 1/1, Bob (f1) 0/1, Bob (f2) 0/1")
	suite.Has(t, "text", r.Text(), "\nWithout silent entries:\n")
	// Labels are those of one contest, names of programs and identifiers of judges are not.
	const pairs = "judge,judge_id,entry,confederate,verdict\nJ1,p1,%s,C1,entry\nJ2,,Eliza,C2,confederate"
	r = RateBallots(Pool(readTables(t, "three-party", fmt.Sprintf(pairs+"\n\n"+pairs, "E1", "E1"))))
	suite.Equal(t, "judges of pairs", rated(r.Judges), "p1 2/2, J2 (f1) 0/1, J2 (f2) 0/1")
	suite.Equal(t, "pairs", rated(r.Witnesses[:len(r.Witnesses)-2]),
		"C2 (f1) 1/1, C2 (f2) 1/1, E1 (f1) 1/1, E1 (f2) 1/1, Eliza 0/2, C1 (f1) 0/1, C1 (f2) 0/1")
	suite.Equal(t, "one file", rated(RateBallots(Pool(files[:1])).Judges), "Ann 1/1, Bob 0/1")
}

// TestVerdictsAreScored scores the table of verdicts where judges name one of a pair.
func TestVerdictsAreScored(t *testing.T) {
	const head = "judge,entry,confederate,verdict,void\n"
	rows := "Ann,Eliza,Cy,entry,\nBob,Eliza,Dan,entry,\nAnn,Parry,Dan,confederate,\nBob,Parry,Cy,entry,wrong key\n"
	b := readTables(t, "2010", head+rows)[0]
	got := scored(t, mustRules(t, "2010"), b.List, Scoring{})
	suite.Equal(t, "result", summary(got), "Eliza by totals: 1 Eliza 2 3000 bronze, 2 Parry 0 1000; silver [Eliza]")
	suite.Equal(t, "missing", strings.Join(got.Missing, " "), "Bob – Parry")
	// Ranks name judges, and so do the results, also of judges who have identifiers.
	const ids = "judge,judge_id,entry,confederate,verdict\nJ1,x7,E1,C1,entry\nJ1,x7,E2,C1,confederate\n"
	ranks := suite.Must(ReadRanks(strings.NewReader("judge,participant,rank\nJ1,E2,1\nJ1,E1,2\nJ1,C1,3\n"), "ranks"))(t)
	got = scored(t, mustRules(t, "2010"), readTables(t, "2010", ids)[0].List, Scoring{Ranks: ranks})
	suite.Equal(t, "with ranks", summary(got), "E1 by totals: 1 E1 1 3000 bronze, 2 E2 0 1000; silver []")
	// Names that make the same text when they are joined are those of different pairs.
	b = readTables(t, "2010", head+"Ann,Eliza,Cy,entry,\nAn,nEliza,Cy,entry,\n")[0]
	suite.Equal(t, "pairs", len(scored(t, mustRules(t, "2010"), b.List, Scoring{}).Missing), 2)
	for _, c := range []struct{ rules, row, want string }{
		{"2004", "Ann,Eliza,Cy,entry,", "f1:2: found a verdict without points, expected the points of each entry …"},
		{"two-party", "Ann,Eliza,,human,", "f1:2: found a verdict on one witness alone, expected one on …"},
	} {
		b := readTables(t, c.rules, head+c.row)[0]
		suite.Fails(t, c.row, suite.Err(Score(mustRules(t, c.rules), b.List, Scoring{})), c.want)
	}
	for row, want := range map[string]string{
		"Ann,Eliza,Cy,human,": `f:2: found verdict "human", expected entry or confederate, …`,
		"Ann,Eliza,,entry,":   `f:2: found verdict "entry", expected human or machine, …`,
		"Ann,,,human,":        `f:2: found verdict "human", expected human or machine, …`,
		",Eliza,,human,":      `f:2: found judge "", expected a name …`,
		"Ann,,Cy,60,":         `f:2: found verdict "60", expected human or machine, …`,
	} {
		_, err := ReadBallots(strings.NewReader(head+row), "f", mustRules(t, "2010"))
		suite.Fails(t, row, err, want)
	}
	preliminary := readTables(t, "2004", head+"Ann,Eliza,,60,\nAnn,Eliza,Cy,entry,")[0]
	suite.Equal(t, "the preliminary rounds are left out", len(preliminary.List), 1)
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
	if empty := RateBallots(nil); !reflect.DeepEqual(empty, &Ratings{0, []Rate{}, []Rate{}, []Rate{}}) {
		t.Errorf("%+v", empty)
	}
}
