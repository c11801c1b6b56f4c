package serve

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever is sent, the decoder gives a record or a failure with a message of one line; a sound record is read the same alone and in an array.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		`{"id":"s1","responses":["a",null]}`, `[{"responses":[]},{}]`, `{"id":1}`, `{"responses":{"a":1}}`, `{"ID":"a","Responses":["\ud800"]}`,
		"{\"id\":\"a\"}\n{", "[", "[1,2", "null", "", " \n", `{"responses":[[[]]]}`, "\xff", `{"id":"a","id":"b"}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		one, err := source{[]byte(s), 1}.one()
		list, errs := source{[]byte("[" + s + "]"), 1}.array(1000)
		for _, err := range []error{err, errs} {
			var failed *failure
			if err != nil && (!errors.As(err, &failed) || failed.status < 400 || failed.status > 499 || strings.Contains(failed.message, "\n")) {
				t.Errorf("%q: %v", s, err)
			}
		}
		if err != nil {
			return
		}
		if errs != nil || len(list) != 1 || list[0].ID != one.ID || strings.Join(list[0].texts(), "|") != strings.Join(one.texts(), "|") {
			t.Errorf("%q: %+v alone, %+v (%v) in an array", s, one, list, errs)
		}
		for _, text := range append(one.texts(), one.ID) {
			if !utf8.ValidString(text) {
				t.Errorf("%q: %q is not valid", s, text)
			}
		}
	})
}
