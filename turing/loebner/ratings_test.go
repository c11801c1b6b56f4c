package loebner

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Citations among four statistical journals (Stigler 1994), in the order of Biometrika, Communications
// in Statistics, JASA and JRSS-B; rows are cited. The abilities are those of Turner and Firth (2012),
// Bradley-Terry Models in R, J. Stat. Soft. 48(9), section 2.1.
func TestPublishedBradleyTerry(t *testing.T) {
	cited := [4][4]float64{{714, 730, 498, 221}, {33, 425, 68, 17}, {320, 813, 1072, 142},
		{284, 276, 325, 188}}
	m := bradleyTerry{n: 4, prior: 1e-6}
	for i := range 4 {
		for j := range i {
			n := cited[i][j] + cited[j][i]
			m.contrasts = append(m.contrasts, contrast{i, j, cited[i][j] / n, n})
		}
	}
	theta, err := m.fit(make([]float64, 4), -1)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0, -2.9491, -0.4796, 0.2690} {
		if got := theta[i] - theta[0]; math.Abs(got-want) > 1e-4 {
			t.Errorf("journal %d: %.4f, published %.4f", i, got, want)
		}
	}
}

// slowFit maximises by changing one strength after the other.
func slowFit(m *bradleyTerry) []float64 {
	theta := make([]float64, m.n)
	for step := 1.0; step > 1e-7; {
		moved := false
		for i := range theta {
			before, at := m.value(theta), theta[i]
			for _, d := range []float64{step, -step} {
				theta[i] = at + d
				if m.value(theta) > before+1e-14 {
					moved = true
					break
				}
				theta[i] = at
			}
		}
		if !moved {
			step /= 2
		}
	}
	return theta
}

func TestBradleyTerryAgainstSlowSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := bradleyTerry{n: rapid.IntRange(2, 5).Draw(t, "participants"), prior: 1}
		for range rapid.IntRange(1, 12).Draw(t, "comparisons") {
			a := rapid.IntRange(1, m.n-1).Draw(t, "a")
			b := rapid.IntRange(0, a-1).Draw(t, "b")
			m.contrasts = append(m.contrasts, contrast{a, b,
				float64(rapid.IntRange(0, 4).Draw(t, "share")) / 4, 1})
		}
		theta, err := m.fit(make([]float64, m.n), -1)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range slowFit(&m) {
			if math.Abs(theta[i]-want) > 1e-3 {
				t.Fatalf("strengths %v, slowly %v", theta, slowFit(&m))
			}
		}
		low, high, err := m.interval(theta, 0)
		if err != nil || low > theta[0] || high < theta[0] {
			t.Fatalf("[%v, %v] around %v: %v", low, high, theta[0], err)
		}
		for _, end := range []float64{low, high} {
			fell, err := m.fall(append([]float64(nil), theta...), end, 0, m.value(theta))
			if err != nil || math.Abs(fell-critical) > 1e-4 {
				t.Fatalf("at %v the likelihood fell by %v: %v", end, fell, err)
			}
		}
	})
}

// With one comparison and a prior, the strengths follow from an equation with one unknown.
func TestRateOneBallot(t *testing.T) {
	rules := mustRules(t, "2010")
	r, err := Rate(rules, []Ballot{{Judge: "J1", Entry: "E1", Confederate: "C1", Named: NamedEntry}},
		Rating{})
	if err != nil {
		t.Fatal(err)
	}
	s := r.Participants[0].Strength // 1 - σ(2s) = σ(s) - 1/2
	if r.Participants[0].Name != "E1" || math.Abs(1-logistic(2*s)-logistic(s)+0.5) > 1e-6 ||
		math.Abs(r.Participants[1].Strength+s) > 1e-6 {
		t.Errorf("%+v", r.Participants)
	}
	if r.Finite || len(r.Groups) != 2 || r.Groups[0][0] != "E1" {
		t.Errorf("finite %v, groups %v", r.Finite, r.Groups)
	}
}

// In 2010 no entry was named. The estimates stay finite, and the output says that they would not be.
func TestRateSeparated(t *testing.T) {
	rules := mustRules(t, "2010")
	r, err := Rate(rules, ballotsOf(rules, strings.Repeat("0", 16)), Rating{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Finite || r.Winner != "" || r.Luck != 1 || len(r.Participants) != 8 {
		t.Errorf("%+v", r)
	}
	for _, p := range r.Participants {
		if math.IsInf(p.Strength, 0) || math.IsNaN(p.Low) || (p.Kind == "entry") != (p.Strength < 0) {
			t.Errorf("%+v", p)
		}
	}
	for _, j := range r.Judges {
		if j.Named != 0 || j.Expected <= 0 || j.Strictness <= 0 {
			t.Errorf("%+v", j)
		}
	}
}

func TestRateRefuses(t *testing.T) {
	rules := mustRules(t, "2010")
	ballots := ballotsOf(rules, strings.Repeat("0", 16))
	for _, c := range []struct {
		ballots []Ballot
		o       Rating
		want    string
	}{
		{nil, Rating{}, "found no ballots, …"},
		{ballots, Rating{Prior: -1}, "found a prior of -1, …"},
		{ballots, Rating{Prior: math.NaN()}, "found a prior of NaN, …"},
		{ballots, Rating{Points: true}, "found no points on the ballots: …"},
		{ballots, Rating{Ranks: ranksOf("J1", "C1 X")}, "found participant X, …"},
		{ballots, Rating{Ranks: append(ranksOf("J1", "C1"), ranksOf("J1", "C2")...)},
			"found rank 1 of C2 by J1 besides rank 1 of C1, …"},
		{append(ballots, Ballot{Judge: "J1", Entry: "C1", Confederate: "C2", Named: NamedEntry}),
			Rating{}, "found C1 as entry and as confederate, …"},
	} {
		_, err := Rate(rules, c.ballots, c.o)
		checkError(t, c.want, err, c.want)
	}
}

// slowLuck tries all choices of the ballots that name an entry.
func slowLuck(of []int, named, t int) float64 {
	var owner []int
	for e, n := range of {
		for range n {
			owner = append(owner, e)
		}
	}
	all, hit := 0, 0
	for set := range 1 << len(owner) {
		totals, sum, most := make([]int, len(of)), 0, 0
		for i, e := range owner {
			if set>>i&1 == 1 {
				sum++
				totals[e]++
				most = max(most, totals[e])
			}
		}
		if sum == named {
			all++
			if most >= t {
				hit++
			}
		}
	}
	return float64(hit) / float64(all)
}

func TestLuckAgainstCounting(t *testing.T) {
	for _, of := range [][]int{{4, 4, 4}, {1, 2, 3}, {5}, {2, 2, 2, 2}} {
		n := 0
		for _, k := range of {
			n += k
		}
		for named := 0; named <= n; named++ {
			for total := 0; total <= 5; total++ {
				got, want := luckOfTotal(of, named, total), slowLuck(of, named, total)
				if math.Abs(got-want) > 1e-9 {
					t.Errorf("%v, %d named, total %d: %v, want %v", of, named, total, got, want)
				}
			}
		}
	}
	// Four entries and judges, by hand: an entry has at most one naming with probability 5/16.
	if got, want := luckOfSilver([]int{4, 4, 4, 4}, 2), 1-math.Pow(5.0/16, 4); math.Abs(got-want) > 1e-12 {
		t.Errorf("silver: %v, want %v", got, want)
	}
}

// chanceBest agrees with draws from the posteriors, as quotients of gamma variates of half degrees.
func TestChanceBestAgainstDraws(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	gamma := func(halves int) float64 { // shape halves/2: half a χ²
		sum := 0.0
		for range halves {
			x := random.NormFloat64()
			sum += x * x / 2
		}
		return sum
	}
	totals, of := []int{2, 1, 0}, []int{4, 4, 3}
	const draws = 40_000
	best := make([]float64, 3)
	for range draws {
		winner, most := 0, -1.0
		for i := range totals {
			a, b := gamma(2*totals[i]+1), gamma(2*(of[i]-totals[i])+1)
			if rate := a / (a + b); rate > most {
				winner, most = i, rate
			}
		}
		best[winner] += 1.0 / draws
	}
	sum := 0.0
	for i, got := range chanceBest(totals, of) {
		sum += got
		if math.Abs(got-best[i]) > 0.015 {
			t.Errorf("entry %d: %.3f, by draws %.3f", i, got, best[i])
		}
	}
	if math.Abs(sum-1) > 1e-3 {
		t.Errorf("the chances add up to %v", sum)
	}
}
