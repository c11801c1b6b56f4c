package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/luna-rating/luna/internal/ptytest"
	"github.com/luna-rating/luna/internal/suite"
)

// atTerminal starts the program at a pseudo-terminal of its own.
func atTerminal(t *testing.T, dir string, args ...string) (*ptytest.Console, *exec.Cmd) {
	t.Helper()
	console := ptytest.Open(t, 100, 30)
	p := exec.CommandContext(t.Context(), "turing", args...)
	p.Dir = dir
	p.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	p.Stdin, p.Stdout, p.Stderr = console.Slave(), console.Slave(), console.Slave()
	p.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	must(t, p.Start())
	t.Cleanup(func() { _ = p.Process.Kill() })
	return console, p
}

// TestRoundByHand holds a round as an organiser does without run: a judge and a confederate at
// terminals, and a program, each in a process of its own, to a ballot that score reads.
func TestRoundByHand(t *testing.T) {
	suite.Slow(t, "waits for a program that types")
	for _, c := range []struct{ rules, asked, verdict, ballot string }{
		{"2010", "Type left or right", "right\r",
			"judge,entry,confederate,named_human\nJ1,E1,C1,confederate\n"},
		{"2004", "Points for the left", "30\r",
			"judge,entry,confederate,entry_points\nJ1,E1,C1,30\n"},
	} {
		t.Run(c.rules, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.WriteFile(filepath.Join(dir, "sides.csv"),
				[]byte("judge,entry,confederate,entry_side\nJ1,E1,C1,left\nJ2,E1,C2,right\n"),
				0o666))
			entry := exec.CommandContext(t.Context(), "turing", "lpp", "entry", "--dir", "a",
				"--responder", "fixed:I am fine.", "--speed", "50")
			entry.Dir = dir
			must(t, entry.Start())
			t.Cleanup(func() { _ = entry.Process.Kill(); _ = entry.Wait() })
			human, relay := atTerminal(t, dir, "lpp", "relay", "--dir", "b")
			human.Until("The judge begins")
			judge, pair := atTerminal(t, dir, "lpp", "pair", "--left", "a", "--right", "b",
				"--rules", c.rules, "--early", "--judge", "J1", "--log", "J1.log",
				"--sides", "sides.csv", "--ballots", "ballots.csv")
			judge.Until("You begin")
			if text := judge.Text(); strings.Contains(text, "E1") || strings.Contains(text, "C1") {
				t.Errorf("the terminal says who is who:\n%s", text)
			}
			judge.Type("how are you?\r")
			judge.Until("Left: I am fine.")
			judge.Type("\x14and you?\r")
			human.Until("Judge: and you?")
			human.Type("not badd\x7f\r")
			judge.Until("Right: not bad")
			judge.Type("\x03d")
			judge.Until(c.asked)
			judge.Type(c.verdict)
			judge.Until("It is final.")
			judge.Type("y")
			if err := pair.Wait(); err != nil {
				t.Fatalf("%v\n%s", err, judge.Text())
			}
			judge.Until("wrote the verdict of J1 to ballots.csv")
			human.Type("\x03q")
			if err := relay.Wait(); err != nil {
				t.Errorf("%v\n%s", err, human.Text())
			}
			data, err := os.ReadFile(filepath.Join(dir, "ballots.csv"))
			if err != nil || string(data) != c.ballot {
				t.Errorf("%v: the ballots are %q, expected %q", err, data, c.ballot)
			}
			for _, args := range [][]string{
				{"loebner", "score", "--rules", c.rules, "ballots.csv"},
				{"loebner", "transcript", "J1.log"},
			} {
				command := exec.Command("turing", args...)
				command.Dir = dir
				var errors bytes.Buffer
				command.Stderr = &errors
				out, err := command.Output()
				if err != nil {
					t.Errorf("%v: %v: %s", args, err, &errors)
				}
				want := map[string]string{"score": "E1", "transcript": "not bad"}[args[1]]
				if !strings.Contains(string(out), want) || strings.Contains(string(out), "badd") {
					t.Errorf("%v: %s", args, out)
				}
			}
		})
	}
}
