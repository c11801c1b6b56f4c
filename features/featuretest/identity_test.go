package featuretest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
)

// identified is a sound extractor with resources and a version.
type identified struct {
	fault
	resources func() ([]features.Resource, error)
	version   int
}

func (e identified) Resources() ([]features.Resource, error) { return e.resources() }
func (e identified) Version() int                            { return e.version }

// digest is the SHA-256 of a string.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// TestIdentity proves that each check of resources and versions can fail.
//
//luna:race
func TestIdentity(t *testing.T) {
	calls := 0
	always := func(list ...features.Resource) func() ([]features.Resource, error) {
		return func() ([]features.Resource, error) { return list, nil }
	}
	table := func(digest string) features.Resource {
		return features.Resource{Name: "table", SHA256: digest}
	}
	sound := always(table(digest("table")))
	failing := func() ([]features.Resource, error) { return nil, errors.New("cannot read it") }
	changing := func() ([]features.Resource, error) {
		calls++
		return []features.Resource{table(digest(fmt.Sprint(calls)))}, nil
	}
	const badDigest = "expected 64 hexadecimal digits"
	for _, c := range []struct {
		name      string
		resources func() ([]features.Resource, error)
		version   int
		want      string
	}{
		{"sound", sound, 2, ""},
		{"no resources", always(), 1, ""},
		{"no name", always(features.Resource{SHA256: digest("table")}), 1, "has no name"},
		{"no digest", always(table("")), 1, badDigest},
		{"short digest", always(table(digest("table")[:62])), 1, badDigest},
		{"not hexadecimal", always(table(strings.Repeat("x", 64))), 1, badDigest},
		{"twice", always(table(digest("a")), table(digest("b"))), 1, "listed twice"},
		{"error", failing, 1, "cannot read it"},
		{"changing", changing, 1, "resources change from call to call"},
		{"version 0", sound, 0, "version 0, expected at least 1"},
	} {
		err := Check(identified{fault{"none"}, c.resources, c.version})
		if c.want == "" && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: found %v, expected an error with %q", c.name, err, c.want)
		}
	}
}
