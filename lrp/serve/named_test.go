package serve

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// two serves a model for two questions under the name exam, and the civics one.
func two(t *testing.T) *service {
	t.Helper()
	s, err := newServiceOf([]Named{{"exam", exam(t, newGate())}, {"civics", auto()}}, quiet(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Each name leads to its model, no name to the first, and each model has its own counters.
func TestNamedModels(t *testing.T) {
	s := two(t)
	short := `{"responses":["rain",null]}`
	long := `{"responses":[` + strings.Repeat("null,", len(auto().Questions())-1) + `"x"]}`
	for _, c := range []struct {
		method, target, body string
		status               int
		want                 string
	}{
		{"GET", "/model", "", 200, `{"name":"exam",`},
		{"GET", "/models/exam/model", "", 200, `{"name":"exam",`},
		{"GET", "/models/civics/model", "", 200, `{"name":"civics",`},
		{"GET", "/models", "", 200, `{"models":[{"name":"exam","default":true,"approach":"LEN"`},
		{"GET", "/models", "", 200, `{"name":"civics","default":false,"approach":"AUTO"`},
		{"POST", "/predict", short, 200, `{"rating":`},
		{"POST", "/predict", long, 422, "expected one for each of 2 questions"},
		{"POST", "/models/exam/predict", short, 200, `{"rating":`},
		{"POST", "/models/civics/predict", long, 200, `{"rating":`},
		{"POST", "/models/civics/predict", short, 422, "found 2 responses"},
		{"POST", "/models/civics/explain", long, 200, `"unit"`},
		{"GET", "/models/civics", "", 200, "<!doctype html>"},
		{"GET", "/models/nobody/model", "", 404, `found model name \"nobody\", expected exam or civics`},
		{"POST", "/models/nobody/predict", short, 404, `found model name \"nobody\"`},
		{"GET", "/models/exam/predict", "", 405, "expected POST"},
		{"GET", "/models/", "", 404, "found path"},
		{"GET", "/models//model", "", 404, "found path"},
		{"GET", "/models/exam/x/model", "", 404, "found path"},
	} {
		w := ask(s, c.method, c.target, typeJSON, c.body)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s: %d %.300s\nexpected %d %s", c.method, c.target, w.Code, w.Body, c.status,
				c.want)
		}
	}
	metrics := ask(s, "GET", "/metrics", "", "").Body.String()
	for _, line := range []string{
		`lrp_records_predicted_total{model="exam"} 2`, `lrp_records_predicted_total{model="civics"} 2`,
		`lrp_records_bad_total{model="exam"} 1`, `lrp_records_bad_total{model="civics"} 1`,
		`lrp_requests_total{path="/predict",model="exam",code="200"} 1`,
		`lrp_requests_total{path="/models/{name}/predict",model="civics",code="200"} 1`,
		`lrp_requests_total{path="/models/{name}/predict",code="404"} 1`, `lrp_ready 1`,
		`lrp_model_info{model="civics",approach="AUTO"`,
	} {
		if !strings.Contains(metrics, "\n"+line) {
			t.Errorf("no line %s in\n%s", line, metrics)
		}
	}
	if strings.Contains(metrics, "nobody") {
		t.Error("an unknown name is a label")
	}
}

func TestReplaceNamed(t *testing.T) {
	s := newServer(two(t))
	networks, err := lrp.Train(t.Context(), lrptest.Networks(6, 3), lrp.TrainOptions{Approach: "CBG"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.ReplaceNamed("civics", networks); err != nil {
		t.Fatal(err)
	}
	if err := s.ReplaceNamed("nobody", networks); err == nil {
		t.Error("an unknown name is replaced")
	}
	for name, want := range map[string]string{"civics": "CBG", "exam": "LEN"} {
		w := ask(s.service, "GET", "/models/"+name+"/model", "", "")
		if !strings.Contains(w.Body.String(), fmt.Sprintf(`"approach":%q`, want)) {
			t.Errorf("%s is %s", name, w.Body)
		}
	}
	if got := s.service.metrics(); !strings.Contains(got, `lrp_model_reloads_total{model="civics"} 1`) ||
		!strings.Contains(got, `lrp_model_reloads_total{model="exam"} 0`) {
		t.Error(got)
	}
}

func TestNamesAreChecked(t *testing.T) {
	m := auto()
	for _, c := range []struct {
		models []Named
		want   string
	}{
		{nil, "found no model"},
		{[]Named{{"a", m}, {"a", m}}, `found the model name "a" twice`},
		{[]Named{{"", m}}, `found the model name ""`},
		{[]Named{{"a/b", m}}, `found the model name "a/b"`},
		{[]Named{{".", m}}, `found the model name "."`},
		{[]Named{{strings.Repeat("a", 65), m}}, "expected 1 to 64"},
	} {
		_, err := HandlerOf(c.models, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, expected %s", err, c.want)
		}
		if _, err := NewServerOf(c.models, Options{}); err == nil {
			t.Errorf("a server: no error, expected %s", c.want)
		}
	}
}

// infer sends a request by the Open Inference Protocol.
func infer(t *testing.T, s *service, name, body string) (int, map[string]any) {
	t.Helper()
	w := ask(s, "POST", "/v2/models/"+name+"/infer", typeJSON, body)
	var v map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%s: %v", w.Body, err)
	}
	return w.Code, v
}
