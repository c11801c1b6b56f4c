package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder is a test whose failures are kept.
type recorder struct {
	testing.TB
	said    string
	skipped bool
}

func (r *recorder) Skipf(format string, args ...any) { r.skipped = true }
func (r *recorder) Errorf(format string, args ...any) {
	for _, a := range args {
		r.said += a.(string) + "\n"
	}
}

func TestSlow(t *testing.T) {
	for value, skipped := range map[string]bool{"": true, "all": false, "update": false} {
		t.Setenv(env, value)
		r := &recorder{TB: t}
		if Slow(r, "waits"); r.skipped != skipped {
			t.Errorf("%s=%s: skipped %v", env, value, r.skipped)
		}
	}
}

func TestGolden(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "golden.txt")
	t.Setenv(env, "")
	r := &recorder{TB: t}
	Golden(r, file, []byte("new"))
	const command = "LUNA_TEST=update go test ./internal/suite -run '^TestGolden$'"
	if !strings.Contains(r.said, command) {
		t.Errorf("the failure does not say %s:\n%s", command, r.said)
	}
	t.Setenv(env, "update")
	Golden(t, file, []byte("new"))
	t.Setenv(env, "")
	Golden(t, file, []byte("new"))
	r.said = ""
	Golden(r, file, []byte("other"))
	if !strings.Contains(r.said, "other") {
		t.Errorf("the failure does not show what was found:\n%s", r.said)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "new" {
		t.Errorf("found %q (%v)", data, err)
	}
}
