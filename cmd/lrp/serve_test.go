//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/luna-rating/luna/lrp"
)

// saveModel trains an approach on a few respondents and saves the model.
func saveModel(t *testing.T, approach, path string) {
	t.Helper()
	sets, err := lrp.Load("synthetic-civics:8")
	if err != nil {
		t.Fatal(err)
	}
	m, err := lrp.Train(context.Background(), sets[0],
		lrp.TrainOptions{Approach: approach, Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
}

// served is a process of lrp serve.
type served struct {
	*exec.Cmd
	address string
	stderr  *bufio.Reader // from the second line on
}

func startServing(t *testing.T, args ...string) *served {
	t.Helper()
	s := &served{Cmd: exec.Command("lrp", append([]string{"serve"}, args...)...)}
	pipe, err := s.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() })
	s.stderr = bufio.NewReader(pipe)
	line, err := s.stderr.ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		t.Fatalf("the first line is %q (%v)", line, err)
	}
	s.address = address
	return s
}

// end sends the signal and returns the rest of standard error.
func (s *served) end(t *testing.T, signal os.Signal) string {
	t.Helper()
	since := time.Now()
	if err := s.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(s.stderr)
	if err := s.Wait(); err != nil {
		t.Errorf("%v after %s, expected exit status 0", err, rest)
	}
	if took := time.Since(since); took > hangLimit {
		t.Errorf("took %v to end", took)
	}
	return string(rest)
}

// TestServe sends requests to a process, replaces its model and stops it.
func TestServe(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "m.model")
	saveModel(t, "CBG", file)
	s := startServing(t, "-m", file, "--addr", "127.0.0.1:0", "--log")
	get := func(path string) string {
		t.Helper()
		resp, err := http.Get(s.address + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != 200 {
			t.Errorf("%s: %d %v", path, resp.StatusCode, err)
		}
		return string(body)
	}
	if !strings.Contains(get("/model"), `"approach":"CBG"`) {
		t.Error("the wrong model is served")
	}
	record := `{"id":"a","responses":[` + strings.Repeat("null,", 9) + `"x"]}`
	resp, err := http.Post(s.address+"/predict", "application/json", strings.NewReader(record))
	if err != nil || resp.StatusCode != 200 {
		t.Fatalf("%v %v", resp, err)
	}
	resp.Body.Close()

	hangup := func(want string) {
		t.Helper()
		if err := s.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		for {
			line, err := s.stderr.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(line, want) {
				return
			}
			if !strings.Contains(line, "method=GET") &&
				!strings.Contains(line, "uri=/predict route=/predict status=200") {
				t.Fatalf("found %q, expected %s", line, want)
			}
		}
	}
	if err := os.WriteFile(file, []byte("damaged"), 0o666); err != nil {
		t.Fatal(err)
	}
	hangup("keeping the current model: " + file + ":1: cannot be used as a model")
	saveModel(t, "DEM", file)
	hangup("msg=reloaded file=" + file)
	if !strings.Contains(get("/model"), `"approach":"DEM"`) {
		t.Error("the model was not replaced")
	}
	if rest := s.end(t, syscall.SIGTERM); strings.Count(rest, "\n") != 1 ||
		!strings.Contains(rest, "uri=/model route=/model status=200") {
		t.Errorf("on standard error: %q", rest)
	}
}

// TestServeLogsJSON checks the log in JSON, also of a model that is reloaded.
func TestServeLogsJSON(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a model.lrp")
	saveModel(t, "CBG", file)
	command := exec.Command("lrp", "serve", "-m", file, "--addr", "127.0.0.1:0", "--log=json")
	pipe, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Process.Kill() })
	records := json.NewDecoder(pipe)
	next := func(message string) map[string]any {
		t.Helper()
		for {
			var record map[string]any
			if err := records.Decode(&record); err != nil {
				t.Fatalf("looking for %q: %v", message, err)
			}
			if text, _ := record["msg"].(string); strings.HasPrefix(text, message) {
				return record
			}
		}
	}
	url, _ := next("listening")["url"].(string)
	approach := func(path, want string) {
		t.Helper()
		resp, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil || !strings.Contains(string(body), `"approach":"`+want+`"`) {
			t.Errorf("%s: %.200s %v", path, body, err)
		}
	}
	approach("/model", "CBG")
	if record := next("request"); record["uri"] != "/model" || record["request_id"] == "" {
		t.Errorf("%v", record)
	}
	if err := os.WriteFile(file, []byte("damaged"), 0o666); err != nil {
		t.Fatal(err)
	}
	hangup := func() {
		if err := command.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	hangup()
	next("keeping the current model: " + file)
	saveModel(t, "DEM", file)
	hangup()
	if record := next("reloaded"); record["file"] != file {
		t.Errorf("%v", record)
	}
	approach("/model", "DEM")
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
}

// TestServeUnixSocket checks that a Unix socket is served and removed afterwards.
func TestServeUnixSocket(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	saveModel(t, "CBG", filepath.Join(dir, "m"))
	socket := filepath.Join(dir, "s")
	s := startServing(t, "-m", filepath.Join(dir, "m"), "--addr", "unix:"+socket)
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		},
	}}
	resp, err := client.Get("http://lrp/healthz")
	if err != nil || resp.StatusCode != 200 || s.address != "unix:"+socket {
		t.Errorf("%v %v at %s", resp, err, s.address)
	}
	if rest := s.end(t, os.Interrupt); rest != "" {
		t.Errorf("on standard error: %q", rest)
	}
	if exists(socket) {
		t.Error("the socket is left behind")
	}
}
