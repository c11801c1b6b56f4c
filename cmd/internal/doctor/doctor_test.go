package doctor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestResourceSums checks that resources.sha256 has the digests of the embedded resources.
func TestResourceSums(t *testing.T) {
	var b strings.Builder
	for _, r := range resources {
		_, digest := r.checksum()
		fmt.Fprintf(&b, "%s  %s\n", digest, r.name)
	}
	suite.Golden(t, "resources.sha256", []byte(b.String()))
}

// TestDamagedResource checks resources that differ, that cannot be loaded and that panic.
func TestDamagedResource(t *testing.T) {
	fine := resources[1]
	if c := fine.check(); c.Status != "ok" || c.Hint != "" || c.Seconds == nil {
		t.Errorf("an intact resource: %+v", c)
	}
	other := fine
	other.checksum = func() (int, string) { return 3, "0123456789abcdef" }
	other.load = func() (string, error) { t.Error("a damaged resource was loaded"); return "", nil }
	const want = "found SHA-256 0123456789ab…, expected "
	if c := other.check(); c.Status != "failed" || !strings.HasPrefix(c.Found, want) ||
		c.Hint == "" {
		t.Errorf("a damaged resource: %+v", c)
	}
	broken := fine
	broken.load = func() (string, error) { panic("no table") }
	if c := broken.check(); c.Status != "failed" || c.Found != "no table" {
		t.Errorf("a resource that panics: %+v", c)
	}
}

// TestFailedDiagnosis checks that one failed check fails the diagnosis and is reported with its
// hint.
func TestFailedDiagnosis(t *testing.T) {
	d := diagnosis{OK: true}
	d.add(Check{Name: "first", Status: "ok"})
	if d.failure() != nil || !d.OK {
		t.Error("a failure although all checks passed")
	}
	d.add(writable("folder", t.TempDir()+"/absent", "make it"))
	err := fmt.Sprint(d.failure())
	if d.OK || !strings.HasPrefix(err, "doctor: folder: cannot write to ") ||
		!strings.HasSuffix(err, "; make it") {
		t.Errorf("OK is %t, the failure is %v", d.OK, err)
	}
}
