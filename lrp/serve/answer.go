package serve

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// answer writes a value as JSON.
func (s *service) answer(w http.ResponseWriter, v any) error {
	body, err := marshal(v)
	if err != nil {
		return err
	}
	s.write(w, http.StatusOK, typeJSON, body)
	return nil
}

// marshal returns the JSON of a value and a line break. It does not escape for HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// encode is marshal for values that can always be encoded.
func encode(v any) []byte {
	text, _ := marshal(v)
	return text
}

// write sends a complete answer, compressed if the client takes that and it is worth it. It ignores
// errors, as they are the client's.
func (s *service) write(w http.ResponseWriter, status int, contentType string, body []byte) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.o.WriteTimeout))
	w.Header().Set("Content-Type", contentType)
	if rec, ok := w.(*recorder); ok && rec.gzip {
		if small, ok := httpx.Gzip(body); ok {
			w.Header().Set("Content-Encoding", "gzip")
			body = small
		}
	}
	if n := int64(len(body)); n > httpx.FreeBytes {
		if s.answers.Take(n) != httpx.HasRoom {
			status, body = http.StatusServiceUnavailable, s.tooManyAnswers(w)
			n = 0
		}
		defer s.answers.Release(n)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// tooManyAnswers returns the body of a refusal where there is no room for an answer among those that
// clients have not taken yet.
func (s *service) tooManyAnswers(w http.ResponseWriter) []byte {
	h := w.Header()
	h.Del("Content-Encoding")
	h.Del("Content-Disposition")
	h.Set("Content-Type", typeJSON)
	h.Set("Retry-After", "5")
	return encode(problem{RequestID: h.Get(httpx.RequestIDHeader),
		Error: "found no room for the answer among those that are being written; try again later"})
}
