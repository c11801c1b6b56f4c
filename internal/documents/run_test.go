//go:build unix

package documents

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

// TestRunawayCommandsAreStopped checks that no child of a command outlives it.
func TestRunawayCommandsAreStopped(t *testing.T) {
	out, err := Folder{Path: t.TempDir()}.Run("sleep 3600 & echo $!")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	pid := strings.TrimSpace(out)
	for range 100 {
		state, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || bytes.Contains(state, []byte(") Z ")) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s still runs", pid)
}
