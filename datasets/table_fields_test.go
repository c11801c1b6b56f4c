package datasets

import (
	"reflect"
	"testing"
)

// Every option that users give can be set as text, and is written as it was set.
func TestFields(t *testing.T) {
	var o TableOptions
	for _, f := range o.Fields() {
		if f.Usage+f.Label == "" || f.Hint != "" && f.Label == "" {
			t.Errorf("%s: usage %q, label %q, hint %q", f.Name, f.Usage, f.Label, f.Hint)
		}
		s := map[string]string{"string": "a", "stringSlice": `a,"b, ""c""",#3`, "int": "3",
			"float64": "2.5", "bool": "true"}[f.Type()]
		if len(f.Choices) > 0 {
			s = f.Choices[1]
		}
		if err := f.Set(s); err != nil || f.String() != s {
			t.Errorf("%s: %v, %q, expected %q", f.Name, err, f, s)
		}
	}
	if want := []string{"a", `b, "c"`, "#3"}; !reflect.DeepEqual(o.Questions, want) || *o.Min != 2.5 {
		t.Errorf("%+v", o)
	}
	for _, f := range new(TableOptions).Fields() {
		if err := f.Set(`"x`); (err == nil) != (f.Type() == "string") {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}
