package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// schema is the subset of JSON Schema that openapi.json uses.
type schema struct {
	Ref                  string `json:"$ref"`
	Type                 any
	Properties           map[string]*schema
	Required             []string
	Items                *schema
	OneOf                []*schema
	AdditionalProperties *bool
	Minimum, Maximum     *float64
	MinItems, MaxItems   *int
	Default              any
	Description          string
}

type media map[string]struct{ Schema *schema }

type operation struct {
	OperationID, Summary, Description string
	Parameters                        []struct {
		Name, In, Description string
		Schema                *schema
	}
	RequestBody *struct {
		Required bool
		Content  media
	}
	Responses map[string]struct {
		Description string
		Headers     map[string]any
		Content     media
	}
}

type document struct {
	OpenAPI    string
	Info       struct{ Title, Version, Description string }
	Paths      map[string]map[string]*operation
	Components struct{ Schemas map[string]*schema }
	seen       map[string]bool // "schema.property" of the values checked
}

// check returns an error if a value does not match the schema, and adds its properties to seen.
func (d *document) check(where string, s *schema, v any) error {
	name := strings.TrimPrefix(s.Ref, "#/components/schemas/")
	if s.Ref != "" {
		if s = d.Components.Schemas[name]; s == nil {
			return fmt.Errorf("%s: no schema %s", where, name)
		}
	}
	if s.OneOf != nil {
		var problems []error
		for _, one := range s.OneOf {
			if err := d.check(where, one, v); err != nil {
				problems = append(problems, err)
			}
		}
		if len(problems) != len(s.OneOf)-1 {
			return fmt.Errorf("%s: %d of %d schemas match: %v",
				where, len(s.OneOf)-len(problems), len(s.OneOf), problems)
		}
		return nil
	}
	kind, expected := kindOfJSON(v), kinds(s.Type)
	if !slices.Contains(expected, kind) &&
		(kind != "integer" || !slices.Contains(expected, "number")) {
		return fmt.Errorf("%s: found %s, expected %v", where, kind, s.Type)
	}
	switch v := v.(type) {
	case float64:
		if s.Minimum != nil && v < *s.Minimum || s.Maximum != nil && v > *s.Maximum {
			return fmt.Errorf("%s: %v", where, v)
		}
	case []any:
		if s.MinItems != nil && len(v) < *s.MinItems || s.MaxItems != nil && len(v) > *s.MaxItems {
			return fmt.Errorf("%s: %d items", where, len(v))
		}
		for i, item := range v {
			if err := d.check(fmt.Sprintf("%s[%d]", where, i), s.Items, item); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, r := range s.Required {
			if _, ok := v[r]; !ok {
				return fmt.Errorf("%s: no %s", where, r)
			}
		}
		for key, value := range v {
			p := s.Properties[key]
			if p == nil && (s.AdditionalProperties == nil || *s.AdditionalProperties) {
				continue
			}
			if p == nil {
				return fmt.Errorf("%s: %s is not in the schema", where, key)
			}
			d.seen[name+"."+key] = true
			if err := d.check(where+"."+key, p, value); err != nil {
				return err
			}
		}
	}
	return nil
}

func kinds(t any) []string {
	if list, ok := t.([]any); ok {
		var names []string
		for _, n := range list {
			names = append(names, fmt.Sprint(n))
		}
		return names
	}
	return []string{fmt.Sprint(t)}
}

func kindOfJSON(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
	}
	return "number"
}

// openapi.json describes exactly the routes. Every answer matches it, and every field in it occurs
// in an answer.
func TestOpenAPI(t *testing.T) {
	empty := newService(auto(), quiet(Options{}))
	var d document
	text := ask(empty, "GET", "/openapi.json", "", "").Body.Bytes()
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	d.seen = make(map[string]bool)
	if d.OpenAPI != "3.1.0" || d.Info.Title == "" || d.Info.Version == "" {
		t.Errorf("head %q %+v", d.OpenAPI, d.Info)
	}
	var described, served []string
	for path, operations := range d.Paths {
		for method, o := range operations {
			described = append(described, strings.ToUpper(method)+" "+path)
			if o.OperationID == "" || o.Summary == "" || len(o.Responses) == 0 {
				t.Errorf("%s %s is not described", method, path)
			}
		}
	}
	for _, r := range routes {
		served = append(served, r.method+" "+r.path)
	}
	slices.Sort(described)
	slices.Sort(served)
	if !slices.Equal(described, served) {
		t.Errorf("described %q, served %q", described, served)
	}

	model := exam(t, newGate())
	ds := lrptest.Networks(3, 3)
	ds.Respondents[0].Rating = math.NaN() // the model has a warning about it
	networks, err := lrp.Train(context.Background(), ds, lrp.TrainOptions{Approach: "CBG"})
	if err != nil {
		t.Fatal(err)
	}
	own := newService(model, quiet(Options{ShowKey: true, MaxBody: 500}))
	draining := newService(model, quiet(Options{}))
	draining.draining.Store(true)
	full := newService(model, quiet(Options{Concurrency: 1, Queue: 1}))
	for range 2 {
		if _, err := full.limit.admit(); err != nil {
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
		o := d.Paths[path][strings.ToLower(c.method)]
		if o == nil {
			continue // reported above
		}
		name, _, _ := strings.Cut(query, "=")
		if name != "" && (len(o.Parameters) == 0 || o.Parameters[0].Name != name) {
			t.Errorf("%s: the parameter is not described", c.target)
		}
		kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
		response, ok := o.Responses[fmt.Sprint(w.Code)]
		content := response.Content[kind]
		if !ok || content.Schema == nil {
			t.Errorf("%s %s: %d with %s is not described", c.method, c.target, w.Code, kind)
			continue
		}
		for name := range response.Headers {
			if w.Header().Get(name) == "" {
				t.Errorf("%s %s: %d has no %s", c.method, c.target, w.Code, name)
			}
		}
		var v any = w.Body.String()
		if kind == typeJSON || kind == typeLines {
			if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
				t.Errorf("%s %s: %v", c.method, c.target, err)
			}
		}
		if err := d.check(c.target, content.Schema, v); err != nil {
			t.Error(err)
		}
		if strings.HasPrefix(c.record, `{"id"`) {
			var sent any
			_ = json.Unmarshal([]byte(c.record), &sent)
			want := o.RequestBody.Content[c.kind].Schema
			if err := d.check("the record", want, sent); err != nil {
				t.Error(err)
			}
		}
	}
	var missing []string
	for name, s := range d.Components.Schemas {
		for property := range maps.Keys(s.Properties) {
			if !d.seen[name+"."+property] {
				missing = append(missing, name+"."+property)
			}
		}
	}
	slices.Sort(missing)
	if len(missing) > 0 {
		t.Errorf("described but in no answer: %q", missing)
	}
}
