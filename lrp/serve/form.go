package serve

import (
	"errors"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/style"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grade"
)

// form answers POST / of the page's form with the page and the rating. The form has a field
// response for each question, in their order, and do=explain if the rating is to be explained.
func (s *service) form(c *call) error {
	values, err := formValues(c.body)
	if err != nil {
		return err
	}
	p := s.newPage(c)
	var one record
	for i, text := range values["response"] {
		text = strings.ReplaceAll(text, "\r\n", "\n") // as browsers send lines
		if i < len(p.Fields) {
			p.Fields[i].Response = text
		}
		one.Responses = append(one.Responses, &text)
	}
	err = one.check(c.m, &s.o)
	if err != nil {
		s.bad.Add(1)
	} else if values.Get("do") == "explain" {
		err = s.fillExplanation(c, p, one.texts())
	} else {
		err = s.fillPrediction(c, p, one.texts())
	}
	return s.finish(c, p, err)
}

// finish writes the page. What is wrong with the input is said on the page.
func (s *service) finish(c *call, p *pageData, err error) error {
	status := http.StatusOK
	var f *httpx.Error
	switch {
	case errors.As(err, &f) && f.Status < 500 && f.Status != errGone.Status:
		p.Error, p.Notes, status = f.Message, grade.Sentences(notesOf(err)), f.Status
		for name, list := range f.Header {
			c.w.Header()[name] = list
		}
	case err != nil:
		return err
	}
	return s.writePage(c.w, status, p)
}

func (s *service) fillPrediction(c *call, p *pageData, texts []string) error {
	var all lrp.Prediction
	err := s.limit.compute(c.r.Context(), func() (err error) {
		all, err = c.m.Predict(texts)
		return err
	})
	if err != nil {
		return err
	}
	s.predicted.Add(1)
	p.show(c.m, texts, all)
	return nil
}

// show shows the predicted rating and the suggested points. It returns the prediction in the user's
// units.
func (p *pageData) show(m *lrp.Model, texts []string, of lrp.Prediction) *grade.Result {
	one := &datasets.Dataset{Questions: m.Questions(),
		Respondents: []datasets.Respondent{{Responses: texts}}}
	r := grade.Predicted(one, m, []lrp.Prediction{of})
	row := &r.Rows[0]
	p.Rating = &pageRating{Value: r.Format(row.Rating), Range: r.Range(row), Bar: bar(r, row),
		Notes: grade.Sentences(r.Notes)}
	if m.Scale().Value(0) == 0 {
		p.Rating.Value += fmt.Sprintf(" of %.6g", m.Scale().Value(1))
	}
	if r.Graded() {
		p.Rating.Notes = append(p.Rating.Notes, r.PointsText())
	}
	for j, points := range r.Suggested(row) {
		f := &p.Fields[j]
		f.Points = r.FormatPoints(points, j)
		f.Bar = style.Bar(points/r.Points[j], math.NaN(), math.NaN(), "suggested "+f.Points)
	}
	return r
}

// bar draws the rating of a row with its range, nothing if there is no range.
func bar(r *grade.Result, row *grade.Row) template.HTML {
	if r.Range(row) == "" {
		return ""
	}
	return style.Bar(r.Scale.Rating(row.Rating), r.Scale.Rating(row.Low), r.Scale.Rating(row.High),
		"rating "+r.Format(row.Rating)+", probably "+r.Range(row))
}

// maxShownWords is the number of words shown with an explanation.
const maxShownWords = 5

func (s *service) fillExplanation(c *call, p *pageData, texts []string) error {
	e, err := s.explained(c, texts)
	if err != nil {
		return err
	}
	of := lrp.Prediction{Rating: e.Rating, Interval: e.Interval}
	for _, q := range e.Questions {
		if !math.IsNaN(q.Grade) {
			of.Grades = append(of.Grades, q.Grade)
		}
	}
	if len(of.Grades) < len(texts) {
		of.Grades = nil
	}
	r := p.show(c.m, texts, of)
	p.Explained = true
	p.explain(r, e.Scaled(c.m.Scale()))
	return nil
}

// explain shows what the rating is the sum of.
func (p *pageData) explain(r *grade.Result, e lrp.Explanation) {
	parts := []float64{e.Base, e.Whole, e.Cut}
	for _, q := range e.Questions {
		if math.IsNaN(q.Effect) {
			return // nothing is known of the parts
		}
		parts = append(parts, q.Effect)
	}
	d := r.Decimals()
	parts = numbers.Rounded(parts, r.Round(e.Rating), d)
	single := 0.0
	for j, effect := range parts[3:] {
		f := &p.Fields[j]
		single += effect
		f.Effect, f.Up, f.Down = signed(effect, d), effect > 0, effect < 0
		var words []string
		for _, x := range e.Questions[j].Words[:min(len(e.Questions[j].Words), maxShownWords)] {
			if change := signed(x.Effect, d); change != signed(0, d) {
				words = append(words, x.Name+" "+change)
			}
		}
		f.Words = strings.Join(words, ", ")
	}
	p.Rating.Sum = fmt.Sprintf("%s for typical answers, %s from single answers (beside each question)",
		minus(fmt.Sprintf("%.*f", d, parts[0])), signed(single, d))
	if parts[1] != 0 {
		p.Rating.Sum += ", " + signed(parts[1], d) + " from all answers together"
	}
	if parts[2] != 0 {
		p.Rating.Sum += ", " + signed(parts[2], d) + " to stay on the scale"
	}
}

// signed formats a difference of ratings.
func signed(v float64, decimals int) string {
	factor := math.Pow(10, float64(decimals))
	if v = math.Round(v * factor); v == 0 || math.IsNaN(v) {
		return "±0"
	}
	return minus(fmt.Sprintf("%+.*f", decimals, v/factor))
}
