package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/lpp"
)

// textsOf returns the texts of a log by terminal and end, in the order of the log.
func textsOf(t *testing.T, log *keylog.Log) map[string]string {
	t.Helper()
	texts := map[string]*strings.Builder{}
	for _, r := range log.Rounds {
		for _, s := range r.Strokes {
			if !s.Valid() {
				t.Fatalf("found key %q", s.Name)
			}
			at := fmt.Sprintf("%s, local %v", s.Side, s.Local)
			if texts[at] == nil {
				texts[at] = &strings.Builder{}
			}
			texts[at].WriteByte(byte(s.Key))
		}
	}
	all := map[string]string{}
	for at, text := range texts {
		all[at] = text.String()
	}
	return all
}

func readLog(t *testing.T, path string) *keylog.Log {
	t.Helper()
	log, faults, err := keylog.Read(bytes.NewReader(mustRead(t, path)), path)
	suite.OK(t, err)
	if len(faults) > 0 {
		t.Fatalf("%v", faults)
	}
	return log
}

// same compares two logs key by key and returns how many keys they have.
func same(t *testing.T, sent, arrived *keylog.Log) (keys int) {
	t.Helper()
	want, got := textsOf(t, sent), textsOf(t, arrived)
	for at, text := range want {
		keys += len(text)
		if got[at] != text {
			n := 0
			for n < min(len(text), len(got[at])) && text[n] == got[at][n] {
				n++
			}
			t.Errorf("%s: %d keys were sent, %d arrived, the same up to number %d", at, len(text),
				len(got[at]), n)
		}
	}
	suite.Equal(t, "keys came from", len(got), len(want))
	return keys
}

// process is a program in a process of its own. TestMain puts the test binary into the path.
type process struct {
	*exec.Cmd
	errors bytes.Buffer
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command("turing", args...)}
	p.Stderr = &p.errors
	suite.OK(t, p.Start())
	t.Cleanup(p.end)
	return p
}

// end kills the process, if it still runs.
func (p *process) end() {
	if p.ProcessState == nil {
		p.Process.Kill()
		p.Wait()
	}
}

// ends waits until the process has succeeded.
func (p *process) ends(t *testing.T) {
	t.Helper()
	if err := p.Wait(); err != nil {
		t.Fatalf("%v: %s", err, p.errors.String())
	}
}

// inMemory returns a folder in memory where the system has such.
func inMemory(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "turing")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// makeLog writes a log of keys at both terminals, 0.2 ms apart.
func makeLog(t *testing.T, keys int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.txt")
	f, err := os.Create(path)
	suite.OK(t, err)
	w, err := keylog.NewWriter(f, "Made for a test")
	suite.OK(t, err)
	suite.OK(t, w.Begin(keylog.Round{Number: 1, Left: keylog.Program, Right: keylog.Human}))
	const typed = "the quick brown fox\b\b\bcat jumps.\n"
	strokes := make([]keylog.Stroke, keys)
	for i := range strokes {
		strokes[i] = keylog.Stroke{Received: 1_287_853_518_000_000 + 200*int64(i),
			Sequence: fmt.Sprintf("%010d", i), Key: lpp.Key(typed[i/3%len(typed)]),
			Local: rand.IntN(2) > 0, Side: keylog.Left}
		if rand.IntN(2) > 0 {
			strokes[i].Side = keylog.Right
		}
	}
	suite.OK(t, w.Add(strokes...))
	suite.OK(t, f.Close())
	return path
}

// TestKilled kills the receiver ten times at arbitrary moments while keys are sent. In the end each
// key must be in the log exactly once.
func TestKilled(t *testing.T) {
	suite.Slow(t, "kills programs")
	work := inMemory(t)
	dir, out, log := filepath.Join(work, "D"), filepath.Join(work, "out.txt"), makeLog(t, 20_000)
	record := []string{"lpp", "record", "--dir", dir, "--out", out}
	receiver := start(t, record...)
	sender := start(t, "lpp", "replay", log, "--dir", dir, "--wait", "1m", "--speed", "1")
	for kill := range 10 {
		grown := size(out) + 2_000 // about 40 keys
		for wait := 0; size(out) < grown; wait++ {
			if time.Sleep(time.Millisecond); wait > 30_000 {
				t.Fatalf("the log does not grow after %d kills: %s, %s", kill, sender.errors.String(),
					receiver.errors.String())
			}
		}
		time.Sleep(time.Duration(rand.IntN(5_000)) * time.Microsecond) // whatever it does then
		suite.OK(t, receiver.Process.Kill())
		receiver.Wait()
		receiver = start(t, record...)
	}
	before := readLogTorn(t, out)
	sender.ends(t)
	receiver.end() // by force: what was read is on the disk
	keys := same(t, readLog(t, log), readLog(t, out))
	t.Logf("%d keys arrived, %d of them before the tenth kill; receiver: %q", keys, before,
		receiver.errors.String())
	if before >= keys {
		t.Error("the kills came too late")
	}
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// readLogTorn returns the number of whole lines of a log that grows.
func readLogTorn(t *testing.T, path string) int {
	t.Helper()
	return bytes.Count(mustRead(t, path), []byte("\n"))
}

// TestRecordReplay sends a log within one process.
//
//luna:race
func TestRecordReplay(t *testing.T) {
	dir, out, log := t.TempDir(), filepath.Join(t.TempDir(), "out.txt"), makeLog(t, 1000)
	var both sync.WaitGroup
	for _, args := range [][]string{
		{"lpp", "record", "--dir", dir, "--out", out, "--keys", "1000"},
		{"lpp", "replay", log, "--dir", dir, "--speed", "10"},
	} {
		both.Go(func() {
			var errs bytes.Buffer
			if code := run(t.Context(), args, nil, io.Discard, &errs); code != 0 || errs.Len() > 0 {
				t.Errorf("%q: status %d, %s", args, code, errs.String())
			}
		})
	}
	both.Wait()
	suite.Equal(t, "keys that arrived", same(t, readLog(t, log), readLog(t, out)), 1000)
}

// TestTornLine checks that a last line which was not written to its end is removed, and its key, of
// which the folder still has the sub-directory, recorded.
func TestTornLine(t *testing.T) {
	for torn := range 60 {
		work := t.TempDir()
		dir, out := filepath.Join(work, "D"), filepath.Join(work, "out.txt")
		r, err := keylog.Append(out)
		suite.OK(t, err)
		presses := []lpp.Press{
			{Sequence: "0000000001", Key: 'a', By: lpp.Other},
			{Sequence: "0000000002", Key: lpp.BackSpace, By: lpp.Other},
		}
		suite.OK(t, r.Add(keylog.Left, presses))
		suite.OK(t, r.Close())
		for _, p := range presses { // none was removed
			suite.OK(t, os.MkdirAll(filepath.Join(dir, p.Name()), 0o777))
		}
		suite.OK(t, os.Truncate(out, size(out)-int64(torn)))
		missing := 2
		for _, line := range strings.SplitAfter(string(mustRead(t, out)), "\n") {
			if strings.Contains(line, "remote") && strings.HasSuffix(line, "\n") {
				missing--
			}
		}
		if missing > 0 {
			var none bytes.Buffer
			if code := run(t.Context(), []string{"lpp", "record", "--dir", dir, "--out", out,
				"--keys", fmt.Sprint(missing)}, nil, io.Discard, &none); code != 0 ||
				none.Len() > 0 {
				t.Fatalf("torn by %d: status %d, %s", torn, code, none.String())
			}
		}
		if got := textsOf(t, readLog(t, out)); len(got) != 1 || got["left, local false"] != "a\b" {
			t.Errorf("torn by %d: %q", torn, got)
		}
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	return suite.Must(os.ReadFile(path))(t)
}

// TestRealLogs sends the published logs through two processes and two folders.
func TestRealLogs(t *testing.T) {
	total := 0
	for name, want := range map[string]int{
		"2009.P1": 8602, "2009.P2": 13476, "2009.P3": 11587,
		"2010.P1": 29790, "2010.P2": 25646, "2010.P3": 23733, "2010.P4": 29804,
	} {
		path := suite.Data(t, "loebner", name+".txt.gz")
		work := inMemory(t)
		dir, out := filepath.Join(work, "D"), filepath.Join(work, "out.txt")
		receiver := start(t, "lpp", "record", "--dir", dir, "--out", out)
		begun := time.Now()
		sender := start(t, "lpp", "replay", path, "--dir", dir, "--speed", "0", "--wait", "1m")
		sender.ends(t)
		took := time.Since(begun)
		receiver.end()
		keys := same(t, readLog(t, path), readLog(t, out))
		t.Logf("%s: %d keys arrived as they were sent, in %.1f s", name, keys, took.Seconds())
		if keys != want || receiver.errors.Len() > 0 {
			t.Errorf("%s: found %d keys, want %d; %s", name, keys, want, receiver.errors.String())
		}
		total += keys
	}
	t.Logf("%d keys in all", total)
}
