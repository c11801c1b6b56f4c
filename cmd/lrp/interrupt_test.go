//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// TestInterrupt interrupts an evaluation that would take hours.
//
//luna:race
func TestInterrupt(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "d")
			c, stdout, stderr := start(t, nil, "eval", "--trials", "100000", "--out", dir,
				"sample-powergrading")
			// The folder is created after the flags are checked, just before the trials start.
			deadline := time.Now().Add(10 * time.Second)
			for ; !exists(dir); time.Sleep(time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatal("the folder was not created")
				}
			}
			time.Sleep(200 * time.Millisecond)
			interrupted(t, c, signal)
			// Standard error is not a terminal, so no progress is shown on it.
			if got := stderr.String(); got != "lrp: interrupted\n" {
				t.Errorf("standard error: %q", got)
			}
			if stdout.Len() > 0 {
				t.Errorf("standard output: %q", stdout)
			}
			if exists(dir) {
				t.Error("the folder is left behind")
			}
		})
	}
}

// TestInterruptReading interrupts a command that waits for input.
//
//luna:race
func TestInterruptReading(t *testing.T) {
	suite.Slow(t, "interrupts programs")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	c, _, stderr := start(t, r, "similarity")
	waits(c)
	interrupted(t, c, os.Interrupt)
	if got := stderr.String(); got != "lrp: interrupted\n" {
		t.Errorf("standard error: %q", got)
	}
}

// start starts the program, which TestMain has put in the search path.
func start(
	t *testing.T, stdin io.Reader, args ...string,
) (c *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	c = exec.Command("lrp", args...)
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	c.Stdin, c.Stdout, c.Stderr = stdin, stdout, stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	return c, stdout, stderr
}

// hangLimit tells a program that does not react to a signal from one on a busy machine under the
// race detector, where a trial alone takes seconds.
const hangLimit = 30 * time.Second

// interrupted sends the signal and checks that the program exits with status 1, instead of going on
// for hours.
func interrupted(t *testing.T, c *exec.Cmd, signal os.Signal) {
	t.Helper()
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	since := time.Now()
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("ended with %v, want exit status 1", err)
	}
	if took := time.Since(since); took > hangLimit {
		t.Errorf("took %v to end", took)
	}
}

// waits returns when all threads of a program have slept without work for a while, so that it has
// begun to wait for input: under the race detector on a busy machine, that takes seconds. Where
// /proc does not say, it waits for a fixed time.
func waits(c *exec.Cmd) {
	const pause = 300 * time.Millisecond
	last := ""
	for end := time.Now().Add(hangLimit); time.Now().Before(end); time.Sleep(pause) {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", c.Process.Pid))
		if err != nil || len(threads) == 0 {
			time.Sleep(pause)
			return
		}
		used, asleep := "", true
		for _, name := range threads {
			text, _ := os.ReadFile(name)
			fields := strings.Fields(string(text))
			if len(fields) < 15 || fields[2] != "S" {
				asleep = false // or has just ended
				break
			}
			used += " " + strings.Join(fields[13:15], "+") // ticks outside and in the kernel
		}
		if asleep && used == last {
			return
		}
		last = used
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestInterruptPipe interrupts commands that wait for somebody to open the other end of a pipe.
//
//luna:race
func TestInterruptPipe(t *testing.T) {
	suite.Slow(t, "interrupts programs")
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	for _, args := range [][]string{
		{"inspect", pipe}, {"grade", "csv:" + pipe}, {"eval", "jsonl:" + pipe}, {"run", pipe},
		{"serve", "-m", pipe, "--addr", "127.0.0.1:0"}, {"convert", "csv:" + pipe, "--out", out},
		{"embed", "convert", pipe, "--out", out},
	} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			c, _, stderr := start(t, nil, args...)
			waits(c)
			interrupted(t, c, syscall.SIGTERM)
			if got := stderr.String(); got != "lrp: interrupted\n" {
				t.Errorf("standard error: %q", got)
			}
			if exists(out) {
				t.Error("something was written")
			}
		})
	}
}
