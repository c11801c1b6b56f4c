package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var updateSums = flag.Bool("update-sums", false, "write resources.sha256 anew, after what the program carries has changed")

// TestResourceSums checks that resources.sha256 has what the program carries.
func TestResourceSums(t *testing.T) {
	var b strings.Builder
	for _, r := range resources {
		_, digest := r.checksum()
		fmt.Fprintf(&b, "%s  %s\n", digest, r.name)
	}
	if *updateSums {
		if err := os.WriteFile("resources.sha256", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if b.String() != sums {
		t.Errorf("found\n%sexpected\n%sgo test ./cmd/lrp -run TestResourceSums -update-sums writes the file anew", b.String(), sums)
	}
}

// TestDamagedResource lets doctor find what differs, what cannot be loaded and what panics.
func TestDamagedResource(t *testing.T) {
	fine := resources[1]
	if c := fine.check(); c.Status != "ok" || c.Hint != "" || c.Seconds == nil {
		t.Errorf("a sound resource: %+v", c)
	}
	other := fine
	other.checksum = func() (int, string) { return 3, "0123456789abcdef" }
	other.load = func() (string, error) { t.Error("a damaged resource was loaded"); return "", nil }
	if c := other.check(); c.Status != "failed" || !strings.HasPrefix(c.Found, "found SHA-256 0123456789ab…, expected ") || c.Hint == "" {
		t.Errorf("a damaged resource: %+v", c)
	}
	broken := fine
	broken.load = func() (string, error) { panic("no table") }
	if c := broken.check(); c.Status != "failed" || c.Found != "no table" {
		t.Errorf("one that panics: %+v", c)
	}
}

// TestFailedDiagnosis checks that one failure is told with its hint and marks the whole.
func TestFailedDiagnosis(t *testing.T) {
	d := diagnosis{OK: true}
	d.add(check{Name: "first", Status: "ok"})
	if d.failure() != nil || !d.OK {
		t.Error("a failure where all is well")
	}
	d.add(writable("folder", t.TempDir()+"/absent", "make it"))
	if err := d.failure(); d.OK || err == nil || !strings.HasPrefix(err.Error(), "doctor: folder: cannot write to ") || !strings.HasSuffix(err.Error(), "; make it") {
		t.Errorf("OK is %t, the failure is %v", d.OK, err)
	}
}
