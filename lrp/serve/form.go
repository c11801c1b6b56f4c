package serve

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/pagestyle"
	"github.com/luna-rating/luna/lrp"
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
	err = one.check(c.m.Model, &s.o)
	if err != nil {
		c.m.of.bad.Add(1)
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
		p.Error, status = f.Message, f.Status
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
	c.m.of.predicted.Add(1)
	p.Rating = units{c.m.Scale()}.rated(all.Rating, all.Interval)
	for j, g := range all.Grades {
		p.Fields[j].grade(g, p.Info.Dataset.Points, j)
	}
	return nil
}

// grade sets the grade of a response, in points if the model knows how many the question has.
func (f *pageField) grade(g float64, points []float64, j int) {
	if math.IsNaN(g) {
		return
	}
	f.Grade = fmt.Sprintf("%.0f%%", 100*g)
	if j < len(points) {
		f.Grade = fmt.Sprintf("%.2g of %.6g points", g*points[j], points[j])
	}
	f.Bar = pagestyle.Bar(g, math.NaN(), math.NaN(), "grade "+f.Grade)
}

// maxShownWords is the number of words shown with an explanation.
const maxShownWords = 5

func (s *service) fillExplanation(c *call, p *pageData, texts []string) error {
	e, err := s.explained(c, texts)
	if err != nil {
		return err
	}
	u := units{c.m.Scale()}
	p.Rating, p.Explained = u.rated(e.Rating, e.Interval), true
	p.Rating.Base = u.outOf(e.Base)
	for j := range e.Questions {
		q, f := &e.Questions[j], &p.Fields[j]
		f.grade(q.Grade, p.Info.Dataset.Points, j)
		if !math.IsNaN(q.Effect) {
			f.Effect, f.Up = u.change(q.Effect), q.Effect >= 0
		}
		var words []string
		for _, x := range q.Words[:min(len(q.Words), maxShownWords)] {
			change := u.change(x.Effect)
			if strings.Trim(change, "+−0.") != "" && !math.IsNaN(x.Effect) {
				words = append(words, x.Name+" "+change)
			}
		}
		f.Words = strings.Join(words, ", ")
	}
	return nil
}
