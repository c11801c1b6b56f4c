package auto

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// Training is what a fit learns from: the respondents of a training set, none or more.
type Training struct {
	// Responses holds, by respondent, the response to each question, in the order of the questions.
	Responses [][]*text.Doc
	// Ratings holds, by respondent, the rating in [0,1], or NaN if it is unknown. A respondent
	// without a rating needs a score.
	Ratings []float64
	// Scores holds, by respondent, the grade of each response, in [0,1], or NaN if it is unknown;
	// nil for a respondent without any. It is nil if there are none.
	Scores [][]float64
}

// check returns an error if it is no training set for the questions.
func (p *Prepared) check(t Training) error {
	if len(t.Responses) != len(t.Ratings) || t.Scores != nil && len(t.Scores) != len(t.Ratings) {
		return fmt.Errorf("%w: found %d respondents, %d ratings and %d lists of scores, expected one "+
			"for each", errShape, len(t.Responses), len(t.Ratings), len(t.Scores))
	}
	for i, r := range t.Responses {
		if len(r) != len(p.questions) {
			return fmt.Errorf("%w: found %d responses of respondent %d, expected one for each of "+
				"%d questions", errShape, len(r), i, len(p.questions))
		}
		scored := false
		if t.Scores != nil && t.Scores[i] != nil {
			if len(t.Scores[i]) != len(p.questions) {
				return fmt.Errorf("%w: found %d scores of respondent %d, expected one for each of %d "+
					"questions", errShape, len(t.Scores[i]), i, len(p.questions))
			}
			for _, s := range t.Scores[i] {
				if s < 0 || s > 1 {
					return fmt.Errorf("%w: found the score %v of respondent %d, expected 0 to 1",
						errRating, s, i)
				}
				scored = scored || !math.IsNaN(s)
			}
		}
		if y := t.Ratings[i]; y < 0 || y > 1 || math.IsNaN(y) && !scored {
			return fmt.Errorf("%w: found %v of respondent %d, expected 0 to 1",
				errRating, y, i)
		}
	}
	return nil
}

// learned returns the training set as it is learned from: without lists of scores if there are
// none, and if nobody is rated, with the mean scores of those all of whose responses have one as
// ratings.
func (t Training) learned() Training {
	scored := func(list []float64) bool {
		return slices.ContainsFunc(list, func(s float64) bool { return !math.IsNaN(s) })
	}
	if !slices.ContainsFunc(t.Scores, scored) {
		t.Scores = nil
		return t
	}
	if len(numbers.Known(t.Ratings)) > 0 {
		return t
	}
	t.Ratings = slices.Clone(t.Ratings)
	for i, list := range t.Scores {
		if list != nil { // NaN if one of them is
			t.Ratings[i] = stat.Mean(list, nil)
		}
	}
	return t
}

// totals returns the ratings and those who have them, without scores.
func (t Training) totals() Training {
	t.Scores = nil
	return t.leaving(func(i int) bool { return math.IsNaN(t.Ratings[i]) })
}

// observed returns the members whose ratings are observations: those with a rating but not a score
// for every answer.
func (t Training) observed(member func(i int) bool) []int {
	return slices.DeleteFunc(numbers.UpTo(len(t.Ratings)), func(i int) bool {
		return !member(i) || math.IsNaN(t.Ratings[i]) || t.isComplete(i)
	})
}

// addScores adds the members' scores for question j to the answers, by text. The texts are given by
// respondent.
func (t Training) addScores(of []answer, j int, texts []int32, member func(i int) bool) {
	for i, list := range t.Scores {
		if list != nil && member(i) && !math.IsNaN(list[j]) {
			of[texts[i]].count++
			of[texts[i]].sum += list[j]
		}
	}
}

// complete returns the number of respondents all of whose answers have scores.
func (t Training) complete() (n int) {
	for i := range t.Scores {
		if t.isComplete(i) {
			n++
		}
	}
	return n
}

// isComplete reports whether all answers of respondent i have scores.
func (t Training) isComplete(i int) bool {
	if t.Scores == nil || t.Scores[i] == nil {
		return false
	}
	some := false
	for j, s := range t.Scores[i] {
		if math.IsNaN(s) && !blank(t.Responses[i][j]) {
			return false
		}
		some = some || !math.IsNaN(s)
	}
	return some
}

// blankScore returns the mean score of questions without an answer, or 0 if none has one.
func (t Training) blankScore() float64 {
	var sum, n float64
	for i, list := range t.Scores {
		for j, s := range list {
			if blank(t.Responses[i][j]) && !math.IsNaN(s) {
				sum += s
				n++
			}
		}
	}
	return sum / max(1, n)
}

// only returns the training set of some respondents.
func (t Training) only(members []int) Training {
	some := Training{
		Responses: numbers.At(t.Responses, members), Ratings: numbers.At(t.Ratings, members),
	}
	if t.Scores != nil {
		some.Scores = numbers.At(t.Scores, members)
	}
	return some
}

// leaving returns the training set of the respondents who are not left out.
func (t Training) leaving(out func(i int) bool) Training {
	return t.only(slices.DeleteFunc(numbers.UpTo(len(t.Ratings)), out))
}

// evenly returns the training set of at most n respondents, evenly spaced.
func (t Training) evenly(n int) Training {
	if len(t.Ratings) <= n {
		return t
	}
	return t.only(numbers.Evenly(numbers.UpTo(len(t.Ratings)), n))
}
