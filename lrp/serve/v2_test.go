package serve

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// The examples of the specification, with the tensors of a model here.
func TestInferenceProtocol(t *testing.T) {
	s := two(t)
	_, rating := predicted(t, s, `{"responses":["rain","in a way"]}`)
	_, blank := predicted(t, s, `{"responses":["",""]}`)
	for _, c := range []struct{ what, body, want string }{
		{"flat", `{"id":"42","inputs":[{"name":"responses","shape":[2,2],"datatype":"BYTES",` +
			`"data":["rain","in a way","",""]}],"outputs":[{"name":"rating"}]}`, "42"},
		{"nested", `{"id":"42","inputs":[{"name":"responses","shape":[2,2],"datatype":"BYTES",` +
			`"parameters":{"content_type":"str"},"data":[["rain","in a way"],["",""]]}],` +
			`"outputs":[{"name":"rating","parameters":{"binary_data":false}}]}`, "42"},
		{"per question", `{"inputs":[{"name":"q2","shape":[2],"datatype":"BYTES",` +
			`"data":["in a way",""]},{"name":"q1","shape":[2,1],"datatype":"BYTES",` +
			`"data":[["rain"],[""]]}],"outputs":[{"name":"rating"}]}`, ""},
	} {
		status, v := infer(t, s, "exam", c.body)
		want := fmt.Sprintf(`{"model_name":"exam","id":%q,"outputs":[{"name":"rating",`+
			`"datatype":"FP64","shape":[2],"data":[%v,%v]}]}`, c.want, rating, blank)
		if c.want == "" {
			want = strings.Replace(want, `"id":"",`, "", 1)
		}
		var expected map[string]any
		if err := json.Unmarshal([]byte(want), &expected); err != nil {
			t.Fatal(err)
		}
		if status != 200 || fmt.Sprint(v) != fmt.Sprint(expected) {
			t.Errorf("%s: %d %v\nexpected %v", c.what, status, v, expected)
		}
	}
}

func predicted(t *testing.T, s *service, record string) (prediction, float64) {
	t.Helper()
	var p prediction
	w := ask(s, "POST", "/predict?details=true", typeJSON, record)
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	return p, p.Rating
}

// All outputs of a model come with the shapes that its metadata have, and are the predictions.
func TestInferenceOutputs(t *testing.T) {
	s := two(t)
	people := lrptest.Civics(3, 9).Respondents
	var data [][]string
	for _, p := range people {
		data = append(data, p.Responses)
	}
	q := len(data[0])
	body, _ := json.Marshal(map[string]any{"inputs": []any{map[string]any{
		"name": "responses", "shape": []int{len(data), q}, "datatype": "BYTES", "data": data,
	}}})
	w := ask(s, "POST", "/v2/models/civics/infer", typeJSON, string(body))
	var answer struct {
		Outputs []struct {
			Name, Datatype string
			Shape          []int
			Data           []*float64
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != 200 {
		t.Fatalf("%d %s %v", w.Code, w.Body, err)
	}
	var metadata struct{ Inputs, Outputs []tensorInfo }
	w = ask(s, "GET", "/v2/models/civics", "", "")
	if err := json.Unmarshal(w.Body.Bytes(), &metadata); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(metadata.Inputs); got != fmt.Sprintf("[{responses BYTES [-1 %d]}]", q) {
		t.Error(got)
	}
	if len(answer.Outputs) < 2 || len(answer.Outputs) != len(metadata.Outputs) {
		t.Fatalf("%+v, described as %+v", answer.Outputs, metadata.Outputs)
	}
	for k, o := range answer.Outputs {
		m := metadata.Outputs[k]
		if m.Shape[0] != -1 || m.Name != o.Name || o.Shape[0] != len(data) || m.Datatype != "FP64" ||
			fmt.Sprint(m.Shape[1:]) != fmt.Sprint(o.Shape[1:]) {
			t.Errorf("%s %v, described as %+v", o.Name, o.Shape, m)
		}
		size := 1
		for _, n := range o.Shape {
			size *= n
		}
		if len(o.Data) != size {
			t.Errorf("%s: %d elements, expected %d", o.Name, len(o.Data), size)
		}
		for i, person := range people {
			record, _ := json.Marshal(map[string]any{"responses": person.Responses})
			w := ask(s, "POST", "/models/civics/predict?details=true", typeJSON, string(record))
			var p prediction
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
				t.Fatal(err)
			}
			first := o.Data[i*size/len(data)]
			switch o.Name {
			case "rating":
				if *first != p.Rating {
					t.Errorf("rating %v, expected %v", *first, p.Rating)
				}
			case "interval":
				if *first != p.Interval[0] {
					t.Errorf("interval from %v, expected %v", *first, p.Interval)
				}
			case "grades":
				if (first == nil) != (p.Grades[0] == nil) || first != nil && *first != *p.Grades[0] {
					t.Errorf("grade %v, expected %v", first, p.Grades[0])
				}
			}
		}
	}
}

func TestInferenceRefusals(t *testing.T) {
	model := exam(t, newGate())
	s, err := newServiceOf([]Named{{"exam", model}},
		quiet(Options{MaxRecords: 3, MaxResponse: 20, MaxBody: 2000}))
	if err != nil {
		t.Fatal(err)
	}
	tensor := func(name, shape, datatype, data string) string {
		return fmt.Sprintf(`{"inputs":[{"name":%q,"shape":%s,"datatype":%q,"data":%s}]}`, name, shape,
			datatype, data)
	}
	valid := `{"name":"responses","shape":[1,2],"datatype":"BYTES","data":["a","b"]}`
	for _, c := range []struct {
		body   string
		status int
		want   string
	}{
		{``, 400, "found no inference request"},
		{`[]`, 400, "found no inference request"},
		{`{"inputs":[]}`, 400, "found no inputs"},
		{tensor("input0", "[1,2]", "BYTES", `["a","b"]`), 400, `found input "input0", expected one input "responses"`},
		{tensor("responses", "[1,2]", "FP32", `[1,2]`), 400, `found datatype "FP32", expected BYTES`},
		{tensor("responses", "[1,3]", "BYTES", `["a","b","c"]`), 400, "found shape [1 3], expected [n,2]"},
		{tensor("responses", "[2]", "BYTES", `["a","b"]`), 400, "found shape [2], expected [n,2]"},
		{tensor("responses", "[]", "BYTES", `[]`), 400, "found shape [], expected [n,2]"},
		{tensor("responses", "[-1,2]", "BYTES", `[]`), 400, "found shape [-1 2]"},
		{tensor("responses", "[2,2]", "BYTES", `["a","b"]`), 400, "found 2 texts, expected 4"},
		{tensor("responses", "[1,2]", "BYTES", `["a",null]`), 400, "found null, expected a text"},
		{tensor("responses", "[1,2]", "BYTES", `["a",1]`), 400, "no list of texts"},
		{tensor("responses", "[1,2]", "BYTES", `[["a","b"],["c","d"]]`), 400, "found 2 rows of data, expected 1"},
		{tensor("responses", "[1,2]", "BYTES", `[["a"]]`), 400, "row 1: found 1 texts, expected 2"},
		{tensor("responses", "[1,2]", "BYTES", `[[["a"],["b"]]]`), 400, "no list of texts"},
		{tensor("responses", "[4,2]", "BYTES", `[]`), 413, "found 4 records, expected at most 3"},
		{tensor("responses", "[9223372036854775807,2]", "BYTES", `[]`), 413, "expected at most 3"},
		{tensor("responses", "[18446744073709551615,2]", "BYTES", `[]`), 400, "found no inference request"},
		{tensor("responses", "[1,2]", "BYTES", `["a","`+strings.Repeat("b", 21)+`"]`), 400, "found 21 bytes, expected at most 20"},
		{tensor("q1", "[1]", "BYTES", `["a"]`), 400, `found no input "q2"`},
		{`{"inputs":[{"name":"responses","shape":[1,2],"datatype":"BYTES","parameters":{"binary_data_size":9}}]}`, 400, "the extension for binary data is not offered"},
		{`{"inputs":[` + valid + `,` + valid + `]}`, 400, `found input "responses", expected`},
		{`{"inputs":[` + valid + `],"outputs":[{"name":"output0"}]}`, 400, `found output "output0", expected rating`},
		{`{"inputs":[` + valid + `],"outputs":[{"name":"rating"},{"name":"rating"}]}`, 400, `found output "rating" twice`},
		{`{"inputs":[` + valid + `],"outputs":[{"name":"grades"}]}`, 400, `found output "grades", which this model does not have`},
		{strings.Repeat(" ", 2001), 413, "expected at most 2000"},
		{`{"inputs":[{"name":"q1","shape":[1],"datatype":"BYTES","data":["a"]},{"name":"q1","shape":[1],"datatype":"BYTES","data":["a"]}]}`, 400, `found input "q1" twice`},
		{`{"inputs":[{"name":"q1","shape":[1],"datatype":"BYTES","data":["a"]},{"name":"q2","shape":[2],"datatype":"BYTES","data":["a","b"]}]}`, 400, `found 2 responses, expected 1`},
	} {
		status, v := infer(t, s, "exam", c.body)
		text, _ := v["error"].(string)
		if status != c.status || len(v) != 1 || !strings.Contains(text, c.want) {
			t.Errorf("%.200s: %d %v\nexpected %d %s", c.body, status, v, c.status, c.want)
		}
	}
	if status, v := infer(t, s, "nobody", "{}"); status != 404 || len(v) != 1 {
		t.Errorf("an unknown model: %d %v", status, v)
	}
	if w := ask(s, "POST", "/v2/models/exam/versions/1/infer", typeJSON, "{}"); w.Code != 404 {
		t.Errorf("a version: %d %s", w.Code, w.Body)
	}
}

// No request makes the server fail, and every answer is JSON.
func FuzzInference(f *testing.F) {
	model := exam(f, newGate())
	s, err := newServiceOf([]Named{{"exam", model}}, quiet(Options{MaxRecords: 5}))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(`{"inputs":[{"name":"responses","shape":[1,2],"datatype":"BYTES","data":["a","b"]}]}`)
	f.Add(`{"inputs":[{"name":"q1","shape":[1],"datatype":"BYTES","data":["a"]},` +
		`{"name":"q2","shape":[1,1],"datatype":"BYTES","data":[["a"]]}],"outputs":[{"name":"rating"}]}`)
	f.Add(`{"inputs":[{"name":"responses","shape":[-1,2],"data":null}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		if strings.Contains(body, "slow") || strings.Contains(body, "bug") {
			t.Skip("words that the model of this test reacts to")
		}
		w := ask(s, "POST", "/v2/models/exam/infer", typeJSON, body)
		if w.Code >= 500 || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%q: %d %s", body, w.Code, w.Body)
		}
	})
}

// Data of far more elements than the shape are refused before they are parsed.
func TestManyElements(t *testing.T) {
	if n := commas([]byte(`["\\,\"",",",1,[2,"x,]"]]`)); n != 4 {
		t.Errorf("%d commas, expected 4", n)
	}
	s := newService(exam(t, newGate()), quiet(Options{}))
	w := ask(s, "POST", "/v2/models/default/infer", typeJSON,
		`{"inputs":[{"name":"responses","shape":[1,2],"datatype":"BYTES","data":[`+
			strings.Repeat("[],", 2000)+`[]]}]}`)
	if w.Code != 400 || !strings.Contains(w.Body.String(),
		"found more than 1004 texts, expected 2 as in the shape") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
