package suite

import (
	"errors"
	"reflect"
	"strings"
)

// T is a test, also one of package rapid.
type T interface {
	Helper()
	Fatal(...any)
	Errorf(string, ...any)
}

// OK ends a test if a step of it has failed.
func OK(t T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Must returns the value of a step, or ends the test if the step has failed:
//
//	answer := suite.Must(client.Get(url))(t)
func Must[V any](value V, err error) func(T) V {
	return func(t T) V {
		t.Helper()
		OK(t, err)
		return value
	}
}

// Err returns the error of a call.
func Err[V any](_ V, err error) error { return err }

// Is checks that an error is, or wraps, another one.
func Is(t T, what any, err, target error) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Errorf("%.80v: found the error %v, expected %v", what, err, target)
	}
}

// Equal compares what was found with what was expected.
func Equal[V any](t T, what any, got, want V) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%.80v: found\n%+v\nexpected\n%+v", what, got, want)
	}
}

// Has checks that a text has all parts.
func Has(t T, what any, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%.80v lacks %q:\n%s", what, part, text)
		}
	}
}

// Fails compares the message of an error with what was expected, in which … stands for any text. An
// empty one expects no error.
func Fails(t T, what any, err error, want string) {
	t.Helper()
	if err == nil && want == "" {
		return
	}
	parts := strings.Split(want, "…")
	rest, ok := "", err != nil
	if ok {
		rest, ok = strings.CutPrefix(err.Error(), parts[0])
	}
	for _, part := range parts[1:] {
		var found bool
		_, rest, found = strings.Cut(rest, part)
		ok = ok && found
	}
	if last := parts[len(parts)-1]; !ok || want == "" || last != "" && rest != "" {
		t.Errorf("%.80v: found the error %v, expected %s", what, err, want)
	}
}
