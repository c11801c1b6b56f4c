package experiment

import (
	"cmp"
	"math"
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
}

// learned is what a learner says about one test part besides the ratings.
type learned struct {
	Levels    int     // of the grading scale
	Level     float64 // of the intervals; 0 stands for [approach.IntervalLevel]
	Intervals []ratedInterval
	// Questions are the grades by question; empty without grades, or without scores to compare
	// them with.
	Questions [][]gradedResponse
}

// gradedResponse is the predicted and the actual grade of a response.
type gradedResponse struct {
	Predicted, Actual float64
	Unseen            bool
	Mean, Majority    float64 // of the training part
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

// addGrades adds the grades predicted for the test part, by respondent and question.
func (l *learned) addGrades(s *scores, split datasets.Split, grades [][]float64) {
	l.Levels = s.levels
	for j, score := range s.score {
		seen := make(map[int]bool, len(split.Train))
		for _, i := range split.Train {
			seen[s.text[j][i]] = true
		}
		var q []gradedResponse
		mean, majority := s.baseline(j, split.Train)
		for k, i := range split.Test {
			if j < len(grades[k]) && !math.IsNaN(score[i]) && !math.IsNaN(grades[k][j]) {
				q = append(q,
					gradedResponse{grades[k][j], score[i], !seen[s.text[j][i]], mean, majority})
			}
		}
		l.Questions = append(l.Questions, q)
	}
}

// baseline returns the mean and the most frequent grade of a question, the lower one of equally
// frequent ones, in a training part; NaN if it has no grade.
func (s *scores) baseline(question int, train []int) (mean, majority float64) {
	var known []float64
	top, count := float64(s.levels-1), map[float64]int{}
	majority = math.NaN()
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
	mean, _ = stats.MeanSD(known)
	return mean, majority
}

// summariseLearned sums up intervals and grades over trials.
func summariseLearned(trials []outcome) (*Coverage, *GradeAgreement) {
	var all learned
	for _, t := range trials {
		l := t.Learned
		if l == nil {
			return nil, nil
		}
		all.Levels, all.Level = l.Levels, l.Level
		all.Intervals = append(all.Intervals, l.Intervals...)
		if all.Questions == nil {
			all.Questions = make([][]gradedResponse, len(l.Questions))
		}
		for j, q := range l.Questions {
			all.Questions[j] = append(all.Questions[j], q...)
		}
	}
	return newCoverage(all.Intervals, cmp.Or(all.Level, approach.IntervalLevel)), all.agreement()
}

// agreement returns nil if no grade has a score.
func (l *learned) agreement() *GradeAgreement {
	var all, unseen, baseline []Agreement
	responses, unseenResponses := 0, 0
	for _, list := range l.Questions {
		var predicted, actual, newPredicted, newActual, mean, majority []float64
		for _, r := range list {
			predicted, actual = append(predicted, r.Predicted), append(actual, r.Actual)
			mean, majority = append(mean, r.Mean), append(majority, r.Majority)
			if r.Unseen {
				newPredicted = append(newPredicted, r.Predicted)
				newActual = append(newActual, r.Actual)
			}
		}
		responses, unseenResponses = responses+len(list), unseenResponses+len(newActual)
		all = append(all, newAgreement(predicted, actual, l.Levels))
		unseen = append(unseen, newAgreement(newPredicted, newActual, l.Levels))
		guess := newAgreement(majority, actual, l.Levels)
		guess.Pearson, guess.RMSE = math.NaN(), rootMeanSquare(mean, actual)
		baseline = append(baseline, guess)
	}
	if responses == 0 {
		return nil
	}
	guess := MeanAgreement(baseline)
	g := &GradeAgreement{All: MeanAgreement(all), Baseline: &guess,
		UnseenShare: float64(unseenResponses) / float64(responses)}
	if unseenResponses > 0 {
		mean := MeanAgreement(unseen)
		g.Unseen = &mean
	}
	return g
}
