package winograd

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/wsc"
)

// Round is the grading of one round of a contest: one collection of problems, answered by teams.
type Round struct {
	Key      string `json:"key"` // the file of the problems with their right answers
	Problems int    `json:"problems"`
	// Runs is the number of runs of problems; see [wsc.Runs].
	Runs int `json:"runs"`
	// Random is the expected accuracy of guessing, and AlwaysA the accuracy of always answering A.
	Random  float64 `json:"random"`
	AlwaysA float64 `json:"always_a"`
	// Humans is the accuracy of the people who were asked, nil if the file does not say.
	Humans *Share `json:"humans,omitempty"`
	// Teams are sorted by score, the best first, and then by name.
	Teams []Grade `json:"teams"`
}

// Grade says how well a team did.
type Grade struct {
	Team string `json:"team"`
	File string `json:"file"`
	Share
	// Omitted is the number of problems without an answer, and Invalid the number of those whose
	// answer is not a candidate's letter. Both count as wrong.
	Omitted int `json:"omitted"`
	Invalid int `json:"invalid"`
	// ByRuns is the 95 % interval of the accuracy with whole runs of problems as units; nil if
	// there is only one run. See [ByRuns].
	ByRuns *[2]float64 `json:"by_runs"`
	// Chance is the probability that guessing has at least as many right answers. See [Chance].
	Chance float64 `json:"chance"`
	// NewText and SameText are the shares for problems with a new text, and for problems about the
	// text of the problem before them. Both are nil if there are none of the latter.
	NewText  *Share `json:"new_text,omitempty"`
	SameText *Share `json:"same_text,omitempty"`
	// Halves is about the pairs of halves of schemas, nil if there are none.
	Halves *Halves `json:"halves,omitempty"`
	// Warnings are faults of the file that matter to graders.
	Warnings []string `json:"warnings"`
}

// Share is a number of right answers out of a total.
type Share struct {
	Right    int     `json:"right"`
	Of       int     `json:"of"`
	Accuracy float64 `json:"accuracy"` // Right/Of, 0 if Of is 0
	// Low and High are the limits of Wilson's 95 % interval of the accuracy, which treats problems
	// as independent.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Halves says how consistent the answers to the two halves of a schema are. The halves have the
// same two candidates and different right answers.
type Halves struct {
	// Both counts the pairs with both halves right. Guessing gets a quarter of them right.
	Both Share `json:"both"`
	// Answered is the number of pairs in which both halves have a valid answer, and Different the
	// number of these with different answers to the two halves, as is right.
	Different int `json:"different"`
	Answered  int `json:"answered"`
}

func share(right, of int) Share {
	s := Share{Right: right, Of: of}
	if of > 0 {
		limits := numbers.Wilson(right, of)
		s.Accuracy = float64(right) / float64(of)
		s.Low = limits[0]
		s.High = limits[1]
	}
	return s
}

// GradeRound grades outputs by problems with right answers, which come from the file key. Only the
// final lists count; a missing or invalid answer is wrong. It is an error if a right answer is not
// known or two outputs are from the same team.
func GradeRound(problems []wsc.Problem, key string, outputs []wsc.Output) (Round, error) {
	if err := wsc.Keyed(problems, key); err != nil {
		return Round{}, err
	}
	r := Round{Key: key, Problems: len(problems), Runs: len(wsc.Runs(problems)),
		Random: randomExpectation(problems), Teams: []Grade{}}
	r.AlwaysA = share(count(problems, make([]int, len(problems))), len(problems)).Accuracy
	right, asked := 0, 0
	for _, p := range problems {
		right += p.HumansRight
		asked += p.Humans
	}
	if asked > 0 {
		humans := share(right, asked)
		r.Humans = &humans
	}
	files := map[string]string{}
	for _, o := range outputs {
		if other, twice := files[o.Team]; twice {
			return Round{}, fmt.Errorf("found %s and %s of the same team, %q, expected one file per "+
				"team in a round", other, o.File, o.Team)
		}
		files[o.Team] = o.File
		r.Teams = append(r.Teams, grade(problems, o))
	}
	slices.SortStableFunc(r.Teams, func(a, b Grade) int {
		return cmp.Or(cmp.Compare(b.Right, a.Right), cmp.Compare(a.Team, b.Team))
	})
	return r, nil
}

// grade grades the final list of a team.
func grade(problems []wsc.Problem, o wsc.Output) Grade {
	answers := o.Answers(len(problems))
	g := Grade{Team: o.Team, File: o.File, Share: share(count(problems, answers), len(problems)),
		Warnings: []string{}}
	right := make([]bool, len(problems))
	var of, rightOf [2]int // problems with a new text, and with the same text
	for i, p := range problems {
		right[i] = answers[i] == p.Right
		kind := 0
		if p.SameText {
			kind = 1
		}
		of[kind]++
		switch {
		case right[i]:
			rightOf[kind]++
		case i >= len(o.List) || o.List[i].Omitted():
			g.Omitted++
		case answers[i] == wsc.Unknown || answers[i] >= len(p.Candidates):
			g.Invalid++
		}
	}
	if of[1] > 0 {
		fresh, same := share(rightOf[0], of[0]), share(rightOf[1], of[1])
		g.NewText, g.SameText = &fresh, &same
	}
	for _, f := range wsc.Check(o, problems) {
		if f.Graded {
			g.Warnings = append(g.Warnings, f.Error.Error())
		}
	}
	g.ByRuns = ByRuns(right, wsc.Runs(problems))
	g.Chance = Chance(problems, g.Right)
	g.Halves = halves(problems, answers)
	return g
}

// count returns the number of right answers.
func count(problems []wsc.Problem, answers []int) int {
	n := 0
	for i, p := range problems {
		if answers[i] == p.Right {
			n++
		}
	}
	return n
}

func halves(problems []wsc.Problem, answers []int) *Halves {
	pairs := wsc.Halves(problems)
	if len(pairs) == 0 {
		return nil
	}
	valid := func(i int) bool { return answers[i] >= 0 && answers[i] < len(problems[i].Candidates) }
	var h Halves
	both := 0
	for _, pair := range pairs {
		i, j := pair[0], pair[1]
		if valid(i) && valid(j) {
			h.Answered++
			if answers[i] != answers[j] {
				h.Different++
			}
		}
		if answers[i] == problems[i].Right && answers[j] == problems[j].Right {
			both++
		}
	}
	h.Both = share(both, len(pairs))
	return &h
}

// resamples is the number of resamples of [ByRuns].
const resamples = 10_000

// ByRuns returns a 95 % interval of the accuracy with whole runs of problems as units, because the
// answers to the problems of a run depend on each other: the 2.5 % and 97.5 % quantiles of the
// share of right answers over 10,000 resamples of the runs with replacement (the cluster bootstrap:
// Davison and Hinkley, “Bootstrap Methods and their Application”, 1997, section 3.8). The same
// answers give the same interval. It is nil for fewer than two runs.
//
// If all runs have the same share of right answers, it is a single point, as for a program that
// gives the same answer to both halves of every schema and so has exactly half of them right.
func ByRuns(right []bool, runs [][]int) *[2]float64 {
	if len(runs) < 2 {
		return nil
	}
	type unit struct{ right, of int }
	units := make([]unit, len(runs))
	for i, run := range runs {
		units[i].of = len(run)
		for _, k := range run {
			if right[k] {
				units[i].right++
			}
		}
	}
	rng := numbers.Stream(0, "winograd/by-runs", 0)
	shares := make([]float64, resamples)
	for i := range shares {
		var sum unit
		for range units {
			u := units[rng.IntN(len(units))]
			sum.right += u.right
			sum.of += u.of
		}
		shares[i] = float64(sum.right) / float64(sum.of)
	}
	slices.Sort(shares)
	const tail = resamples / 40
	return &[2]float64{shares[tail], shares[resamples-1-tail]}
}

// multiple is a common multiple of all numbers of candidates, 2 to 26.
const multiple int64 = 26_771_144_400

// randomExpectation returns the expected accuracy of guessing: the mean of 1/k over the problems, k
// being the number of candidates. It is 0 without problems.
func randomExpectation(problems []wsc.Problem) float64 {
	var sum int64
	for _, p := range problems {
		sum += multiple / int64(len(p.Candidates))
	}
	return float64(sum) / float64(multiple*int64(max(1, len(problems))))
}

// Chance returns the probability that guessing has at least the given number of right answers: the
// tail of the sum of independent draws that are right with probability 1/k, k being the number of
// candidates (Poisson's binomial distribution), computed exactly.
func Chance(problems []wsc.Problem, right int) float64 {
	// p[j] is the probability of j right answers to the problems so far.
	p := make([]float64, 1, len(problems)+1)
	p[0] = 1
	for _, problem := range problems {
		q := 1 / float64(len(problem.Candidates))
		p = append(p, 0)
		for j := len(p) - 1; j > 0; j-- {
			p[j] = p[j]*(1-q) + p[j-1]*q
		}
		p[0] *= 1 - q
	}
	sum := 0.0
	for j := len(p) - 1; j >= max(0, right); j-- {
		sum += p[j]
	}
	return min(1, sum)
}
