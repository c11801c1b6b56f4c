package lrp

import (
	"math"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
)

// Coverage is how well a learner's prediction intervals hold the ratings of the test parts, all trials together.
type Coverage struct {
	Level float64 // the share that they are meant to hold, [IntervalLevel]
	Share float64 // the share that they hold
	Width float64 // their mean width
}

// GradeAgreement is how well a learner's grades meet the scores that the data set gives the responses, of which
// it was not told: for each question over the test parts of all trials together, and then the mean over questions,
// as with [Human.Grades]. Responses without a score do not count.
type GradeAgreement struct {
	All Agreement
	// Unseen is that of responses whose text none of the trial's training respondents gave to the question: texts
	// are the same where their words are, stop words among them, case and punctuation aside.
	Unseen      Agreement
	UnseenShare float64 // the share of such responses
}

// learned is what a learner says of one test part beside the ratings.
type learned struct {
	levels          int // of the grading scale
	intervals, held int
	width           float64  // the sum over all intervals
	questions       []graded // empty where there are no grades, or no scores to hold them against
}

// graded are predicted and actual grades of responses to one question.
type graded struct {
	predicted, actual []float64
	unseen            []bool
}

// scores are the scores of a data set's responses.
type scores struct {
	levels int         // of the grading scale
	of     [][]float64 // [question][respondent], NaN where there is none
	text   [][]int     // [question][respondent]: a number for each distinct text
}

// newScores returns nil where the data set has no scores.
func newScores(ds *datasets.Dataset, docs [][]*text.Doc) *scores {
	s := &scores{levels: GradeLevels(ds)}
	any := false
	for j := range ds.Questions {
		of, texts, numbers := make([]float64, len(ds.Respondents)), make([]int, len(ds.Respondents)), map[string]int{}
		for i, r := range ds.Respondents {
			of[i] = math.NaN()
			if j < len(r.Scores) {
				of[i] = r.Scores[j]
			}
			any = any || !math.IsNaN(of[i])
			words := strings.Join(docs[j][i].Tokens, " ")
			if _, ok := numbers[words]; !ok {
				numbers[words] = len(numbers)
			}
			texts[i] = numbers[words]
		}
		s.of, s.text = append(s.of, of), append(s.text, texts)
	}
	if !any {
		return nil
	}
	return s
}

// intervalTolerance is how far a rating at the end of an interval may be outside of it, by rounding.
const intervalTolerance = 1e-9

func (l *learned) addInterval(interval [2]float64, rating float64) {
	lo, hi := interval[0], interval[1]
	if math.IsNaN(lo) || math.IsNaN(hi) {
		return
	}
	l.intervals++
	l.width += hi - lo
	if lo-intervalTolerance <= rating && rating <= hi+intervalTolerance {
		l.held++
	}
}

// addGrades takes the grades predicted for the test part, each respondent's by question.
func (l *learned) addGrades(s *scores, split datasets.Split, grades [][]float64) {
	l.levels = s.levels
	for j := range s.of {
		seen := make(map[int]bool, len(split.Train))
		for _, i := range split.Train {
			seen[s.text[j][i]] = true
		}
		var q graded
		for k, i := range split.Test {
			if j < len(grades[k]) && !math.IsNaN(s.of[j][i]) && !math.IsNaN(grades[k][j]) {
				q.predicted = append(q.predicted, grades[k][j])
				q.actual = append(q.actual, s.of[j][i])
				q.unseen = append(q.unseen, !seen[s.text[j][i]])
			}
		}
		l.questions = append(l.questions, q)
	}
}

// summariseLearned fills in what is known of a learner's intervals and grades.
func (r *Result) summariseLearned(trials []Outcome) {
	var all learned
	for _, t := range trials {
		l := t.learned
		if l == nil {
			return
		}
		all.levels = l.levels
		all.intervals += l.intervals
		all.held += l.held
		all.width += l.width
		if all.questions == nil {
			all.questions = make([]graded, len(l.questions))
		}
		for j, q := range l.questions {
			a := &all.questions[j]
			a.predicted, a.actual, a.unseen = append(a.predicted, q.predicted...), append(a.actual, q.actual...), append(a.unseen, q.unseen...)
		}
	}
	if n := float64(all.intervals); n > 0 {
		r.Coverage = &Coverage{IntervalLevel, float64(all.held) / n, all.width / n}
	}
	r.Grades = all.agreement()
}

// agreement returns nil where no grade has a score.
func (l *learned) agreement() *GradeAgreement {
	var every, unseen []Agreement
	total, news := 0, 0
	for _, q := range l.questions {
		var predicted, actual []float64
		for k, isNew := range q.unseen {
			if isNew {
				predicted, actual = append(predicted, q.predicted[k]), append(actual, q.actual[k])
			}
		}
		total += len(q.predicted)
		news += len(predicted)
		every = append(every, NewAgreement(q.predicted, q.actual, l.levels))
		unseen = append(unseen, NewAgreement(predicted, actual, l.levels))
	}
	if total == 0 {
		return nil
	}
	return &GradeAgreement{MeanAgreement(every), MeanAgreement(unseen), float64(news) / float64(total)}
}

// learnedJSON is the part of a result's document that only learners have.
type learnedJSON struct {
	Level       *float64   `json:"interval_level,omitempty"`
	Share       *float64   `json:"interval_coverage_mean,omitempty"`
	Width       *float64   `json:"interval_width_mean,omitempty"`
	All         *Agreement `json:"agreement,omitempty"`
	Unseen      *Agreement `json:"agreement_unseen,omitempty"` // left out where there is no such response
	UnseenShare *float64   `json:"unseen_share,omitempty"`
}

func newLearnedJSON(c *Coverage, g *GradeAgreement) learnedJSON {
	var j learnedJSON
	if c != nil {
		j.Level, j.Share, j.Width = &c.Level, &c.Share, &c.Width
	}
	if g != nil {
		j.All, j.UnseenShare = &g.All, &g.UnseenShare
		if g.UnseenShare > 0 {
			j.Unseen = &g.Unseen
		}
	}
	return j
}

func (j learnedJSON) read() (c *Coverage, g *GradeAgreement) {
	if j.Level != nil && j.Share != nil && j.Width != nil {
		c = &Coverage{*j.Level, *j.Share, *j.Width}
	}
	if j.All != nil && j.UnseenShare != nil {
		nan := math.NaN()
		g = &GradeAgreement{*j.All, Agreement{nan, nan, nan}, *j.UnseenShare}
		if j.Unseen != nil {
			g.Unseen = *j.Unseen
		}
	}
	return c, g
}
