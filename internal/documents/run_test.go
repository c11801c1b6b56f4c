//go:build unix

package documents

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

// TestRunawayCommandsAreStopped checks that no child of a command outlives the test.
func TestRunawayCommandsAreStopped(t *testing.T) {
	var pid string
	t.Run("session", func(t *testing.T) {
		s := Folder{Path: t.TempDir()}.open(t)
		out, err := s.run("x=5")
		if err != nil || out != "" {
			t.Fatalf("%v\n%s", err, out)
		}
		if _, err = s.run("sleep 3600 &"); err != nil {
			t.Fatal(err)
		}
		if out, err = s.run("echo $x; cat | wc -c; jobs -p"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		lines := strings.Fields(out)
		if len(lines) != 3 || lines[0] != "5" || lines[1] != "0" {
			t.Fatalf("found %q", out)
		}
		pid = lines[2]
		if _, err := s.run("(sleep .01; echo late) & true"); err != nil {
			t.Error(err)
		}
		time.Sleep(100 * time.Millisecond)
		if out, err = s.run("echo next"); err != nil || out != "next\n" {
			t.Errorf("what was printed between two commands is taken for the second: %q, %v", out, err)
		}
		if _, err := s.run("false | true"); err == nil {
			t.Error("a failure in a pipe is not noticed")
		}
		if _, err := s.run("exit 0"); err == nil {
			t.Error("the end of the shell is not noticed")
		}
	})
	for range 100 {
		state, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || bytes.Contains(state, []byte(") Z ")) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s still runs", pid)
}
