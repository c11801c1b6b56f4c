package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
)

// practicing is a process of luna practice.
type practicing struct {
	*exec.Cmd
	url    string
	stderr chan string // all lines but the first, when the process ends
}

func practice(t *testing.T, args ...string) *practicing {
	t.Helper()
	p := &practicing{stderr: make(chan string, 1)}
	p.Cmd = exec.Command("luna", append([]string{"practice", "--addr", "127.0.0.1:0",
		"--people", "8"}, args...)...)
	stderr := suite.Must(p.StderrPipe())(t)
	suite.OK(t, p.Start())
	t.Cleanup(func() { p.Process.Kill() })
	lines := bufio.NewReader(stderr)
	first := suite.Must(lines.ReadString('\n'))(t)
	url, ok := strings.CutPrefix(strings.TrimSpace(first), "luna: listening on ")
	if !ok {
		t.Fatalf("the first line is %q", first)
	}
	p.url = url
	go func() {
		rest, _ := io.ReadAll(lines)
		p.stderr <- string(rest)
	}()
	return p
}

// end waits for the process and returns what it wrote.
func (p *practicing) end(t *testing.T) (stderr string) {
	t.Helper()
	stderr = <-p.stderr
	if err := p.Wait(); err != nil {
		t.Errorf("luna practice: %v\n%s", err, stderr)
	}
	return stderr
}

// TestPractice has luna play finish games with simulated people and checks that they have ratings,
// that not all are ties, and that the practice says how close the guesses came.
//
//luna:race
func TestPractice(t *testing.T) {
	suite.Slow(t, "plays in real time")
	t.Parallel()
	p := practice(t)
	out, err := exec.Command("luna", "play", "--server", p.url, "--games", "3", "--name", "watson",
		"--interval", "100ms").CombinedOutput()
	if err != nil {
		t.Fatalf("luna play: %v\n%s", err, out)
	}
	result := regexp.MustCompile(
		`(?m)^game \d: guess [\d.]+ \[\d+, \d+\], rating [\d.]+, off by [\d.]+, (won|lost|tied)`)
	if got := result.FindAllString(string(out), -1); len(got) != 3 ||
		!strings.Contains(string(out), "won") && !strings.Contains(string(out), "lost") {
		t.Errorf("luna play reports\n%s", out)
	}
	if !strings.Contains(string(out), "mean error") {
		t.Errorf("luna play has no table of errors:\n%s", out)
	}
	suite.OK(t, p.Process.Signal(syscall.SIGINT))
	stderr := p.end(t)
	line := regexp.MustCompile(`(?m)^watson: guess [\d.]+, rating [\d.]+ \(off by [\d.]+\)$`)
	if len(line.FindAllString(stderr, -1)) != 3 || !strings.Contains(stderr, "8 SIMULATED people") ||
		!strings.Contains(stderr, p.url+"/developers") {
		t.Errorf("stderr is\n%s", stderr)
	}
}

// TestPracticeWithTheTemplate has the template of the documentation play on a practice server.
func TestPracticeWithTheTemplate(t *testing.T) {
	suite.Slow(t, "runs Python")
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3, which runs docs/players/template.py, is not installed")
	}
	p := practice(t)
	c := suite.Must(client.New(p.url, "", client.Options{HTTP: &http.Client{}}))(t)
	token := suite.Must(c.RegisterMachine(t.Context(), "my template"))(t)
	template := filepath.Join("..", "..", "docs", "players", "template.py")
	out, err := exec.Command(python, template, p.url, token, "--games", "2").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "the rating was ") ||
		!strings.Contains(string(out), "mean error of 2 guesses: ") ||
		!strings.Contains(string(out), "asks 'What color is the sky?', gets ") {
		t.Errorf("%v:\n%s", err, out)
	}
	suite.OK(t, p.Process.Signal(syscall.SIGTERM))
	if stderr := p.end(t); !strings.Contains(stderr, "my template: guess ") {
		t.Errorf("stderr is\n%s", stderr)
	}
}

// watched is an output that calls a function when a text is written.
type watched struct {
	bytes.Buffer
	text string
	then func()
}

func (w *watched) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(w.text)) {
		w.then()
	}
	return w.Buffer.Write(b)
}

// TestTradePacked replays a log that is compressed, from a file and from standard input, and one
// that is damaged.
func TestTradePacked(t *testing.T) {
	log := suite.Must(os.ReadFile(filepath.Join("..", "..", "testdata", "trade", "doubted.jsonl")))(t)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	suite.Must(z.Write(log))(t)
	suite.OK(t, z.Close())
	name := filepath.Join(t.TempDir(), "log.jsonl.gz")
	replay := func(content []byte, arg string) (status int, out, message string) {
		suite.OK(t, os.WriteFile(name, content, 0o600))
		var stdout, stderr bytes.Buffer
		status = run(t.Context(), []string{"trade", "replay", "--format", "json", arg},
			bytes.NewReader(content), &stdout, &stderr)
		return status, stdout.String(), stderr.String()
	}
	_, want, _ := replay(log, name)
	if !strings.Contains(want, `"nature":"human"`) {
		t.Fatalf("found %s", want)
	}
	for _, arg := range []string{name, "-"} {
		if status, out, message := replay(packed.Bytes(), arg); status != 0 || out != want {
			t.Errorf("%s: status %d, %s%s", arg, status, out, message)
		}
	}
	for _, n := range []int{5, packed.Len() / 2, packed.Len() - 3} {
		status, _, message := replay(packed.Bytes()[:n], name)
		if status != 1 || !strings.Contains(message, "log.jsonl.gz") ||
			strings.Count(message, "\n") != 1 {
			t.Errorf("the first %d bytes: status %d, %s", n, status, message)
		}
	}
}
