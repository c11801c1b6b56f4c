package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// startPool starts a pool of workers and returns where it can be asked for them.
func startPool(t *testing.T, address string) (at string, process int) {
	t.Helper()
	pool := program(t, "workers", "--address", address)
	pool.Dir = t.TempDir()
	said, err := pool.StderrPipe()
	if err == nil {
		err = pool.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = pool.Process.Signal(os.Interrupt)
		_ = pool.Wait()
	})
	line, err := bufio.NewReader(said).ReadString('\n')
	at, found := strings.CutPrefix(strings.TrimSpace(line), "lrp-beam: workers can be asked for at ")
	if !found {
		t.Fatalf("said %q (%v)", line, err)
	}
	return at, pool.Process.Pid
}

// TestAddress starts pools of workers, which listen where they are told and else on this computer.
func TestAddress(t *testing.T) {
	for address, want := range map[string]string{
		":0": "127.0.0.1", "127.0.0.1:0": "127.0.0.1", "0.0.0.0:0": "::", "[::1]:0": "::1",
	} {
		if address == "[::1]:0" {
			if l, err := net.Listen("tcp", address); err != nil {
				continue // no IPv6 here
			} else {
				l.Close()
			}
		}
		at, _ := startPool(t, address)
		host, _, err := net.SplitHostPort(at)
		if host != want && !(address == "0.0.0.0:0" && host == "0.0.0.0") || err != nil {
			t.Errorf("%s: listens on %s, expected %s", address, at, want)
		}
	}
}

// TestNoWorkers asks for workers where nobody or something else is, and where a pool
// is.
func TestNoWorkers(t *testing.T) {
	dir := t.TempDir()
	_, model, records := examOf(t, dir, 20)
	free, err := httpx.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	other, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	go func() {
		for {
			c, err := other.Accept()
			if err != nil {
				return
			}
			c.Write([]byte("HTTP/1.1 400 no\r\n\r\n"))
			c.Close()
		}
	}()
	at, pool := startPool(t, ":0")
	for i, address := range []string{fmt.Sprint("localhost:", free), other.Addr().String(), "", at} {
		var stderr bytes.Buffer
		job := program(t, "predict", "--model", model, "--input", records, "--output", filepath.Join(dir, "out", "r"),
			"--parts", "3", "--pipelines", "2", "--attempts", "2", "--environment_type", "EXTERNAL",
			"--environment_config", address)
		job.Stderr = &stderr
		err := job.Run()
		said := stderr.String()
		if works := i == 3; works != (err == nil) || strings.Contains(said, "panic") ||
			!works && (!strings.Contains(said, "attempt 1 failed") || !strings.Contains(said, "prism has ended (exit status 2): unable to start sdk worker")) {
			t.Errorf("%q: %v, said %s", address, err, said)
		}
	}
	job := program(t, "predict", "--model", model, "--input", records, "--output", "here/r",
		"--environment_type", "EXTERNAL", "--environment_config", at)
	job.Dir, job.Stdout, job.Stderr = dir, nil, nil
	said, err := job.CombinedOutput()
	if err == nil || !strings.Contains(string(said), "workers in other folders need absolute paths") {
		t.Errorf("an output elsewhere: %v, said %s", err, said)
	}
	for end := time.Now().Add(time.Minute); len(children(pool)) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the workers %v have not ended with their runner", children(pool))
		}
	}
}
