package httpx_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/httpx"
)

func TestIdentify(t *testing.T) {
	for _, c := range []struct {
		ids  []string
		kept bool
	}{
		{[]string{"7b3f-A.b_c~d:e/f+g=h@i"}, true},
		{[]string{strings.Repeat("x", 128)}, true},
		{[]string{strings.Repeat("x", 129)}, false},
		{[]string{""}, false},
		{nil, false},
		{[]string{"a b"}, false},
		{[]string{"a\nb"}, false},
		{[]string{"é"}, false},
		{[]string{`a"b`}, false},
		{[]string{"a", "b"}, false},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["X-Request-Id"] = c.ids
		w := httptest.NewRecorder()
		r, id := httpx.Identify(w, r)
		kept := len(c.ids) > 0 && id.RequestID == c.ids[0]
		if kept != c.kept || id.RequestID == "" || httpx.IdentityOf(r.Context()) != id ||
			w.Header().Get("X-Request-ID") != id.RequestID {
			t.Errorf("%q: %+v", c.ids, id)
		}
	}
	_, a := httpx.Identify(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	_, b := httpx.Identify(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	if a.RequestID == b.RequestID {
		t.Error("two requests have the same identifier")
	}
}

// What a client sent reaches the next server, unless it is invalid.
func TestForward(t *testing.T) {
	for _, c := range []struct{ parents, states []string }{
		{[]string{parent00}, []string{"a=1", "b=2"}},
		{[]string{parent00}, nil},
		{nil, []string{"a=1"}},
		{[]string{parent00, parent00}, []string{"a=1"}},
		{[]string{"nonsense"}, []string{"a=1"}},
		{[]string{parent00}, []string{strings.Repeat("x", 513)}},
		{[]string{parent00}, []string{"a=\x7f"}},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Traceparent"], r.Header["Tracestate"] = c.parents, c.states
		r, id := httpx.Identify(httptest.NewRecorder(), r)
		out := make(http.Header)
		httpx.Forward(r.Context(), out)
		valid := len(c.parents) == 1 && c.parents[0] == parent00
		state := strings.Join(c.states, ",")
		if !valid || len(state) > 512 || strings.Contains(state, "\x7f") {
			state = ""
		}
		if out.Get("X-Request-ID") != id.RequestID || out.Get("tracestate") != state ||
			(out.Get("traceparent") == parent00) != valid {
			t.Errorf("%q %q: %v", c.parents, c.states, out)
		}
		if got := strings.Contains(fmt.Sprint(id.Attrs()), "trace_id="+traceID); got != valid {
			t.Errorf("%q: logged %v", c.parents, id.Attrs())
		}
	}
	out := make(http.Header)
	httpx.Forward(context.Background(), out)
	if len(out) != 0 {
		t.Errorf("without a request: %v", out)
	}
}
