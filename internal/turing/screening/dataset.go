package screening

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/datasets"
)

// Dataset makes sheets of answers a data set for package lrp: its questions are those of the
// questionnaire, its respondents those of the sheets, and the score of an answer its share of the
// attainable points. Ratings, in [0,1], are by respondent; a respondent without one is unrated. Nil
// ratings stand for the share of all attainable points. The note says how ratings were obtained.
//
// The data set is synthetic if one of the sheets is.
func Dataset(
	q *Questionnaire,
	sheets []*Sheet,
	ratings map[string]float64,
	note string,
) (*datasets.Dataset, error) {
	d := &datasets.Dataset{Name: q.Name, RatingNote: note}
	if ratings == nil && note == "" {
		d.RatingNote = "Ratings are shares of the attainable points of the screening."
	}
	for _, question := range q.Questions {
		d.Questions = append(d.Questions, datasets.Question{ID: question.ID, Text: question.Text,
			Key: question.Key})
	}
	seen := map[string]bool{}
	for _, s := range sheets {
		if seen[s.Respondent] {
			return nil, fmt.Errorf(
				"found two sheets of %q, expected one of each respondent",
				s.Respondent,
			)
		}
		seen[s.Respondent] = true
		r := datasets.Respondent{ID: s.Respondent, Rating: math.NaN()}
		for _, row := range s.Rows {
			score := math.NaN()
			if row.Mark.Of > 0 {
				score = math.Max(0, math.Min(1, row.Mark.Points/row.Mark.Of))
			}
			r.Responses = append(r.Responses, row.Answer.Text)
			r.Scores = append(r.Scores, score)
		}
		rating, rated := ratings[s.Respondent]
		switch points, of := s.Points(); {
		case ratings == nil && of > 0:
			r.Rating = points / of
		case rated && !(rating >= 0 && rating <= 1):
			return nil, fmt.Errorf(
				"found the rating %v of %q, expected one from 0 to 1",
				rating,
				s.Respondent,
			)
		case rated:
			r.Rating = rating
		}
		d.Synthetic = d.Synthetic || s.Synthetic
		d.Respondents = append(d.Respondents, r)
	}
	for name := range ratings {
		if !seen[name] {
			return nil, fmt.Errorf("found a rating of %q, who has no sheet", name)
		}
	}
	return d, nil
}
