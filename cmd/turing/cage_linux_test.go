package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/cmd/turing/internal/contest"
	"github.com/luna-rating/luna/internal/suite"
)

// Programs of entries, for the shell. Each gets its folder as its argument. What an attack has
// reached it types, so that the logs have it.
const (
	prelude = `d=$1; n=1000000000
say() { for k in $1 Return; do n=$((n+1)); mkdir "$d/$n.$k.other"; done; }
answer() { while sleep 0.02; do for k in "$d"/*.Return.judge; do
	[ -d "$k" ] && rmdir "$d"/*.judge && say "h m"; done; done; }
`
	polite = `answer`
	mirror = `for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.05
	grep -q . rounds/*/*/keys.txt && say "M I R R O R"
	grep -q seed contest.toml && say "S E E D"
	ls rounds && say "R O U N D S"
done; answer`
	killer = `i=0; while [ $((i=i+1)) -lt 12 ]; do for p in /proc/[0-9]*; do
	cmd=$(tr '\0' ' ' < $p/cmdline)
	case $cmd in *killer*) ;; *.sh\ /tmp/*)
		for f in $(echo "$cmd" | grep -o '/tmp/[^ ]*'); do
			mkdir "$f/1000000001.X.other" && say "P R E S S"
		done
		kill -9 ${p#/proc/} && say "K I L L";;
	esac
	tr '\0' ' ' < $p/environ | grep TURING && say "E N V"
done; sleep 0.05; done; answer`
	survivor = `setsid sh -c 'trap "" TERM; SLEEP' & setsid SLEEP & answer`
	bomb     = `(i=0; while [ $i -lt 1000 ]; do SLEEP & i=$((i+1)); done) && say "F O R K S"; answer`
	filler   = `head -c 300000000 /dev/zero > /tmp/luna-fill && say "D I S K"; rm -f /tmp/luna-fill
head -c 300000000 /dev/zero > "$d/fill" && say "D I S K"; answer`
)

// marked is a command that is found again.
var marked = fmt.Sprintf("sleep 9%d9", os.Getpid())

// TestCages holds a contest of adversaries: they must neither read, press and kill for others,
// outlive their rounds, nor use up processes and disks, while an honest program takes part. One
// user for all must do as well.
func TestCages(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, who may run programs as another user")
	}
	suite.Slow(t, "holds contests")
	for _, users := range []string{"61000-61005", "nobody"} {
		t.Run(users, func(t *testing.T) {
			dir := cagedContest(t)
			run := exec.Command("turing", "loebner", "run", dir, "--speed", "300", "--entry-user", users)
			run.Dir = dir
			out, err := run.CombinedOutput()
			told := func(what string) bool { return bytes.Contains(out, []byte(what)) }
			if told("the system refuses namespaces") || told("that cannot part them otherwise") {
				t.Skip("needs root on a system that allows namespaces")
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if told("warning: entries share the user nobody") != (users == "nobody") {
				t.Errorf("with users %s, it says:\n%s", users, out)
			}
			checkCaged(t, dir)
		})
	}
}

// cagedContest writes a contest of an honest program and adversaries to a folder that others can
// look into.
func cagedContest(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	suite.OK(t, os.Chmod(filepath.Dir(dir), 0o755))
	setup := "name = \"Caged\"\nrules = \"three-party\"\nseed = 3\n"
	for i, p := range []struct{ name, text string }{{"polite", polite}, {"mirror", mirror}, {"killer", killer},
		{"survivor", survivor}, {"bomb", bomb}, {"filler", filler}} {
		file := fmt.Sprintf("%s.sh", p.name)
		text := prelude + strings.ReplaceAll(p.text, "SLEEP", marked)
		suite.OK(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o755))
		setup += fmt.Sprintf("[[entry]]\nname = %q\nby = \"lpp: sh %s\"\n", p.name, file)
		if i < 2 {
			setup += fmt.Sprintf("[[confederate]]\nname = \"C%d\"\nby = \"script\"\n"+
				"[[judge]]\nname = \"J%[1]d\"\nby = \"script:random\"\nask = 2\n", i)
		}
	}
	suite.OK(t, os.WriteFile(filepath.Join(dir, contest.SetupFile), []byte(setup), 0o600))
	return dir
}

// checkCaged checks what came of a contest of adversaries.
func checkCaged(t *testing.T, dir string) {
	t.Helper()
	var x contest.Results
	suite.OK(t, json.Unmarshal(mustRead(t, filepath.Join(dir, "results.json")), &x))
	answered := 0
	for _, p := range x.Comparisons {
		typed := map[string]string{}
		for line := range strings.Lines(string(mustRead(t, filepath.Join(dir, p.Log)))) {
			if f := strings.Fields(line); len(f) == 6 && f[3] == "remote" {
				typed[f[4]] += f[5]
			}
		}
		who := x.Entries[int(p.Entry[1]-'1')].Name
		said := typed[string(p.EntrySide)]
		for _, word := range []string{"MIRROR", "SEED", "ROUNDS", "KILL", "PRESS", "ENV", "FORKS", "DISK", "X"} {
			if strings.Contains(said, word) {
				t.Errorf("%s in round %d: %s", who, p.Round, said)
			}
		}
		if who == "polite" && strings.HasPrefix(said, "hmCRhmCR") && len(p.Faults) == 0 {
			answered++
		} else if who == "polite" {
			t.Errorf("the honest program in round %d typed %q: %v", p.Round, said, p.Faults)
		}
	}
	if answered != 2 {
		t.Errorf("the honest program answered in %d rounds, expected 2", answered)
	}
	if left, _ := exec.Command("pgrep", "-f", marked).Output(); len(left) > 0 {
		t.Errorf("what entries started is still there: %s", left)
	}
	for path, want := range map[string]os.FileMode{"rounds": 0o700, "rounds/1": 0o700, "rounds/1/J1": 0o700,
		"rounds/1/J1/keys.txt": 0o600, "rounds/1/J1/log.txt": 0o600, "rounds/1/J1/transcript.html": 0o600} {
		if info := suite.Must(os.Stat(filepath.Join(dir, path)))(t); info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, expected %v", path, info.Mode(), want)
		}
	}
}
