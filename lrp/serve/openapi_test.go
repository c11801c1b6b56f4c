package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/httpx/openapitest"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// openapi.json describes exactly the routes. Every answer matches it, and every field in it occurs
// in an answer.
func TestOpenAPI(t *testing.T) {
	empty := newService(auto(), quiet(Options{}))
	text := ask(empty, "GET", "/openapi.json", "", "").Body.Bytes()
	d, err := openapitest.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if d.OpenAPI != "3.1.0" || d.Info.Title == "" || d.Info.Version == "" {
		t.Errorf("head %q %+v", d.OpenAPI, d.Info)
	}
	described, problems := d.Operations()
	for _, p := range problems {
		t.Error(p)
	}
	var served []string
	for _, r := range routes {
		served = append(served, r.method+" "+r.path)
	}
	slices.Sort(served)
	if !slices.Equal(described, served) {
		t.Errorf("described %q, served %q", described, served)
	}

	model := exam(t, newGate())
	ds := lrptest.Networks(3, 3)
	ds.Respondents[0].Rating, ds.Respondents[0].Scores = math.NaN(), nil // the model has a warning about it
	ds.Respondents[1].Rating = math.NaN()                                // and learns from its scores
	ds.Scale, ds.Points = datasets.Scale{Zero: 1, Full: 20}, make([]float64, len(ds.Questions))
	networks, err := lrp.Train(context.Background(), ds, lrp.TrainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	own := newService(model, quiet(Options{ShowKey: true, MaxBody: 500}))
	draining := newService(model, quiet(Options{}))
	draining.gate.Drain(0)
	full := newService(model, quiet(Options{Concurrency: 1, Queue: 1}))
	for range 2 {
		r, _ := full.gate.Open(httptest.NewRecorder(), httptest.NewRequest("POST", "/predict", nil))
		if err := httpx.Count(r.Context()); err != nil {
			t.Fatal(err)
		}
	}
	answers, _ := json.Marshal(map[string]any{
		"id": "s", "responses": make([]*string, len(auto().Questions())),
	})
	const record = `{"id":"s","responses":["rain","in a way"]}`
	for _, c := range []struct {
		h                            http.Handler
		method, target, kind, record string
	}{
		{own, "GET", "/", "", ""},
		{own, "GET", "/model", "", ""},
		{empty, "GET", "/model", "", ""},
		{newService(networks, quiet(Options{})), "GET", "/model", "", ""},
		{own, "GET", "/healthz", "", ""},
		{draining, "GET", "/healthz", "", ""},
		{draining, "GET", "/livez", "", ""},
		{draining, "GET", "/readyz", "", ""},
		{own, "GET", "/readyz", "", ""},
		{own, "GET", "/metrics", "", ""},
		{own, "GET", "/openapi.json", "", ""},
		{own, "POST", "/predict", typeJSON, record},
		{own, "POST", "/predict?details=true", typeJSON, "[" + record + "]"},
		{empty, "POST", "/predict?details=true", typeJSON, string(answers)},
		{own, "POST", "/predict", typeLines, record},
		{own, "POST", "/predict", typeLines, `{"id":"s","responses":[]}`},
		{own, "POST", "/predict", typeJSON, "{"},
		{own, "POST", "/predict", typeJSON, "{}"},
		{own, "POST", "/predict", typeJSON, strings.Repeat(" ", 501)},
		{own, "POST", "/predict", "", "{}"},
		{own, "POST", "/predict", typeJSON, `{"responses":["bug",""]}`},
		{full, "POST", "/predict", typeJSON, record},
		{own, "POST", "/explain", typeJSON, record},
		{empty, "POST", "/explain", typeJSON, string(answers)},
		{full, "POST", "/explain", typeJSON, record},
		{own, "POST", "/explain", typeJSON, "{}"},
	} {
		w := ask(c.h, c.method, c.target, c.kind, c.record)
		path, query, _ := strings.Cut(c.target, "?")
		rt, _ := find(c.method, path)
		o := d.Paths[rt.path][strings.ToLower(c.method)]
		if o == nil {
			continue // reported above
		}
		name, _, _ := strings.Cut(query, "=")
		if name != "" && !o.HasParameter(name) {
			t.Errorf("%s: the parameter is not described", c.target)
		}
		response := o.Responses[fmt.Sprint(w.Code)]
		for name := range response.Headers {
			if w.Header().Get(name) == "" {
				t.Errorf("%s %s: %d has no %s", c.method, c.target, w.Code, name)
			}
		}
		err := o.Answer(d, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes())
		if err != nil {
			t.Error(err)
		}
		if strings.HasPrefix(c.record, `{"id"`) {
			var sent any
			_ = json.Unmarshal([]byte(c.record), &sent)
			want := o.RequestBody.Content[c.kind].Schema
			if err := d.Check("the record", want, sent); err != nil {
				t.Error(err)
			}
		}
	}
	table := d.Paths["/table"]["post"]
	for _, c := range []struct {
		h            http.Handler
		accept, body string
	}{
		{own, "", "id,q1,q2,Total\na,rain,in a way,\nb,,,1\n"},
		{own, "", "id,q1\na,rain\n"},
		{empty, typeJSON, "id,1,2,3,4,5,6,7,8,9,10,Total\na,a referendum,,,,,,,,,,.5\n"},
	} {
		r := httptest.NewRequest("POST", "/table", strings.NewReader(c.body))
		r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		c.h.ServeHTTP(w, r)
		if err := table.Answer(d, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes()); err != nil {
			t.Error(err)
		}
		if c.accept == "" && !strings.HasPrefix(w.Header().Get("Lrp-Notes"), `["wide form: `) {
			t.Errorf("%d has the notes %q", w.Code, w.Header().Get("Lrp-Notes"))
		}
	}
	if missing := d.Unseen(); len(missing) > 0 {
		t.Errorf("described but in no answer: %q", missing)
	}
}
