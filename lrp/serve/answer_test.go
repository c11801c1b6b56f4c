package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
)

// A long answer that finds no room among those that are not taken is refused; a short one is sent.
func TestAnswersWithoutRoom(t *testing.T) {
	h := newService(exam(t, newGate()), quiet(Options{}))
	full := new(guard.Place)
	h.gate.Answers.Set(full, h.o.MaxBodies)
	records := "[" + strings.Repeat(quickRecord+",", 999) + quickRecord + "]"
	w := ask(h, "POST", "/predict?details=true", typeJSON, records)
	if w.Code != 503 || w.Header().Get("Retry-After") == "" ||
		!strings.Contains(w.Body.String(), "found no room for the answer") {
		t.Errorf("%d %v %.100s", w.Code, w.Header(), w.Body)
	}
	if w := ask(h, "POST", "/predict", typeJSON, quickRecord); w.Code != 200 {
		t.Errorf("a short answer: %d %s", w.Code, w.Body)
	}
	h.gate.Answers.Leave(full)
	if w := ask(h, "POST", "/predict?details=true", typeJSON, records); w.Code != 200 ||
		h.gate.Answers.Usage().Held != 0 {
		t.Errorf("with room: %d, %d bytes are still in use", w.Code, h.gate.Answers.Usage().Held)
	}
}

// Answers say that they are for nobody but the client, and pages of other sites cannot embed them.
func TestHeadersOfAnswers(t *testing.T) {
	h := newService(exam(t, newGate()), quiet(Options{}))
	for _, path := range []string{"/", "/model", "/livez", "/metrics", "/nothing", "/openapi.json"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		secured := http.Header{}
		httpx.Secure(secured, "")
		for name := range secured {
			if w.Header().Get(name) == "" {
				t.Errorf("%s has no %s", path, name)
			}
		}
		for name, want := range map[string]string{
			"Cross-Origin-Opener-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
			"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q, expected %q", path, name, got, want)
			}
		}
	}
}
