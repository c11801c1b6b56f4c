package serve

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

const (
	traceID     = "0af7651916cd43dd8448eb211c80319c"
	traceparent = "00-" + traceID + "-b7ad6b7169203331-01"
)

// A request's identifiers are in its answer, its error, and the log.
func TestIdentifiers(t *testing.T) {
	var records, internal bytes.Buffer
	h := Handler(exam(t, newGate()), Options{
		Logger:   slog.New(slog.NewJSONHandler(&records, nil)),
		ErrorLog: log.New(&internal, "", 0),
	})
	r := httptest.NewRequest("POST", "/predict", strings.NewReader(`{"responses":["a bug",""]}`))
	r.Header.Set("X-Request-ID", "req-7")
	r.Header.Set("traceparent", traceparent)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Header().Get("X-Request-ID") != "req-7" ||
		!strings.Contains(w.Body.String(), `"request_id":"req-7"`) {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	if !strings.HasPrefix(internal.String(), "request_id=req-7 POST /predict: panic: a bug\n") {
		t.Errorf("error log: %.200s", &internal)
	}
	var record map[string]any
	if err := json.Unmarshal(records.Bytes(), &record); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"msg": "request", "client": "192.0.2.1:1234", "method": "POST", "uri": "/predict",
		"route": "/predict", "status": 500., "request_id": "req-7", "trace_id": traceID,
	} {
		if record[name] != want {
			t.Errorf("record: %s is %v, expected %v", name, record[name], want)
		}
	}
	for _, bad := range []string{"", "a b", strings.Repeat("x", 129)} {
		r := httptest.NewRequest("GET", "/livez", nil)
		r.Header.Set("X-Request-ID", bad)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Header().Get("X-Request-ID"); got == bad || len(got) < 20 {
			t.Errorf("%q became %q", bad, got)
		}
	}
}

func zip(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A compressed body is answered as the same one uncompressed, and a bomb is refused.
func TestCompressedBodies(t *testing.T) {
	h := Handler(exam(t, newGate()), quiet(Options{MaxBody: 100_000}))
	array := "[" + strings.Repeat(quickRecord+",", 99) + quickRecord + "]"
	lines := strings.Repeat(quickRecord+"\n", 1000)
	send := func(kind, body, coding string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/predict", strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		if coding != "" {
			r.Header.Set("Content-Encoding", coding)
		}
		w := httptest.NewRecorder()
		func() {
			defer func() {
				if p := recover(); p != nil && p != http.ErrAbortHandler {
					panic(p)
				}
			}()
			h.ServeHTTP(w, r)
		}()
		return w
	}
	for _, c := range []struct{ kind, body string }{
		{typeJSON, quickRecord}, {typeJSON, array}, {typeLines, lines},
	} {
		plain, small := send(c.kind, c.body, ""), send(c.kind, zip(t, c.body), "GZIP")
		if small.Code != 200 || small.Body.String() != plain.Body.String() {
			t.Errorf("%.40s: %d %.100s, expected %.100s", c.body, small.Code, small.Body, plain.Body)
		}
	}
	for _, c := range []struct {
		kind, body, coding string
		status             int
		want               string
	}{
		{typeJSON, zip(t, strings.Repeat(" ", 100_001)), "gzip", 413, "more than 100000 bytes"},
		{typeJSON, quickRecord, "gzip", 400, "found a body that is not valid gzip"},
		{typeJSON, "", "gzip", 400, "found a body that is not valid gzip: it is empty"},
		{typeJSON, zip(t, quickRecord)[:30], "gzip", 400, "is not valid gzip"},
		{typeJSON, quickRecord, "gzip, gzip", 415, `found content encoding`},
		{typeLines, zip(t, quickRecord+"\n"+strings.Repeat("\n", 8<<20)), "gzip", 200, "expands to at most 200 times"},
		{typeLines, zip(t, strings.Repeat("x", 8<<20)), "gzip", 200, "expands to at most 200 times"},
	} {
		w := send(c.kind, c.body, c.coding)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %.20q: %d %.300s, expected %d %s", c.kind, c.body, w.Code, w.Body, c.status,
				c.want)
		}
	}
}

// Long answers are compressed for clients who accept that, and are the same.
func TestCompressedAnswers(t *testing.T) {
	h := Handler(auto(), quiet(Options{}))
	var records []string
	for i, p := range lrptest.Civics(100, 5).Respondents {
		text, _ := json.Marshal(map[string]any{"id": fmt.Sprint(i), "responses": p.Responses})
		records = append(records, string(text))
	}
	for _, c := range []struct {
		method, target, kind, body string
		small                      bool
	}{
		{"GET", "/", "", "", true}, {"GET", "/openapi.json", "", "", true},
		{"POST", "/predict", typeJSON, "[" + strings.Join(records, ",") + "]", true},
		{"POST", "/predict", typeJSON, records[0], false},
		{"POST", "/predict", typeLines, strings.Join(records, "\n"), false},
		{"GET", "/livez", "", "", false},
	} {
		plain := ask(h, c.method, c.target, c.kind, c.body)
		r := httptest.NewRequest(c.method, c.target, strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.kind)
		r.Header.Set("Accept-Encoding", "br, gzip")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if plain.Header().Get("Content-Encoding") != "" || plain.Header().Get("Vary") == "" {
			t.Errorf("%s %s: compressed although it was not accepted", c.method, c.target)
		}
		if (w.Header().Get("Content-Encoding") == "gzip") != c.small {
			t.Errorf("%s %s: %v", c.method, c.target, w.Header())
		}
		if !c.small || c.target == "/" { // the page has another nonce each time
			continue
		}
		if got := w.Header().Get("Content-Length"); got != fmt.Sprint(w.Body.Len()) {
			t.Errorf("%s: length %s, expected %d", c.target, got, w.Body.Len())
		}
		z, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(z); err != nil || string(text) != plain.Body.String() {
			t.Errorf("%s: %.100s %v", c.target, text, err)
		}
	}
}
