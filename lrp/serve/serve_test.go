package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// gate blocks predictions of responses with the word "slow" until it is opened.
type gate struct {
	once          sync.Once
	reached, open chan struct{}
}

func newGate() *gate { return &gate{reached: make(chan struct{}), open: make(chan struct{})} }

// exam trains a model for two questions. A response with "slow" waits for the gate, one with "bug"
// panics.
func exam(t testing.TB, g *gate) *lrp.Model {
	t.Helper()
	ratio := func(response, answer *text.Doc) float64 {
		if strings.Contains(response.Raw, "slow") {
			g.once.Do(func() { close(g.reached) })
			<-g.open
		}
		if strings.Contains(response.Raw, "bug") {
			panic("a bug")
		}
		a, b := float64(len(response.Words)), float64(len(answer.Words))
		return min(a, b) / max(1, a, b)
	}
	feature := features.KeySimilarity("LEN", "ratio of lengths", ratio)
	ds := &datasets.Dataset{Name: `a "test"`, Questions: []datasets.Question{
		{ID: "q1", Text: "Why <b>?", Key: []string{"because of secret rain"}},
		{ID: "q2", Text: "How?", Key: []string{"in this way"}},
	}}
	for i, r := range []string{
		"rain", "because of rain", "sun", "of rain because", "wind",
		"many clouds", "cold rain", "hot", "dry weather", "no idea",
	} {
		ds.Respondents = append(ds.Respondents, datasets.Respondent{
			ID: fmt.Sprint("person", i), Responses: []string{r, "in a way"},
			Rating: float64(len(r)%7) / 6,
		})
	}
	parts := lrp.Parts{Extractors: []features.Extractor{feature}}
	// With every word kept, the error is small enough for two decimals.
	o := lrp.TrainOptions{Approach: "LEN", Parts: parts, Analyzer: &text.Analyzer{}}
	m, err := lrp.Train(context.Background(), ds, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var auto = sync.OnceValue(func() *lrp.Model {
	m, err := lrp.Train(context.Background(), lrptest.Civics(12, 3), lrp.TrainOptions{Folds: -1})
	if err != nil {
		panic(err)
	}
	return m
})

// quiet discards the error log unless the options have one.
func quiet(o Options) Options {
	if o.ErrorLog == nil {
		o.ErrorLog = log.New(io.Discard, "", 0)
	}
	return o
}

// ask returns the answer to a request without a connection.
func ask(h http.Handler, method, target, contentType, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestAnswers(t *testing.T) {
	h := Handler(exam(t, newGate()), quiet(Options{
		MaxBody: 300, MaxRecords: 3, MaxResponse: 40, MaxExplained: 50,
	}))
	const one, lines = "application/json", "application/x-ndjson"
	for _, c := range []struct {
		method, target, contentType, body string
		status                            int
		want                              string // in the answer; after ^ its beginning
	}{
		{"POST", "/predict", one, `{"id":"s1","responses":["rain",null]}`, 200, `^{"id":"s1","rating":0.`},
		{"POST", "/predict", one + "; charset=UTF-8", ` {"responses":["rain",""]} `, 200, `^{"rating":0.`},
		{"POST", "/predict?details=true", one, `{"id":"s1","responses":["rain",null]}`, 200, `"interval":[0`},
		{"POST", "/predict", one, `[]`, 200, `^[]`},
		{"POST", "/predict", one, ` [{"id":"a","responses":["a","b"]}, {"id":"b","responses":["c","d"],"rating":null}]`, 200, `^[{"id":"a",`},
		{"POST", "/explain", one, `{"id":"s1","responses":["rain",null]}`, 200, `^{"id":"s1","rating":0.`},
		{"HEAD", "/model", "", "", 200, ""},
		{"GET", "/healthz", "", "", 200, "^ok\n"},

		{"POST", "/predict", "text/csv", "{}", 415, `found content type \"text/csv\", expected application/json or application/x-ndjson`},
		{"POST", "/predict", "multipart/form-data; boundary=x", "{}", 415, `found content type`},
		{"POST", "/predict", "text/plain; charset=latin1", "{}", 415, `latin1`},
		{"POST", "/predict", "", "{", 400, `expected`},
		{"POST", "/predict", "application/x-www-form-urlencoded", "{", 400, `expected`},
		{"POST", "/predict", one + "; charset=latin1", "{}", 415, `latin1`},
		{"POST", "/explain", lines, "{}", 415, `expected application/json"`},
		{"GET", "/predict", "", "", 405, "found method GET, expected POST"},
		{"DELETE", "/model", "", "", 405, "found method DELETE, expected GET or HEAD"},
		{"OPTIONS", "/predict", "", "", 405, "found method OPTIONS"},
		{"GET", "/nothing", "", "", 404, `found path \"/nothing\", expected one of /, /predict,`},
		{"GET", "/model/", "", "", 404, `found path \"/model/\"`},

		{"POST", "/predict?detail=true", one, "{}", 400, `found parameter \"detail\", expected details`},
		{"POST", "/predict?details=maybe", one, "{}", 400, "found details=maybe, expected true or false"},
		{"POST", "/predict?details=1&details=1", one, "{}", 400, "2 times"},
		{"POST", "/predict?%zz", one, "{}", 400, "found a query that cannot be read"},
		{"POST", "/explain?details=true", one, "{}", 400, `found parameter \"details\", expected none`},
		{"POST", "/predict", one, "", 400, `found nothing, expected {\"id\":\"…\",\"responses\":[\"…\",null]}`},
		{"POST", "/predict", one, "{\n \"id\": x}", 400, "line 2, column 8: found no JSON (invalid character 'x'"},
		{"POST", "/predict", one, `{"id":"s1",`, 400, "line 1, column 12: found no JSON (unexpected end"},
		{"POST", "/predict", one, "{}\n{}", 400, "line 2, column 1: found no JSON (invalid character '{' after top-level value)"},
		{"POST", "/predict", one, "{}\n{}", 400, "JSON lines need the content type application/x-ndjson"},
		{"POST", "/predict", one, `"s1"`, 400, "line 1, column 1: found a JSON string, expected {"},
		{"POST", "/predict", one, `[{"responses":["a","b"]},7]`, 400, "line 1, column 26: found a JSON number, expected {"},
		{"POST", "/predict", one, `{"id":1,"responses":["a","b"]}`, 400, `line 1, column 7: found \"id\" with number, expected {`},
		{"POST", "/predict", one, `{"responses":["a",2]}`, 400, `found \"responses\" with number, expected {`},
		{"POST", "/predict", one, `{"responses":"a"}`, 400, `found \"responses\" with string`},
		{"POST", "/predict", one, `{"id":"s1"}`, 422, `found no \"responses\"`},
		{"POST", "/predict", one, `{"id":"s1","responses":["a"]}`, 422, `found 1 responses, expected one for each of 2 questions`},
		{"POST", "/predict", one, `[{"responses":["a","b"]},{"id":"t","responses":[]}]`, 422, `record 2 (id \"t\"): found 0 responses, expected one for each of 2`},
		{"POST", "/predict", one, `{"responses":["a","` + strings.Repeat("b", 41) + `"]}`, 422, `response 2: found 41 bytes, expected at most 40`},
		{"POST", "/explain", one, `{"responses":["` + strings.Repeat("a", 40) + `","` + strings.Repeat("b", 11) + `"]}`, 422, `found responses of 51 bytes together, expected at most 50`},
		{"POST", "/predict", one, `[{},{},{},{}]`, 413, `found more than 3 records`},
		{"POST", "/predict", one, strings.Repeat(" ", 301), 413, `found a body of 301 bytes, expected at most 300`},
		{"POST", "/predict", one, `{"responses":["a bug","b"]}`, 500, `found an internal error`},
	} {
		w := ask(h, c.method, c.target, c.contentType, c.body)
		got := w.Body.String()
		start, anchored := strings.CutPrefix(c.want, "^")
		if w.Code != c.status || !strings.Contains(got, start) ||
			anchored && !strings.HasPrefix(got, start) {
			t.Errorf("%s %s of %s: %d %s\nexpected %d %s",
				c.method, c.target, c.body, w.Code, got, c.status, c.want)
		}
		if w.Code >= 400 {
			var p struct{ Error string }
			err := json.Unmarshal(w.Body.Bytes(), &p)
			if err != nil || p.Error == "" || w.Header().Get("Content-Type") != typeJSON {
				t.Errorf("%s %s: %q is not a JSON error", c.method, c.target, got)
			}
		}
		if w.Code == 405 && w.Header().Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", c.method, c.target)
		}
	}
	r := httptest.NewRequest("POST", "/predict", strings.NewReader("{}"))
	r.Header.Set("Content-Type", one)
	r.Header.Set("Content-Encoding", "br")
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != 415 || w.Header().Get("Accept-Encoding") != "gzip" {
		t.Errorf("compressed in another way: %d", w.Code)
	}
	unsized := io.MultiReader(strings.NewReader(strings.Repeat(" ", 301)))
	r = httptest.NewRequest("POST", "/predict", unsized)
	r.Header.Set("Content-Type", one)
	w = httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 413 || !strings.Contains(w.Body.String(), "more than 300 bytes") {
		t.Errorf("of unknown length: %d %s", w.Code, w.Body)
	}
}

// The answers are the predictions of the model in the order of the records, one by one, in an array
// and in a stream.
func TestPredictions(t *testing.T) {
	m := auto()
	h := Handler(m, quiet(Options{}))
	var records []string
	var want []lrp.Prediction
	for i, r := range lrptest.Civics(5, 8).Respondents {
		line, _ := json.Marshal(map[string]any{"id": fmt.Sprint(i), "responses": r.Responses})
		records = append(records, string(line))
		p, err := m.Predict(r.Responses)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, p)
	}
	for _, details := range []bool{false, true} {
		target := fmt.Sprintf("/predict?details=%v", details)
		var single []string
		for _, r := range records {
			got := ask(h, "POST", target, typeJSON, r).Body.String()
			single = append(single, strings.TrimSpace(got))
		}
		array := "[" + strings.Join(records, ",\n") + "]"
		got := ask(h, "POST", target, typeJSON, array).Body.String()
		if want := "[" + strings.Join(single, ",") + "]\n"; got != want {
			t.Errorf("the array is %s, one by one they are %s", got, want)
		}
		got = ask(h, "POST", target, typeLines, strings.Join(records, "\n")).Body.String()
		if want := strings.Join(single, "\n") + "\n"; got != want {
			t.Errorf("the lines are %s, one by one they are %s", got, want)
		}
		for i, line := range single {
			var got struct {
				ID               string
				Rating           float64
				Interval, Grades []float64
			}
			err := json.Unmarshal([]byte(line), &got)
			if err != nil || got.ID != fmt.Sprint(i) || got.Rating != want[i].Rating {
				t.Errorf("%s (%v), expected rating %v", line, err, want[i].Rating)
			}
			if details && (!slices.Equal(got.Interval, want[i].Interval[:]) ||
				!slices.Equal(got.Grades, want[i].Grades)) {
				t.Errorf("%s, expected interval %v and grades %v",
					line, want[i].Interval, want[i].Grades)
			}
			if !details && (got.Interval != nil || got.Grades != nil) {
				t.Errorf("details that were not requested: %s", line)
			}
		}
	}
}

func TestStreamWithBadLines(t *testing.T) {
	h := Handler(exam(t, newGate()), quiet(Options{MaxBody: 100}))
	body := strings.Join([]string{
		`{"id":"a","responses":["rain",null]}`, ``, `{"id":"b","responses":[]}`, `nonsense`,
		strings.Repeat("x", 102), `[]`, `{"id":"c","responses":["rain",null]}` + "\r",
		strings.Repeat("y", 200_000), `{"id":"d","responses":["rain",null]}`,
	}, "\n")
	got := ask(h, "POST", "/predict", typeLines, body)
	lines := strings.Split(strings.TrimSuffix(got.Body.String(), "\n"), "\n")
	want := []string{
		`{"id":"a","rating":0.`, `{"id":"b","error":"line 3: found 0 responses`,
		`{"error":"line 4, column 2: found no JSON`, `{"error":"line 5: found more than 100 bytes`,
		`{"error":"line 6, column 1: found a JSON array`, `{"id":"c","rating":0.`,
		`{"error":"line 8: found more than 100 bytes`, `{"id":"d","rating":0.`,
	}
	if got.Code != 200 || len(lines) != len(want) {
		t.Fatalf("%d, %d lines, expected %d: %s", got.Code, len(lines), len(want), got.Body)
	}
	for i := range want {
		if !strings.HasPrefix(lines[i], want[i]) {
			t.Errorf("answer %d is %s, expected %s…", i+1, lines[i], want[i])
		}
	}
	metrics := ask(h, "GET", "/metrics", "", "").Body.String()
	for _, line := range []string{`lrp_records_predicted_total 3`, `lrp_records_bad_total 5`} {
		if !strings.Contains(metrics, line) {
			t.Errorf("no %q in %s", line, metrics)
		}
	}
}

func TestPanicIsLogged(t *testing.T) {
	var logged, access bytes.Buffer
	h := Handler(exam(t, newGate()), Options{
		ErrorLog: log.New(&logged, "", 0), Logger: slog.New(slog.NewTextHandler(&access, nil)), Concurrency: 1,
	})
	for range 3 { // the only slot is free again
		if w := ask(h, "POST", "/explain", typeJSON, `{"responses":["a bug","b"]}`); w.Code != 500 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if !strings.Contains(logged.String(), "POST /explain: panic: a bug\n") ||
		!strings.Contains(logged.String(), "serve_test.go") {
		t.Errorf("logged: %s", &logged)
	}
	got := access.String()
	if strings.Count(got, "\n") != 3 ||
		!strings.Contains(got, ` client=192.0.2.1:1234 method=POST uri=/explain route=/explain status=500 `) {
		t.Errorf("access: %s", got)
	}
}

func TestCORS(t *testing.T) {
	m := exam(t, newGate())
	with := Handler(m, quiet(Options{CORS: "https://example.org"}))
	w := ask(with, "OPTIONS", "/predict", "", "")
	header := w.Header()
	if w.Code != 204 || header.Get("Access-Control-Allow-Origin") != "https://example.org" ||
		!strings.HasPrefix(header.Get("Access-Control-Allow-Headers"), "Content-Type, ") {
		t.Errorf("%d %v", w.Code, header)
	}
	if w := ask(with, "OPTIONS", "/nothing", "", ""); w.Code != 404 {
		t.Errorf("%d for an unknown path", w.Code)
	}
	w = ask(Handler(m, quiet(Options{})), "GET", "/model", "", "")
	if w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Error("an origin is allowed by default")
	}
}

// Answers have neither the key nor the training set unless the options show them.
func TestSecrets(t *testing.T) {
	m := exam(t, newGate())
	const record = `{"responses":["because of secret rain","in this way"]}`
	for _, c := range []struct {
		o                                Options
		target                           string
		wantKey, wantTraining, wantNever string
	}{
		{Options{}, "/model", "", "", "clouds"},
		{Options{ShowKey: true}, "/model", "secret", "", "clouds"},
		{Options{}, "/", "", "", "clouds"},
		{Options{ShowKey: true}, "/", "secret", "", "<b>"},
		{Options{}, "/explain", "", "cold rain", "person"},
		{Options{HideTraining: true}, "/explain", "", "", "cold rain"},
	} {
		h := Handler(m, quiet(c.o))
		w := ask(h, "GET", c.target, "", "")
		if c.target == "/explain" {
			w = ask(h, "POST", c.target, typeJSON, record)
		}
		body := w.Body.String()
		if w.Code != 200 || !strings.Contains(body, c.wantKey) ||
			!strings.Contains(body, c.wantTraining) || strings.Contains(body, c.wantNever) {
			t.Errorf("%s with %+v: %d %s", c.target, c.o, w.Code, body)
		}
		if c.wantKey == "" && c.target != "/explain" && strings.Contains(body, "secret") {
			t.Errorf("%s shows the key: %s", c.target, body)
		}
	}
	for _, c := range []struct{ show, hide bool }{{}, {show: true}, {hide: true}} {
		s := newService(m, quiet(Options{ShowKey: c.show, HideTraining: c.hide}))
		neighbours := []approach.Neighbour{{Text: "key"}, {Text: "training", Respondents: 1}}
		e := &lrp.Explanation{Questions: []approach.QuestionEffect{{Neighbours: neighbours}}}
		s.hide(e)
		got := fmt.Sprint(e.Questions[0].Neighbours)
		if strings.Contains(got, "key") != c.show || strings.Contains(got, "training") == c.hide {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// The page needs nothing else and escapes what comes from the model.
func TestPage(t *testing.T) {
	w := ask(Handler(exam(t, newGate()), quiet(Options{})), "GET", "/", "", "")
	body := w.Body.String()
	for _, want := range []string{
		"<!doctype html>", "Why &lt;b&gt;?", "a &#34;test&#34;", "prefers-color-scheme: dark",
		"Learned from 10 rated people who answered 2 questions",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
	for _, endpoint := range []string{
		"POST predict", "POST explain", "GET model", "GET metrics", "GET openapi.json",
	} {
		if !strings.Contains(body, endpoint) {
			t.Errorf("%s is not on the page", endpoint)
		}
	}
	if strings.Contains(body, "://") || strings.Contains(body, "src=") {
		t.Error("the page loads something from elsewhere")
	}
	policy := w.Header().Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'; style-src 'nonce-") {
		t.Errorf("policy %q", policy)
	}
}

func TestMetrics(t *testing.T) {
	h := Handler(exam(t, newGate()), quiet(Options{}))
	ask(h, "POST", "/predict", typeJSON, `{"responses":["rain",null]}`)
	ask(h, "POST", "/predict", typeJSON, `{"responses":["rain"]}`)
	ask(h, "GET", "/secret", "", "")
	w := ask(h, "GET", "/metrics", "", "")
	for _, line := range []string{
		`lrp_requests_total{path="/predict",code="200"} 1`,
		`lrp_requests_total{path="/predict",code="422"} 1`,
		`lrp_requests_total{path="other",code="404"} 1`, `lrp_requests_in_flight 1`,
		`lrp_records_predicted_total 1`, `lrp_records_bad_total 1`,
		`lrp_model_info{approach="LEN",regressor="ridge",dataset="a \"test\"",sha256="`,
		`# TYPE lrp_request_duration_seconds histogram`,
		`lrp_request_duration_seconds_bucket{path="/predict",le="+Inf"} 2`,
		`lrp_request_duration_seconds_count{path="/predict"} 2`,
	} {
		if !strings.Contains(w.Body.String(), "\n"+line) {
			t.Errorf("no line %s in\n%s", line, w.Body)
		}
	}
	if strings.Contains(w.Body.String(), "secret") {
		t.Error("an unknown path is counted by its name")
	}
}
