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
	d, _ := p.graded(judges, highest)
	d.RatingNote = fmt.Sprintf("sum of the grades of %d simulated judges, min-max scaled over the respondents", len(judges))
	lowest, top := math.Inf(1), math.Inf(-1)
	for i := range d.Respondents {
		sum := d.Respondents[i].Rating
		lowest, top = min(lowest, sum), max(top, sum)
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

// graded is the data set with sums of grades in place of ratings, and the highest sum attainable.
func (p *Population) graded(judges []Judge, highest int) (d *datasets.Dataset, most float64) {
	e := p.Exam
	d = &datasets.Dataset{
		Name:        "synthetic " + e.Name,
		Synthetic:   true,
		Questions:   make([]datasets.Question, len(e.Questions)),
		Respondents: make([]datasets.Respondent, len(p.Respondents)),
	}
	for i, q := range e.Questions {
		d.Questions[i] = datasets.Question{ID: q.ID, Text: q.Text, Key: append([]string(nil), q.Key...)}
	}
	each(len(p.Respondents), func(i int) { d.Respondents[i] = p.Respondents[i].graded(e, judges, highest) })
	return d, float64(len(judges) * highest * len(e.Questions))
}

// graded has the judges grade the respondent's answers. The rating is the sum of all grades.
func (r *Respondent) graded(e *Exam, judges []Judge, highest int) datasets.Respondent {
	out := datasets.Respondent{ID: r.ID}
	for k, a := range r.Answers {
		plain := plainText(a.Text)
		grades := make([]float64, len(judges))
		sum := 0.0
		for j, judge := range judges {
			grade := judge.grade(e.Questions[k].ID, plain, a.Quality, highest)
			grades[j] = float64(grade) / float64(highest)
			sum += float64(grade)
		}
		out.Responses = append(out.Responses, a.Text)
		out.Judgements = append(out.Judgements, grades)
		out.Scores = append(out.Scores, sum/float64(len(judges)*highest))
		out.Rating += sum
	}
	return out
}
