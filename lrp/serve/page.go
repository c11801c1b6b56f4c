package serve

import (
	"bytes"
	"crypto/rand"
	_ "embed" // for the page and the description of the interface
	"html/template"
	"net/http"

	"github.com/luna-rating/luna/lrp"
)

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

//go:embed openapi.json
var openapiDocument []byte

// page answers GET / with the endpoints and a form to try them.
func (s *service) page(w http.ResponseWriter, r *http.Request) error {
	m, err := s.modelOf(r)
	if err != nil {
		return err
	}
	nonce := rand.Text()
	var b bytes.Buffer
	err = pageTemplate.Execute(&b, struct {
		Nonce     string
		Info      lrp.ModelInfo
		Questions []question
		Longest   int
	}{nonce, m.Info(), s.questions(m.Model), s.o.MaxResponse})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+nonce+
		"'; script-src 'nonce-"+nonce+"'; connect-src 'self'; base-uri 'none'; "+
		"form-action 'none'; frame-ancestors 'none'")
	w.Header().Set("Referrer-Policy", "no-referrer")
	s.write(w, http.StatusOK, "text/html; charset=utf-8", b.Bytes())
	return nil
}

// openapi answers GET /openapi.json.
func (s *service) openapi(w http.ResponseWriter, _ *http.Request) error {
	s.write(w, http.StatusOK, typeJSON, openapiDocument)
	return nil
}
