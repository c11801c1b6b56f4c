package synth

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/datasets"
)

// Dataset has the judges grade every answer on the scale from 0 to highest and
// returns the result. A rating is the sum of all grades, min-max scaled over
// the population.
func (p *Population) Dataset(judges []Judge, highest int) *datasets.Dataset {
	e := p.Exam
	d := &datasets.Dataset{
		Name:        "synthetic " + e.Name,
		Synthetic:   true,
		RatingNote:  fmt.Sprintf("sum of the grades of %d simulated judges, min-max scaled over the respondents", len(judges)),
		Questions:   make([]datasets.Question, len(e.Questions)),
		Respondents: make([]datasets.Respondent, len(p.Respondents)),
	}
	for i, q := range e.Questions {
		d.Questions[i] = datasets.Question{ID: q.ID, Text: q.Text, Key: append([]string(nil), q.Key...)}
	}
	lowest, top := math.Inf(1), math.Inf(-1)
	for i, r := range p.Respondents {
		out := datasets.Respondent{ID: r.ID}
		for k, a := range r.Answers {
			grades := make([]float64, len(judges))
			sum := 0.0
			for j, judge := range judges {
				grade := judge.Grade(e.Questions[k].ID, a.Text, a.Quality, highest)
				grades[j] = float64(grade) / float64(highest)
				sum += float64(grade)
			}
			out.Responses = append(out.Responses, a.Text)
			out.Judgements = append(out.Judgements, grades)
			out.Scores = append(out.Scores, sum/float64(len(judges)*highest))
			out.Rating += sum
		}
		lowest, top = min(lowest, out.Rating), max(top, out.Rating)
		d.Respondents[i] = out
	}
	for i := range d.Respondents {
		r := &d.Respondents[i]
		if top > lowest {
			r.Rating = (r.Rating - lowest) / (top - lowest)
		} else {
			r.Rating = 0
		}
	}
	return d
}
