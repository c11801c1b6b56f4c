package serve

import (
	"bytes"
	"crypto/rand"
	_ "embed" // for the page and the description of the interface
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/style"
	"github.com/luna-rating/luna/lrp"
)

//go:embed page.html
var pageSource string

var pageTemplate = style.NewDocument(pageSource, nil)

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
	TableFields []tableField
	Rating      *pageRating
	Explained   bool
	Table       *pageTable
}

// pageTable is a table that was rated.
type pageTable struct {
	Title, File           string
	Download              template.URL
	Graded, Ranges, Given bool // there are suggested points, ranges, given totals
	Warnings, Notes       []string
	Rows                  []pageRow
}

type pageRow struct {
	ID, Given, Value, Range string
	First                   int
	Bar                     template.HTML
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
		Units: fmt.Sprintf("from %.6g to %.6g", m.Scale().Value(0), m.Scale().Value(1)), Longest: s.o.MaxResponse, Rows: s.o.MaxRecords,
		Largest: bytesText(s.o.MaxBody), KeyShown: s.o.ShowKey,
		TableFields: tableFields}
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
		text := q.Text
		if text == "" {
			text = "Question " + q.ID
		}
		p.Fields = append(p.Fields, pageField{question: q, Text: text})
	}
	return p
}

// page answers GET / with a form to rate responses and tables, and the endpoints.
func (s *service) page(c *call) error {
	p := s.newPage(c)
	if c.r.URL.Query().Has("example") {
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

// example returns responses to try: acceptable answers, some worsened, if the key is shown, or else
// the questions' own words. Responses of the training set would be shown to anybody.
func (s *service) example(m *lrp.Model) []string {
	var list []string
	for i, q := range m.Questions() {
		text := "I do not know."
		switch {
		case s.o.ShowKey && len(q.Key) > 0 && i%4 == 2: // half an answer
			words := strings.Fields(q.Key[0])
			text = strings.Join(words[:(len(words)+1)/2], " ")
		case s.o.ShowKey && len(q.Key) > 0 && i%4 == 3:
			text = ""
		case s.o.ShowKey && len(q.Key) > 0:
			text = q.Key[0]
		case i%2 == 0 && q.Text != "":
			text = q.Text
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

// formValues parses the body of the form.
func formValues(body []byte) (url.Values, error) {
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, badRequest("found a form that cannot be read (%v), expected fields response", err)
	}
	return values, nil
}
