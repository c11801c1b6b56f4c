// Package openapitest reads an OpenAPI description and checks answers against it.
package openapitest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Parse reads an OpenAPI description in JSON.
func Parse(text []byte) (*Document, error) {
	d := &Document{seen: make(map[string]bool)}
	return d, json.Unmarshal(text, d)
}

// Operations returns the methods and paths, such as "GET /model", sorted, and what is wrong with
// their descriptions.
func (d *Document) Operations() (list, problems []string) {
	for path, operations := range d.Paths {
		for method, o := range operations {
			name := strings.ToUpper(method) + " " + path
			list = append(list, name)
			if o.OperationID == "" || o.Summary == "" || len(o.Responses) == 0 {
				problems = append(problems, name+" is not described")
			}
		}
	}
	slices.Sort(list)
	return list, problems
}

// Unseen returns the properties of schemas that occurred in no value checked so far.
func (d *Document) Unseen() (missing []string) {
	for name, s := range d.Components.Schemas {
		for property := range maps.Keys(s.Properties) {
			if !d.seen[name+"."+property] {
				missing = append(missing, name+"."+property)
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// HasParameter reports whether an operation has a parameter with the given name.
func (o *Operation) HasParameter(name string) bool {
	for _, p := range o.Parameters {
		if p.Name == name {
			return true
		}
	}
	return false
}

// Answer checks an answer against the description of an operation.
func (o *Operation) Answer(d *Document, status int, contentType string, body []byte) error {
	kind, _, _ := strings.Cut(contentType, ";")
	response, ok := o.Responses[fmt.Sprint(status)]
	content := response.Content[kind]
	if !ok || content.Schema == nil {
		return fmt.Errorf("%s: %d with %s is not described: %s", o.OperationID, status, kind, body)
	}
	var v any = string(body)
	if strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "json") {
		if err := json.Unmarshal(body, &v); err != nil {
			return fmt.Errorf("%s: %d: %w", o.OperationID, status, err)
		}
	}
	return d.Check(o.OperationID, content.Schema, v)
}

// Schema is the subset of JSON Schema that the descriptions use.
type Schema struct {
	Ref                  string `json:"$ref"`
	Type                 any
	Properties           map[string]*Schema
	Required             []string
	Items                *Schema
	OneOf                []*Schema
	AdditionalProperties *bool
	Minimum, Maximum     *float64
	MinItems, MaxItems   *int
	Default              any
	Description          string
}

// Media are schemas by content type.
type Media map[string]struct{ Schema *Schema }

// Operation describes a method of a path.
type Operation struct {
	OperationID, Summary, Description string
	Parameters                        []struct {
		Name, In, Description string
		Schema                *Schema
	}
	RequestBody *struct {
		Required bool
		Content  Media
	}
	Responses map[string]struct {
		Description string
		Headers     map[string]any
		Content     Media
	}
}

// Document is an OpenAPI description.
type Document struct {
	OpenAPI    string
	Info       struct{ Title, Version, Description string }
	Paths      map[string]map[string]*Operation
	Components struct{ Schemas map[string]*Schema }
	seen       map[string]bool // "schema.property" of the values checked
}

// Check returns an error if a value does not match the schema, and adds its properties to seen.
func (d *Document) Check(where string, s *Schema, v any) error {
	name := strings.TrimPrefix(s.Ref, "#/components/schemas/")
	if s.Ref != "" {
		if s = d.Components.Schemas[name]; s == nil {
			return fmt.Errorf("%s: no schema %s", where, name)
		}
	}
	if s.OneOf != nil {
		var problems []error
		for _, one := range s.OneOf {
			if err := d.Check(where, one, v); err != nil {
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
			if err := d.Check(fmt.Sprintf("%s[%d]", where, i), s.Items, item); err != nil {
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
			if err := d.Check(where+"."+key, p, value); err != nil {
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
