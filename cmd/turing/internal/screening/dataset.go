package screening

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/datasets"
)

// Dataset makes sheets of answers a data set for package lrp: its questions are those of the
// questionnaire, its respondents those of the sheets, and the score of an answer its share of the
// attainable points. Ratings, in [0,1], are by respondent; a respondent without one is unrated. Nil
// ratings stand for the share of all attainable points.
func Dataset(q *Questionnaire, sheets []*Sheet, ratings map[string]float64) (*datasets.Dataset, error) {
	d := &datasets.Dataset{Name: q.Name}
	if ratings == nil {
		d.RatingNote = "Ratings are shares of the attainable points of the screening."
	}
	for _, question := range q.Questions {
		d.Questions = append(d.Questions,
			datasets.Question{ID: question.ID, Text: question.Text, Key: question.Key})
	}
	found := 0
	for _, s := range sheets {
		r := datasets.Respondent{ID: s.Respondent, Rating: math.NaN()}
		for _, row := range s.Rows {
			r.Responses = append(r.Responses, row.Answer.Text)
			r.Scores = append(r.Scores, row.Mark.Points/row.Mark.Of)
		}
		if rating, rated := ratings[s.Respondent]; rated {
			r.Rating = rating
			found++
		} else if points, of := s.Points(); ratings == nil {
			r.Rating = points / of
		}
		d.Respondents = append(d.Respondents, r)
	}
	if found < len(ratings) {
		return nil, fmt.Errorf("found ratings of %d entries and answers of %d of them, expected answers of all",
			len(ratings), found)
	}
	return d, d.Validate()
}
