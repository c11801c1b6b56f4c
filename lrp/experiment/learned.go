package experiment

import (
	"math"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
)

// Coverage says how often a learner's prediction intervals hold the ratings of the test parts, over
// all trials.
type Coverage struct {
	Level float64 // the nominal coverage, [approach.IntervalLevel]
	Share float64 // the share of intervals that hold the rating
	Width float64 // the mean width of the intervals
}

// GradeAgreement is the agreement of a learner's grades with the scores that the data set gives the
// responses of the test parts, which the learner never sees: for each question over all trials, and
// then the mean over questions, as in [Human].Grades. Responses without a score do not count.
type GradeAgreement struct {
	All Agreement
	// Unseen is the agreement on responses with a text that no training respondent of the trial
	// gave to the question. Two texts are the same if their words are, including stop words, apart
	// from case and punctuation.
	Unseen      Agreement
	UnseenShare float64 // the share of such responses
}

// learned is what a learner says about one test part besides the ratings.
type learned struct {
	levels    int     // of the grading scale
	intervals int     // their number
	held      int     // the number of intervals that hold the rating
	width     float64 // the sum over all intervals
	// questions are the grades by question; empty without grades, or without scores to compare
	// them with.
	questions []gradedResponses
}

// gradedResponses are predicted and actual grades of responses to one question.
type gradedResponses struct {
	predicted, actual []float64
	unseen            []bool
}

// scores are the scores of a data set's responses.
type scores struct {
	levels int         // of the grading scale
	score  [][]float64 // [question][respondent], NaN if there is none
	text   [][]int     // [question][respondent]: a number for each distinct text
}

// newScores returns nil if the data set has no scores.
func newScores(ds *datasets.Dataset, docs [][]*text.Doc) *scores {
	s := &scores{levels: gradeLevels(ds)}
	scored := false
	for j := range ds.Questions {
		score, texts := make([]float64, len(ds.Respondents)), make([]int, len(ds.Respondents))
		number := map[string]int{}
		for i, r := range ds.Respondents {
			score[i] = math.NaN()
			if j < len(r.Scores) {
				score[i] = r.Scores[j]
			}
			scored = scored || !math.IsNaN(score[i])
			words := strings.Join(docs[j][i].Tokens, " ")
			if _, ok := number[words]; !ok {
				number[words] = len(number)
			}
			texts[i] = number[words]
		}
		s.score, s.text = append(s.score, score), append(s.text, texts)
	}
	if !scored {
		return nil
	}
	return s
}

// intervalTolerance is how far a rating at the end of an interval may be outside of it by rounding.
const intervalTolerance = 1e-9

func (l *learned) addInterval(interval [2]float64, rating float64) {
	low, high := interval[0], interval[1]
	if math.IsNaN(low) || math.IsNaN(high) {
		return
	}
	l.intervals++
	l.width += high - low
	if low-intervalTolerance <= rating && rating <= high+intervalTolerance {
		l.held++
	}
}

// addGrades adds the grades predicted for the test part, by respondent and question.
func (l *learned) addGrades(s *scores, split datasets.Split, grades [][]float64) {
	l.levels = s.levels
	for j, score := range s.score {
		seen := make(map[int]bool, len(split.Train))
		for _, i := range split.Train {
			seen[s.text[j][i]] = true
		}
		var q gradedResponses
		for k, i := range split.Test {
			if j < len(grades[k]) && !math.IsNaN(score[i]) && !math.IsNaN(grades[k][j]) {
				q.predicted = append(q.predicted, grades[k][j])
				q.actual = append(q.actual, score[i])
				q.unseen = append(q.unseen, !seen[s.text[j][i]])
			}
		}
		l.questions = append(l.questions, q)
	}
}

// summariseLearned sums up intervals and grades over trials.
func summariseLearned(trials []outcome) (*Coverage, *GradeAgreement) {
	var all learned
	for _, t := range trials {
		l := t.learned
		if l == nil {
			return nil, nil
		}
		all.levels = l.levels
		all.intervals += l.intervals
		all.held += l.held
		all.width += l.width
		if all.questions == nil {
			all.questions = make([]gradedResponses, len(l.questions))
		}
		for j, q := range l.questions {
			a := &all.questions[j]
			a.predicted = append(a.predicted, q.predicted...)
			a.actual = append(a.actual, q.actual...)
			a.unseen = append(a.unseen, q.unseen...)
		}
	}
	var coverage *Coverage
	if n := float64(all.intervals); n > 0 {
		coverage = &Coverage{approach.IntervalLevel, float64(all.held) / n, all.width / n}
	}
	return coverage, all.agreement()
}

// agreement returns nil if no grade has a score.
func (l *learned) agreement() *GradeAgreement {
	var all, unseen []Agreement
	responses, unseenResponses := 0, 0
	for _, q := range l.questions {
		var predicted, actual []float64
		for k, isUnseen := range q.unseen {
			if isUnseen {
				predicted = append(predicted, q.predicted[k])
				actual = append(actual, q.actual[k])
			}
		}
		responses += len(q.predicted)
		unseenResponses += len(predicted)
		all = append(all, newAgreement(q.predicted, q.actual, l.levels))
		unseen = append(unseen, newAgreement(predicted, actual, l.levels))
	}
	if responses == 0 {
		return nil
	}
	return &GradeAgreement{
		All:         MeanAgreement(all),
		Unseen:      MeanAgreement(unseen),
		UnseenShare: float64(unseenResponses) / float64(responses),
	}
}

// learnedJSON is the part of a result's document that only learners have.
type learnedJSON struct {
	Level       *float64   `json:"interval_level,omitempty"`
	Share       *float64   `json:"interval_coverage_mean,omitempty"`
	Width       *float64   `json:"interval_width_mean,omitempty"`
	All         *Agreement `json:"agreement,omitempty"`
	Unseen      *Agreement `json:"agreement_unseen,omitempty"` // left out if UnseenShare is 0
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

// coverage returns nil unless the document has all of it.
func (j *learnedJSON) coverage() *Coverage {
	if j.Level == nil || j.Share == nil || j.Width == nil {
		return nil
	}
	return &Coverage{*j.Level, *j.Share, *j.Width}
}

// grades returns nil unless the document has them.
func (j *learnedJSON) grades() *GradeAgreement {
	if j.All == nil || j.UnseenShare == nil {
		return nil
	}
	nan := math.NaN()
	g := &GradeAgreement{*j.All, Agreement{nan, nan, nan}, *j.UnseenShare}
	if j.Unseen != nil {
		g.Unseen = *j.Unseen
	}
	return g
}
