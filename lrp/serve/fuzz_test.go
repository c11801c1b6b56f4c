package serve

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/httpx"
)

// Any input is a record or a failure with a message of one line. A valid record is the same alone
// and in an array.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		`{"id":"s1","responses":["a",null]}`, `[{"responses":[]},{}]`, `{"id":1}`,
		`{"responses":{"a":1}}`, `{"ID":"a","Responses":["\ud800"]}`, "{\"id\":\"a\"}\n{",
		"[", "[1,2", "null", "", " \n", `{"responses":[[[]]]}`, "\xff", `{"id":"a","id":"b"}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		one, err := source{[]byte(s), 1}.one()
		list, errs := source{[]byte("[" + s + "]"), 1}.array(1000)
		for _, err := range []error{err, errs} {
			var failed *httpx.Error
			if err != nil && (!errors.As(err, &failed) || failed.Status < 400 ||
				failed.Status > 499 || strings.Contains(failed.Message, "\n")) {
				t.Errorf("%q: %v", s, err)
			}
		}
		if err != nil {
			return
		}
		if errs != nil || len(list) != 1 || list[0].ID != one.ID ||
			!slices.Equal(list[0].texts(), one.texts()) {
			t.Errorf("%q: %q alone, %d records (%v) in an array", s, one.texts(), len(list), errs)
		}
		for _, text := range append(one.texts(), one.ID) {
			if !utf8.ValidString(text) {
				t.Errorf("%q: %q is not valid UTF-8", s, text)
			}
		}
	})
}
