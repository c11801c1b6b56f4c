package winograd

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/wsc"
)

// Grading is the grading of one collection of problems, answered by teams.
type Grading struct {
	Key      string `json:"key"` // the file of the problems with their right answers
	Problems int    `json:"problems"`
	// Random is the expected accuracy of guessing, and AlwaysA the accuracy of always answering A.
	Random  float64 `json:"random"`
	AlwaysA float64 `json:"always_a"`
	// Humans is the accuracy of the people who were asked, nil if the file does not say.
	Humans *Share `json:"humans,omitempty"`
	// Teams are sorted by score, the best first, and then by name.
	Teams []Grade `json:"teams"`
	// Contest reports whether the problems are those of a contest, which alone has Prizes: 60, in
	// XML.
	Contest bool    `json:"contest"`
	Prizes  []Prize `json:"prizes"`
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
	// as independent. The halves of a schema are not, but whole schemas are; see [Halves].
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Halves says how consistent the answers to the two halves of a schema are. The halves have the
// same two candidates and different right answers.
type Halves struct {
	// Both counts the pairs with both halves right, the group score of Elazar et al. (2021).
	// Guessing gets a quarter of them right.
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

// GradeAll grades outputs by problems with right answers, which come from the file key, and awards
// prizes. Only the final lists count; a missing or invalid answer is wrong. It is an error if a
// right answer is not known or two outputs are from the same team.
func GradeAll(problems []wsc.Problem, key string, outputs []wsc.Output) (Grading, error) {
	if err := wsc.Keyed(problems, key); err != nil {
		return Grading{}, err
	}
	r := Grading{Key: filepath.Base(key), Problems: len(problems), Random: guessing(problems), Teams: []Grade{}}
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
	files, pairs := map[string]string{}, wsc.Halves(problems)
	for _, o := range outputs {
		if other, twice := files[o.Team]; twice {
			return Grading{}, fmt.Errorf("found %s and %s of the same team, %q, expected one file per team",
				other, o.File, o.Team)
		}
		files[o.Team] = o.File
		r.Teams = append(r.Teams, grade(problems, pairs, o))
	}
	slices.SortStableFunc(r.Teams, func(a, b Grade) int {
		return cmp.Or(cmp.Compare(b.Right, a.Right), cmp.Compare(a.Team, b.Team))
	})
	r.Prizes = []Prize{}
	if r.Contest = len(problems) == contestProblems && problems[0].Set == ""; r.Contest {
		r.Prizes = prizes(r.Teams)
	}
	return r, nil
}

// grade grades the final list of a team.
func grade(problems []wsc.Problem, pairs [][2]int, o wsc.Output) Grade {
	answers := o.Answers(len(problems))
	g := Grade{Team: o.Team, File: filepath.Base(o.File), Share: share(count(problems, answers), len(problems)),
		Warnings: []string{}}
	for i, p := range problems {
		switch {
		case p.Has(answers[i]):
		case i >= len(o.List) || o.List[i].Omitted():
			g.Omitted++
		default:
			g.Invalid++
		}
	}
	for _, f := range wsc.Check(o, problems) {
		if f.Graded {
			g.Warnings = append(g.Warnings, f.Error.Error())
		}
	}
	g.Halves = halves(problems, pairs, answers)
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

func halves(problems []wsc.Problem, pairs [][2]int, answers []int) *Halves {
	if len(pairs) == 0 {
		return nil
	}
	var h Halves
	both := 0
	for _, pair := range pairs {
		i, j := pair[0], pair[1]
		p, q := problems[i], problems[j]
		if p.Has(answers[i]) && q.Has(answers[j]) {
			h.Answered++
			if wsc.Fold(p.Candidates[answers[i]]) != wsc.Fold(q.Candidates[answers[j]]) {
				h.Different++
			}
		}
		if answers[i] == p.Right && answers[j] == q.Right {
			both++
		}
	}
	h.Both = share(both, len(pairs))
	return &h
}

// guessing returns the expected accuracy of guessing: the mean of 1/k over the problems, k being
// the number of candidates. It is 0 without problems. Sums are whole, so that no order rounds them.
func guessing(problems []wsc.Problem) float64 {
	const multiple int64 = 26_771_144_400 // of all numbers up to 26, as there are letters
	sum := int64(0)
	for _, p := range problems {
		sum += multiple / int64(len(p.Candidates))
	}
	return float64(sum) / float64(multiple*int64(max(1, len(problems))))
}
