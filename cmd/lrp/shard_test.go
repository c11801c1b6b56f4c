//go:build unix

package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// printed runs a command and returns its standard output.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); status != 0 {
		t.Fatalf("lrp %s: exit status %d: %s", strings.Join(args, " "), status, &stderr)
	}
	return stdout.String()
}

// shardedInputs writes a model and files of respondents, some of which are invalid.
func shardedInputs(t *testing.T, n int) (model string, files []string) {
	t.Helper()
	dir := t.TempDir()
	model = filepath.Join(dir, "m.lrp")
	printed(t, "train", "-m", model, "--approach", "COM", "--folds", "0", "sample-powergrading")
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("vote mayor schools privacy freedom court war tax people state <the>")
	lines := func(n int) []byte {
		var b bytes.Buffer
		b.WriteString("\ufeff")
		for i := range n {
			var list []string
			for range 10 {
				s := words[random.IntN(len(words))] + " " + words[random.IntN(len(words))]
				list = append(list, fmt.Sprintf("%q", s))
			}
			fmt.Fprintf(&b, `{"id":%d,"responses":[%s]}`, i, strings.Join(list, ","))
			b.WriteString([]string{"\n", "\r\n", "\n\n", "\n{\"id\":7}\n"}[random.IntN(4)])
		}
		return b.Bytes()
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(lines(n / 4))
	z.Close()
	for i, text := range [][]byte{lines(n), packed.Bytes(), nil, lines(n / 2)} {
		file := filepath.Join(dir, fmt.Sprintf("%d.jsonl", i))
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return model, files
}

// TestShards has parts predicted, merged, and compared with what one process says of each file, on
// standard error, too.
func TestShards(t *testing.T) {
	model, files := shardedInputs(t, 60)
	var answers, skipped bytes.Buffer
	for _, file := range files {
		if run(t.Context(), []string{"predict", "-m", model, file}, nil, &answers, &skipped) != 0 {
			t.Fatal(skipped.String())
		}
	}
	invalid := func(printed string) (list []string) {
		for line := range strings.Lines(printed) {
			if strings.Contains(line, `"responses", expected`) {
				list = append(list, line)
			}
		}
		return list
	}
	for _, n := range []int{1, 2, 7, 300} {
		dir := filepath.Join(t.TempDir(), "parts")
		var stderr bytes.Buffer
		for i := range n {
			args := append([]string{"predict", "-m", model, "--parts", dir, "--shard",
				fmt.Sprintf("%d/%d", i, n)}, files...)
			if run(t.Context(), args, nil, &stderr, &stderr) != 0 {
				t.Fatal(stderr.String())
			}
		}
		got := printed(t, "merge", dir)
		if got != answers.String() {
			t.Errorf("%d parts give other answers than one process", n)
		}
		a, b := invalid(stderr.String()), invalid(skipped.String())
		if len(b) < 10 || strings.Join(a, "") != strings.Join(b, "") {
			t.Errorf("%d parts: invalid records\n%q\nexpected\n%q", n, a, b)
		}
	}
}

// TestShardedTables divides tables, which have a header each.
func TestShardedTables(t *testing.T) {
	dir := t.TempDir()
	model := filepath.Join(dir, "m.lrp")
	printed(t, "train", "-m", model, "--approach", "CBG", "--folds", "0", "sample-powergrading")
	var files []string
	want := "id,rating\n"
	for i := range 3 {
		file := filepath.Join(dir, fmt.Sprintf("%d.csv", i))
		text := fmt.Sprintf("id,1,2,3,4,5,6,7,8,9,10\na%d,\"two\nlines\",,,,,,,,,\nb%[1]d,,x,,,,,,,,\n", i)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		_, rows, _ := strings.Cut(printed(t, "predict", "-m", model, file), "\n")
		want += rows
	}
	parts := filepath.Join(dir, "parts")
	for i := range 5 {
		printed(t, append([]string{"predict", "-m", model, "--parts", parts, "--shard",
			fmt.Sprintf("%d/5", i)}, files...)...)
	}
	if got := printed(t, "merge", parts); got != want {
		t.Errorf("merged\n%s\nexpected\n%s", got, want)
	}
}

// TestKilledShards runs ten processes, kills some of them at random and runs all again until they
// have finished.
func TestKilledShards(t *testing.T) {
	suite.Slow(t, "kills processes")
	model, files := shardedInputs(t, 4000)
	want := ""
	for _, file := range files {
		want += printed(t, "predict", "-m", model, file)
	}
	dir := filepath.Join(t.TempDir(), "parts")
	random := rand.New(rand.NewPCG(3, 4))
	killed := 0
	for round := range 4 {
		var wg sync.WaitGroup
		var commands []*exec.Cmd
		for i := range 10 {
			args := append([]string{"predict", "-m", model, "--parts", dir, "--shard",
				fmt.Sprintf("%d/10", i)}, files...)
			c, _, stderr := start(t, nil, args...)
			commands = append(commands, c)
			wg.Go(func() {
				err := c.Wait() // one that had finished may be killed as well
				if err != nil && c.ProcessState.Exited() && stderr.Len() > 0 && !strings.Contains(stderr.String(), "warning") {
					t.Errorf("%v: %s", err, stderr)
				}
			})
		}
		if round < 3 {
			time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
			for _, i := range random.Perm(10)[:6] {
				if commands[i].Process.Kill() == nil {
					killed++
				}
			}
		}
		wg.Wait()
	}
	if got := printed(t, "merge", dir); got != want || killed == 0 {
		t.Errorf("after %d kills the merged answers differ from those of one process", killed)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left %q", left)
	}
}

// TestShardModel gives a part a model that can be read once: its manifest has the digest of what
// was used.
func TestShardModel(t *testing.T) {
	model, files := shardedInputs(t, 20)
	want := printed(t, "predict", "-m", model, files[0])
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	pipe, parts := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "parts")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	go os.WriteFile(pipe, text, 0o600)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var said bytes.Buffer
	if run(ctx, []string{"predict", "-m", pipe, "--shard", "0/1", "--parts", parts, files[0]}, nil, &said, &said) != 0 {
		t.Fatal(said.String())
	}
	manifest, err := os.ReadFile(filepath.Join(parts, "part-00000-of-00001.jsonl.manifest.json"))
	if sum := sha256.Sum256(text); err != nil || !bytes.Contains(manifest, []byte(hex.EncodeToString(sum[:]))) {
		t.Errorf("the manifest does not name the model (%v): %s", err, manifest)
	}
	if got := printed(t, "merge", parts); got != want {
		t.Error("the part has the answers of another model")
	}
}

// TestShardedCopies has parts of an evaluation made with a file in different folders.
func TestShardedCopies(t *testing.T) {
	dir := t.TempDir()
	parts := filepath.Join(dir, "parts")
	var report string
	for i, name := range []string{"a", "b", "c"} {
		folder := filepath.Join(dir, name)
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		vectors := filepath.Join(folder, "v.txt")
		if err := os.WriteFile(vectors, []byte("vote 1 0\npeople 0 1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		args := []string{"eval", "--trials", "2", "--approach", "CBG", "--vectors", vectors, "--parts", parts}
		if i < 2 {
			args = append(args, "--shard", fmt.Sprintf("%d/2", i))
		}
		report = printed(t, append(args, "sample-powergrading")...)
	}
	if !strings.Contains(report, "CBG") {
		t.Errorf("found the report %q", report)
	}
}

// TestShardedEvaluation has parts of evaluations computed by processes of different numbers of
// goroutines, and compares the report with that of one process, byte by byte.
func TestShardedEvaluation(t *testing.T) {
	for _, args := range [][]string{
		{"--trials", "5", "--approach", "CBG,COM,AUTO", "--seed", "20261130"},
		{"--protocol", "cross-validation", "--folds", "3", "--trials", "1", "--approach", "CBG,COM,AUTO"},
		{"--protocol", "leave-one-out", "--approach", "CBG,FWO", "sample-powergrading"},
	} {
		eval := func(more ...string) []string { return append(append([]string{"eval"}, args...), more...) }
		dir := filepath.Join(t.TempDir(), "parts")
		for i := range 3 {
			printed(t, eval("--shard", fmt.Sprintf("%d/3", i), "--parts", dir, "--workers",
				fmt.Sprint(i+1))...)
		}
		sameReports(t, outputs(t, eval()...), outputs(t, eval("--parts", dir)...))
	}
}

// TestUnchanged notices that files are others than before they were read.
func TestUnchanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.txt")
	list := []namedFiles{{flag: "vectors", paths: []string{path}}}
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a 1")
	before, err := digestsOf(list, nil)
	if err = cmp.Or(err, unchanged(list, nil, before)); err != nil {
		t.Error(err)
	}
	write("a 2")
	want := path + ": found other bytes, expected those that --vectors named at the start"
	if err := unchanged(list, nil, before); err == nil || err.Error() != want {
		t.Errorf("found %v, expected %s", err, want)
	}
	if err := unchanged(list, nil, nil); err == nil {
		t.Error("files that could not be read at the start are taken")
	}
}

// TestPackedInput predicts compressed records on standard input.
func TestPackedInput(t *testing.T) {
	model, files := shardedInputs(t, 40)
	want := printed(t, "predict", "-m", model, files[1])
	in, err := os.ReadFile(files[1])
	if err != nil {
		t.Fatal(err)
	}
	var got, said bytes.Buffer
	if run(t.Context(), []string{"predict", "-m", model, "-"}, bytes.NewReader(in), &got, &said) != 0 || got.String() != want {
		t.Errorf("answers %.200q, said %.200s", &got, &said)
	}
}
