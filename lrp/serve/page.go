package serve

import (
	"bytes"
	"cmp"
	"crypto/rand"
	_ "embed" // for the page and the description of the interface
	"errors"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/style"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grade"
)

//go:embed page.html
var pageSource string

var pageTemplate = style.NewDocument(pageSource, template.FuncMap{
	"abridge": text.Abridge, "sentences": grade.Sentences,
	"figure": func(v float64) string { return fmt.Sprintf("%.6g", v) }})

//go:embed openapi.json
var openapiDocument []byte

const typeHTML = "text/html; charset=utf-8"

// pageData is the data of the page. The page runs no script: the server fills in the results.
type pageData struct {
	Nonce       string
	Info        lrp.ModelInfo
	Units       string // what ratings are measured in
	Tested      string // how far predictions were off, "" if it is unknown
	Expected    string // the same for statisticians
	Fields      []pageField
	Longest     int
	Largest     string // body
	Rows        int    // maximum of a table
	KeyShown    bool
	Error       string
	Notes       []string // on the table that the error is about
	TableFields []datasets.Field
	Columns     *pageColumns // of a table, to confirm or, with Table, to change
	Rating      *pageRating
	Explained   bool
	Table       *ratedTable
}

// pageField is a question with what was answered and what the model makes of it.
type pageField struct {
	question
	Text, Response string
	Points         string // suggested, "" without
	Bar            template.HTML
	Effect         string // on the rating, "" without an explanation
	Up, Down       bool
	Words          string
}

// pageRating is the predicted rating.
type pageRating struct {
	Value, Range string
	Bar          template.HTML
	Notes        []string // on the model
	Sum          string   // what the rating is the sum of, "" without an explanation
}

// newPage returns the page of a model without results.
func (s *service) newPage(c *call) *pageData {
	m := c.m
	p := &pageData{Nonce: rand.Text(), Info: m.Info(),
		Units:   fmt.Sprintf("from %.6g to %.6g", m.Scale().Value(0), m.Scale().Value(1)),
		Longest: s.o.MaxResponse, Rows: s.o.MaxRecords,
		Largest: bytesText(s.o.MaxBody), KeyShown: s.o.ShowKey,
		TableFields: new(upload).fields(nil)}
	if e, span := p.Info.Expected, m.Scale().Span(); e != nil {
		figure := func(v float64, digits int) string { return numbers.Figure(v*span, digits) }
		p.Tested = "On people it had not seen it was off by about " + figure(e.MAE, 2)
		if e.Half > 0 {
			p.Tested += ", and nine in ten of its predictions were within " + figure(e.Half, 2)
		}
		p.Expected = fmt.Sprintf("Root mean squared error: %s; always guessing the mean has %s (%s).",
			figure(e.RMSE, 3), figure(e.Baseline, 3), e.Method)
	}
	for _, q := range s.questions(m) {
		p.Fields = append(p.Fields, pageField{question: q, Text: cmp.Or(q.Text, "Question "+q.ID)})
	}
	return p
}

// page answers GET / with a form to rate responses and tables, and the endpoints.
func (s *service) page(c *call) error {
	p := s.newPage(c)
	if s.o.ShowKey && c.r.URL.Query().Has("example") {
		for i, text := range s.example(c.m) {
			p.Fields[i].Response = text
		}
	}
	return s.writePage(c.w, http.StatusOK, p)
}

// writePage writes the page.
func (s *service) writePage(w http.ResponseWriter, status int, p *pageData) error {
	var b bytes.Buffer
	if err := pageTemplate.Write(&b, p); err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+p.Nonce+
		"'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	w.Header().Set("Referrer-Policy", "same-origin") // else a form of the page has no origin
	s.write(w, status, typeHTML, b.Bytes())
	return nil
}

// example returns responses to try: acceptable answers, some worsened, where the key is shown.
// Responses of the training set would be shown to anybody.
func (s *service) example(m *lrp.Model) []string {
	var list []string
	for i, q := range m.Questions() {
		text := "I do not know."
		switch {
		case len(q.Key) > 0 && i%4 == 2: // half an answer
			words := strings.Fields(q.Key[0])
			text = strings.Join(words[:(len(words)+1)/2], " ")
		case len(q.Key) > 0 && i%4 == 3:
			text = ""
		case len(q.Key) > 0:
			text = q.Key[0]
		}
		list = append(list, snip(text, s.o.MaxResponse))
	}
	return list
}

// snip shortens a text to at most n bytes.
func snip(text string, n int) string {
	if len(text) > n {
		text = strings.ToValidUTF8(text[:n], "")
	}
	return text
}

func minus(s string) string { return strings.Replace(s, "-", "−", 1) }

func bytesText(n int64) string {
	if n < 10<<20 && n%(1<<20) != 0 {
		return fmt.Sprintf("%d kB", max(1, n>>10))
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// openapi answers GET /openapi.json.
func (s *service) openapi(c *call) error {
	s.write(c.w, http.StatusOK, typeJSON, openapiDocument)
	return nil
}

// form answers POST / of the page's form with the page and the rating. The form has a field
// response for each question, in their order, and do=explain if the rating is to be explained.
func (s *service) form(c *call) error {
	values, err := url.ParseQuery(string(c.body))
	if err != nil {
		return badRequest("found a form that cannot be read (%v), expected fields response", err)
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
		p.Error = f.Message
		p.Notes = grade.Sentences(notesOf(err))
		status = f.Status
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
		f.Effect = signed(effect, d)
		f.Up = effect > 0
		f.Down = effect < 0
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
