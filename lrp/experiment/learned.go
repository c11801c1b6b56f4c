package experiment

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/stats"
)

// GradeAgreement is the agreement of a learner's grades with the scores that the data set gives the
// responses of the test parts, which the learner never sees: for each question over all trials, and
// then the mean over questions, as in [Human].Grades. Responses without a score do not count.
type GradeAgreement struct {
	All Agreement `json:"agreement"`
	// Unseen is the agreement on responses with a text that no training respondent of the trial
	// gave to the question. Two texts are the same if their words are, including stop words, apart
	// from case and punctuation. It is nil if there are none.
	Unseen      *Agreement `json:"agreement_unseen,omitempty"`
	UnseenShare float64    `json:"unseen_share"` // the share of such responses
	// Baseline is what a question's training part alone says: RMSE is that of the mean grade,
	// accuracy and kappa are those of the most frequent one. It is nil in old documents.
	Baseline *Agreement `json:"agreement_baseline,omitempty"`
	// Questions has each question with a graded response. It is nil in learning curves and in old
	// documents.
	Questions []QuestionGrades `json:"agreement_questions,omitempty"`
}

// QuestionGrades is the agreement of a learner's grades with the scores of one question, over the
// responses of all test parts. A response counts as often as it was in one.
type QuestionGrades struct {
	ID        string    `json:"id"`               // of the question
	Responses int       `json:"responses"`        // their number
	All       Agreement `json:"agreement"`        // on them
	Unseen    int       `json:"unseen"`           // the number of those with an unseen text
	OnUnseen  Agreement `json:"agreement_unseen"` // on these; undefined if there are none
}

// Grade is a learner's grade of one response in one trial.
type Grade struct {
	Trial      int     // its number, from 0
	Respondent int     // index in the data set
	Predicted  float64 // in [0,1]
	Score      float64 // that the data set gives the response; NaN if it has none
	Unseen     bool    // see [GradeAgreement]
}

// learned is what a learner says about one test part besides the ratings.
type learned struct {
	Levels    int     // of the grading scale
	Level     float64 // of the intervals; 0 stands for [approach.IntervalLevel]
	Intervals []ratedInterval
	// Questions are the grades by question; empty without grades, or without scores to compare
	// them with unless grades are kept.
	Questions [][]Grade
	Baseline  [][2]float64 // by question; see [scores.baseline]
}

// scores are the scores of a data set's responses.
type scores struct {
	levels int         // of the grading scale
	keep   bool        // grades of responses without a score too
	score  [][]float64 // [question][respondent], NaN if there is none
	text   [][]int     // [question][respondent]: a number for each distinct text
}

// newScores returns nil if there is nothing to keep: the data set has no scores.
func newScores(ds *datasets.Dataset, docs [][]*text.Doc, keep bool) *scores {
	s := &scores{levels: gradeLevels(ds), keep: keep}
	scored := keep
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

// addGrades adds the grades predicted for the test part, by respondent and question.
func (l *learned) addGrades(s *scores, split datasets.Split, grades [][]float64) {
	l.Levels = s.levels
	for j, score := range s.score {
		seen := make(map[int]bool, len(split.Train))
		for _, i := range split.Train {
			seen[s.text[j][i]] = true
		}
		var q []Grade
		for k, i := range split.Test {
			if j < len(grades[k]) && (s.keep || !math.IsNaN(score[i])) && !math.IsNaN(grades[k][j]) {
				q = append(q, Grade{Respondent: i, Predicted: grades[k][j], Score: score[i],
					Unseen: !seen[s.text[j][i]]})
			}
		}
		l.Questions = append(l.Questions, q)
		l.Baseline = append(l.Baseline, s.baseline(j, split.Train))
	}
}

// of reports whether grades may be those of so many respondents and questions.
func (l *learned) of(respondents, questions int) bool {
	if l == nil {
		return true
	}
	for _, q := range l.Questions {
		for _, g := range q {
			if g.Respondent < 0 || g.Respondent >= respondents {
				return false
			}
		}
	}
	return len(l.Questions) <= questions && len(l.Questions) == len(l.Baseline)
}

// baseline returns the mean and the most frequent grade of a question, the lower one of equally
// frequent ones, in a training part; NaN if it has no grade.
func (s *scores) baseline(question int, train []int) [2]float64 {
	var known []float64
	top, count := float64(s.levels-1), map[float64]int{}
	majority := math.NaN()
	for _, i := range train {
		if g := s.score[question][i]; !math.IsNaN(g) {
			known = append(known, g)
			count[math.Round(g*top)/top]++
		}
	}
	for g, n := range count {
		if math.IsNaN(majority) || n > count[majority] || n == count[majority] && g < majority {
			majority = g
		}
	}
	mean, _ := stats.MeanSD(known)
	return [2]float64{mean, majority}
}

// summariseLearned sums up intervals and grades over trials, and returns all grades by question.
func summariseLearned(trials []outcome) (*Coverage, *GradeAgreement, [][]Grade) {
	var all learned
	for i, t := range trials {
		l := t.Learned
		if l == nil {
			return nil, nil, nil
		}
		all.Levels, all.Level = l.Levels, l.Level
		all.Intervals = append(all.Intervals, l.Intervals...)
		for j, q := range l.Questions {
			if j == len(all.Questions) {
				all.Questions = append(all.Questions, nil)
			}
			for _, g := range q {
				g.Trial = i
				all.Questions[j] = append(all.Questions[j], g)
			}
		}
	}
	coverage := newCoverage(all.Intervals, cmp.Or(all.Level, approach.IntervalLevel))
	return coverage, all.agreement(trials), all.Questions
}

// agreement returns nil if no grade has a score. The grades are those of all trials.
func (l *learned) agreement(trials []outcome) *GradeAgreement {
	g := &GradeAgreement{}
	var all, unseen, baseline []Agreement
	responses, unseenResponses := 0, 0
	for j, list := range l.Questions {
		var predicted, actual, newPredicted, newActual, mean, majority []float64
		for _, r := range list {
			if math.IsNaN(r.Score) {
				continue
			}
			guess := trials[r.Trial].Learned.Baseline[j]
			predicted, actual = append(predicted, r.Predicted), append(actual, r.Score)
			mean, majority = append(mean, guess[0]), append(majority, guess[1])
			if r.Unseen {
				newPredicted = append(newPredicted, r.Predicted)
				newActual = append(newActual, r.Score)
			}
		}
		q := QuestionGrades{Responses: len(actual), All: newAgreement(predicted, actual, l.Levels),
			Unseen: len(newActual), OnUnseen: newAgreement(newPredicted, newActual, l.Levels)}
		g.Questions = append(g.Questions, q)
		responses, unseenResponses = responses+q.Responses, unseenResponses+q.Unseen
		all, unseen = append(all, q.All), append(unseen, q.OnUnseen)
		guess := newAgreement(majority, actual, l.Levels)
		guess.Pearson, guess.RMSE = math.NaN(), rootMeanSquare(mean, actual)
		baseline = append(baseline, guess)
	}
	if responses == 0 {
		return nil
	}
	guess := MeanAgreement(baseline)
	g.All, g.Baseline = MeanAgreement(all), &guess
	g.UnseenShare = float64(unseenResponses) / float64(responses)
	if unseenResponses > 0 {
		mean := MeanAgreement(unseen)
		g.Unseen = &mean
	}
	return g
}

// name names the questions, and leaves out those without a response.
func (g *GradeAgreement) name(questions []datasets.Question) {
	for j := range g.Questions {
		g.Questions[j].ID = questions[j].ID
	}
	g.Questions = slices.DeleteFunc(g.Questions,
		func(q QuestionGrades) bool { return q.Responses == 0 })
}
