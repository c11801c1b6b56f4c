package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// seconds is the only part of standard output that differs between runs.
var seconds = regexp.MustCompile(`"seconds": [0-9.e+-]+`)

// evaluated returns the outputs of eval with a few trials.
func evaluated(t *testing.T, args ...string) map[string]string {
	t.Helper()
	trials := "2"
	if suite.Full(t) {
		trials = "4"
	}
	return outputs(t, append([]string{"eval", "--trials", trials}, args...)...)
}

// outputs runs a command and returns what it wrote: each file of --out, and standard output as
// "stdout".
func outputs(t *testing.T, args ...string) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "report")
	var stdout, stderr bytes.Buffer
	args = append(args, "--format", "json", "--out", dir)
	if status := run(context.Background(), args, strings.NewReader(""), &stdout,
		&stderr); status != 0 {
		t.Fatalf("lrp %s: exit status %d: %s", strings.Join(args, " "), status, &stderr)
	}
	written := map[string]string{"stdout": stdout.String()}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		written[e.Name()] = string(data)
	}
	took := seconds.FindString(written["stdout"])
	if took == "" || took == `"seconds": 0` {
		t.Errorf("standard output has %q", took)
	}
	written["stdout"] = seconds.ReplaceAllString(written["stdout"], `"seconds": 0`)
	return written
}

// sameReports checks that two runs wrote the same bytes.
func sameReports(t *testing.T, a, b map[string]string) {
	t.Helper()
	if len(a) < 7 || len(a) != len(b) {
		t.Errorf("%d and %d files and standard output", len(a), len(b))
	}
	for name := range a {
		if a[name] != b[name] {
			t.Errorf("%s differs (%d and %d bytes)", name, len(a[name]), len(b[name]))
		}
	}
}

func TestDeterminism(t *testing.T) {
	for _, protocol := range []string{"described", "published"} {
		t.Run(protocol, func(t *testing.T) {
			if protocol != "described" {
				suite.Slow(t, "runs whole evaluations")
			}
			first := evaluated(t, "--protocol", protocol, "--workers", "1")
			sameReports(t, first, evaluated(t, "--protocol", protocol, "--workers", "2"))
			if !suite.Full(t) {
				return // two runs show that the number of workers does not matter
			}
			sameReports(t, first, evaluated(t, "--protocol", protocol, "--workers", "1"))
			sameReports(t, first, evaluated(t, "--protocol", protocol, "--workers", "7"))
		})
	}
}

func TestDeterminismOfCurvesAndFolds(t *testing.T) {
	suite.Slow(t, "runs whole evaluations")
	for _, args := range [][]string{
		{"curve", "--trials", "2", "--sizes", "0,2,9,1000"},
		{"eval", "--protocol", "cross-validation", "--folds", "3", "--trials", "2"},
		{"eval", "--protocol", "leave-one-out", "--approach", "RAN,CBG,BOW,NNO", "sample-mohler"},
	} {
		t.Run(args[0]+args[2], func(t *testing.T) {
			sameReports(t, outputs(t, append(args, "--workers", "1")...),
				outputs(t, append(args, "--workers", "3")...))
		})
	}
}

func TestSeedMatters(t *testing.T) {
	one := evaluated(t, "--approach", "RAN,CBG,BOW", "--regressor", "ols", "--seed", "1")
	two := evaluated(t, "--approach", "RAN,CBG,BOW", "--regressor", "ols", "--seed", "2")
	for _, name := range []string{"stdout", "results.csv", "results.json", "manifest.json",
		"rmse_bars.svg"} {
		if one[name] == two[name] {
			t.Errorf("%s is the same with another seed", name)
		}
	}
	// The data are the same, whatever the seed.
	if name := "rating_histograms.svg"; one[name] != two[name] {
		t.Errorf("%s depends on the seed", name)
	}
}
