package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

// asProgram makes the tests' program lrp-beam.
const asProgram = "LRP_BEAM_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// examOf writes a model and records of invented people, some of which are invalid.
func examOf(t *testing.T, dir string, n int) (m *lrp.Model, model, records string) {
	t.Helper()
	sets, err := lrp.Load("sample-powergrading")
	if err != nil {
		t.Fatal(err)
	}
	if m, err = lrp.Train(t.Context(), sets[0], lrp.TrainOptions{Approach: "AUTO", Folds: -1}); err != nil {
		t.Fatal(err)
	}
	model, records = filepath.Join(dir, "m.lrp"), filepath.Join(dir, "r.jsonl")
	if err := m.Save(model); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(records)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, random := bufio.NewWriter(file), rand.New(rand.NewPCG(1, 2))
	lines := json.NewEncoder(w)
	for i := range n {
		var responses []string
		for k := range sets[0].Questions {
			text := sets[0].Respondents[random.IntN(len(sets[0].Respondents))].Responses[k]
			responses = append(responses, text)
		}
		err = lines.Encode(map[string]any{"id": i, "responses": responses})
		if i%5000 == 7 && err == nil {
			_, err = w.WriteString("{half\n")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return m, model, records
}

// TestKilledWorker predicts 200,000 respondents by three worker processes, kills one in the middle,
// and compares the answers with those of one process.
func TestKilledWorker(t *testing.T) {
	suite.Slow(t, "predicts 200,000 respondents in several processes")
	const n, invalid = 200_000, 40
	dir := t.TempDir()
	m, model, records := examOf(t, dir, n)
	at, pool := startPool(t, ":0")
	output := filepath.Join(dir, "out", "r")
	var stderr bytes.Buffer
	job := program(t, "predict", "--model", model, "--input", records, "--output", output, "--parts", "30",
		"--pipelines", "3", "--environment_type", "EXTERNAL", "--environment_config", at)
	job.Stderr = &stderr
	if err := job.Start(); err != nil {
		t.Fatal(err)
	}
	killed := kill(t, pool, output)
	if err := job.Wait(); err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	said := stderr.String()
	if !strings.Contains(said, "attempt 1 failed") || !strings.HasSuffix(said,
		fmt.Sprintf("wrote %d records in 30 parts; %d were skipped\n", n, invalid)) {
		t.Errorf("worker %d was killed; said %s", killed, said)
	}
	in, err := os.Open(records)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var want bytes.Buffer
	if _, err := batch.Predict(t.Context(), m, in, records, &want, batch.Options{}); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(output + "-*")
	if err != nil {
		t.Fatal(err)
	}
	var got []byte
	letters := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		switch {
		case err != nil:
			t.Fatal(err)
		case strings.HasSuffix(name, ".bad.jsonl"):
			letters += bytes.Count(text, []byte("\n"))
		case strings.HasSuffix(name, ".jsonl"):
			got = append(got, text...)
		case !strings.HasSuffix(name, ".jsonl.manifest.json"):
			t.Errorf("left %s", name)
		}
	}
	if !bytes.Equal(got, want.Bytes()) || letters != invalid {
		t.Errorf("%d bytes of answers and %d invalid records, unlike the %d and %d of one process", len(got),
			letters, want.Len(), invalid)
	}
}

// kill kills one of a pool's three workers once some parts are finished.
func kill(t *testing.T, pool int, output string) (worker int) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		finished, err := filepath.Glob(output + "-*.manifest.json")
		if err != nil {
			t.Fatal(err)
		}
		workers := children(pool)
		if len(finished) < 3 || len(workers) < 3 {
			continue
		}
		if worker, err = strconv.Atoi(workers[0]); err == nil {
			err = syscall.Kill(worker, syscall.SIGKILL)
		}
		if err != nil {
			t.Fatal(err)
		}
		return worker
	}
	t.Fatal("found no three workers at work in two minutes")
	return 0
}

// children lists the processes that a process has started.
func children(of int) (list []string) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", of))
	for _, name := range files {
		text, _ := os.ReadFile(name)
		list = append(list, strings.Fields(string(text))...)
	}
	return list
}

// TestMistakes calls the program wrongly. It says so in one line.
func TestMistakes(t *testing.T) {
	for line, want := range map[string]int{
		"": 2, "bogus": 2, "predict": 2, "predict --model m --input r": 2, "predict more --model m": 2,
		"eval --data sample-mohler --output x --format no": 2, "workers --address here": 2,
		"predict --model no.lrp --input r --output x": 1, "eval --data no:x --output x": 1,
		"eval --data sample-mohler --approach NO --output x": 1,
		"eval --data sample-mohler --trials -20 --output x":  1, "eval --data sample-mohler --trials 0 --output x": 1,
	} {
		c := program(t, strings.Fields(line)...)
		c.Dir = t.TempDir()
		var stderr bytes.Buffer
		c.Stderr, c.Stdout = &stderr, io.Discard
		_ = c.Run()
		said := stderr.String()
		status := c.ProcessState.ExitCode()
		if status != want || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "lrp-beam: ") {
			t.Errorf("%q: exit status %d, expected %d, said %s", line, status, want, said)
		}
		if left, err := os.ReadDir(c.Dir); err != nil || len(left) > 0 {
			t.Errorf("%q: left %v (%v)", line, left, err)
		}
	}
}
