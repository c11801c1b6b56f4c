package lrpbeam

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/klauspost/compress/zstd"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
	"github.com/luna-rating/luna/lrp/report"
)

func TestMain(m *testing.M) {
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// exam is a model with records of the people it was trained with, one of which is invalid.
type exam struct {
	dir, path string
	model     *lrp.Model
	set       *datasets.Dataset
	lines     []byte
}

func newExam(t *testing.T) *exam {
	t.Helper()
	sets, err := lrp.Load("sample-powergrading")
	if err != nil {
		t.Fatal(err)
	}
	x := &exam{dir: t.TempDir(), set: sets[0]}
	x.path = filepath.Join(x.dir, "m.lrp")
	x.model, err = lrp.Train(t.Context(), x.set, lrp.TrainOptions{Approach: "COM", Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	if err := x.model.Save(x.path); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for i, r := range x.set.Respondents {
		text, _ := json.Marshal(map[string]any{"id": r.ID, "responses": r.Responses})
		b.Write(append(text, '\n'))
		if i == 70 {
			b.WriteString("{\"id\":7}\n")
		}
	}
	x.lines = b.Bytes()
	return x
}

// write writes a file of the exam's folder and returns its path.
func (x *exam) write(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(x.dir, name)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// leftover writes what a killed process has staged of a file a minute ago.
func (x *exam) leftover(t *testing.T, of string) string {
	left := x.write(t, "."+of+".999999999-0.tmp", nil)
	old := time.Now().Add(-time.Minute)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	return left
}

// one returns what one process predicts.
func (x *exam) one(t *testing.T, in io.Reader, form batch.Form) string {
	t.Helper()
	var out bytes.Buffer
	o := batch.Options{Form: form, Note: func(string) {}}
	if _, err := batch.Predict(t.Context(), x.model, in, "records", &out, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// merged returns the answers of all parts with a prefix.
func merged(t *testing.T, prefix string) string {
	t.Helper()
	p, _, err := parts(t.Context(), prefix)
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.All()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.Merge(&out, list); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func packed(t *testing.T, text []byte, in func(io.Writer) (io.WriteCloser, error)) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := in(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestPredict compares a job's answers with those of one process, in every form of input.
func TestPredict(t *testing.T) {
	x := newExam(t)
	x.write(t, "a.jsonl", x.lines)
	x.write(t, "b.jsonl.gz", packed(t, x.lines, func(w io.Writer) (io.WriteCloser, error) {
		return gzip.NewWriter(w), nil
	}))
	x.write(t, "c.jsonl.zst", packed(t, x.lines, func(w io.Writer) (io.WriteCloser, error) {
		return zstd.NewWriter(w)
	}))
	var wide, long bytes.Buffer
	wide.WriteString("id")
	long.WriteString("id,question,response\n")
	for _, q := range x.set.Questions {
		fmt.Fprintf(&wide, ",%s", q.ID)
	}
	for _, r := range x.set.Respondents {
		fmt.Fprintf(&wide, "\n%s", r.ID)
		for k, text := range r.Responses {
			fmt.Fprintf(&wide, ",%q", text)
			fmt.Fprintf(&long, "%s,%s,%q\n", r.ID, x.set.Questions[k].ID, text)
		}
	}
	lines := x.one(t, bytes.NewReader(x.lines), batch.JSONLines)
	for pattern, c := range map[string]struct {
		text []byte
		want string
		bad  int
	}{
		"*.jsonl*": {nil, lines + lines + lines, 3},
		"wide.csv": {wide.Bytes(), x.one(t, bytes.NewReader(wide.Bytes()), batch.CSV), 0},
		"long.csv": {long.Bytes(), x.one(t, bytes.NewReader(long.Bytes()), batch.CSV), 0},
	} {
		if c.text != nil {
			x.write(t, pattern, c.text)
		}
		for _, n := range []int{1, 7} {
			j := Job{Runner: "prism", Output: filepath.Join(t.TempDir(), "out", "r"), Parts: n}
			sum, err := j.Predict(t.Context(), Options{Model: x.path}, filepath.Join(x.dir, pattern))
			if err != nil {
				t.Fatal(err)
			}
			if got := merged(t, j.Output); got != c.want || sum.Bad != c.bad ||
				sum.Records != strings.Count(c.want, "\n")-strings.Count(c.want, "id,rating") {
				t.Errorf("%s in %d parts: %+v, other answers than one process gives", pattern, n, sum)
			}
			letters, err := filepath.Glob(j.Output + "-*.bad.jsonl")
			if err != nil || len(letters) == 0 != (c.bad == 0) {
				t.Errorf("%s: bad records in %q (%v)", pattern, letters, err)
			}
			for _, name := range letters {
				text, err := os.ReadFile(name)
				var b Bad
				if err == nil {
					err = json.Unmarshal(bytes.SplitAfter(text, []byte("\n"))[0], &b)
				}
				if err != nil || b.Line != 72 || b.ID != "7" || !strings.Contains(b.File, ".jsonl") || b.Error == "" {
					t.Errorf("%s: %q (%v)", name, text, err)
				}
			}
		}
	}
}

// TestRecords compares the transform for pipelines of others with one process.
func TestRecords(t *testing.T) {
	x := newExam(t)
	p, s := beam.NewPipelineWithRoot()
	var records []string
	for line := range strings.Lines(string(x.lines)) {
		records = append(records, strings.TrimSpace(line))
	}
	answers, bad := Predict(s, Options{Model: x.path}, beam.CreateList(s, records))
	var want []any
	for line := range strings.Lines(x.one(t, bytes.NewReader(x.lines), batch.JSONLines)) {
		want = append(want, strings.TrimSpace(line))
	}
	passert.Equals(s, answers, want...)
	passert.Equals(s, bad, Bad{Record: `{"id":7}`,
		Error: `found no "responses", expected a list of strings and nulls`})
	r, err := beam.Run(t.Context(), "prism", p)
	if err != nil {
		t.Fatal(err)
	}
	counted := make(map[string]int64)
	for _, c := range r.Metrics().AllMetrics().Counters() {
		counted[c.Name()] += c.Result()
	}
	if n := int64(len(want)); counted["records"] != n || counted["bad_records"] != 1 {
		t.Errorf("counters %v, expected %d and 1", counted, n)
	}
}

// TestEvaluate compares a job's report with that of one process.
func TestEvaluate(t *testing.T) {
	e := Evaluation{Datasets: []string{"sample-mohler", "sample-powergrading"},
		Approaches: []string{"CBG", "COM", "AUTO", "RAN"}, Regressors: []string{"ridge"}, Trials: 5, Seed: 3, TrainFraction: .7}
	j := Job{Runner: "prism", Output: filepath.Join(t.TempDir(), "e"), Pipelines: 2, Parts: 3}
	got, err := j.Evaluate(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	x, err := e.open()
	if err != nil {
		t.Fatal(err)
	}
	want, err := lrp.Evaluate(t.Context(), x.sets, x.options)
	if err != nil {
		t.Fatal(err)
	}
	got.Seconds, want.Seconds = 0, 0
	var a, b bytes.Buffer
	if err := errors.Join(report.WriteJSON(&a, got), report.WriteJSON(&b, want)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the job's report differs from that of one process")
	}
	j.Resume = true
	e.Seed = 4
	if _, err := j.Evaluate(t.Context(), e); err == nil || !strings.Contains(err.Error(), "other flags") {
		t.Errorf("parts of another experiment: %v", err)
	}
}

// TestRetriedBundle has parts done again that are finished, damaged or left by a killed worker.
func TestRetriedBundle(t *testing.T) {
	x := newExam(t)
	in := x.write(t, "r.jsonl", x.lines)
	var said []string
	j := Job{Runner: "prism", Output: filepath.Join(x.dir, "r"), Parts: 4,
		Say: func(m string) { said = append(said, m) }}
	o := Options{Model: x.path}
	if _, err := j.Predict(t.Context(), o, in); err != nil {
		t.Fatal(err)
	}
	want := merged(t, j.Output)
	states := func() (list []string) {
		names, err := filepath.Glob(j.Output + "-*")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, fmt.Sprint(name, info.ModTime(), info.Size()))
		}
		return list
	}
	before := states()
	s, _, err := parts(t.Context(), j.Output)
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Manifests()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		text, _ := json.Marshal(m)
		if err := (&predictFn{part{j.Output}, o}).ProcessElement(t.Context(), string(text)); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(states(), before) {
		t.Error("a bundle that was done again has changed files")
	}
	if _, err := j.Predict(t.Context(), o, in); err == nil || !strings.Contains(err.Error(), "--resume keeps it") {
		t.Errorf("output that exists: %v", err)
	}
	j.Resume = true
	if err := os.Truncate(s.Path(list[1].File), 9); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(s.Path(list[2].Name())); err != nil {
		t.Fatal(err)
	}
	x.leftover(t, list[2].File)
	if _, err := j.Predict(t.Context(), o, in); err != nil || merged(t, j.Output) != want {
		t.Errorf("%v, or other answers than before", err)
	}
	if len(states()) != len(before) || !slices.Contains(said, "2 of 4 parts are finished already") {
		t.Errorf("files %q, said %q", states(), said)
	}
	x.write(t, "m.lrp", append([]byte(nil), x.lines...))
	text, _ := json.Marshal(list[1])
	os.Remove(s.Path(list[1].Name()))
	f := &predictFn{part{j.Output}, Options{Model: x.path, Details: true}}
	models.values = nil
	err = f.ProcessElement(t.Context(), string(text))
	if err == nil || !strings.Contains(err.Error(), "another model") {
		t.Errorf("a model that was replaced: %v", err)
	}
}

// TestLetters has a small compressed file with a million lines that are no records. What is wrong
// with each is written, without memory for all of it.
func TestLetters(t *testing.T) {
	suite.Slow(t, "answers a million lines")
	const lines = 1_000_000
	x := newExam(t)
	x.write(t, "bad.jsonl.gz", packed(t, bytes.Repeat([]byte("x\n"), lines), func(w io.Writer) (io.WriteCloser, error) {
		return gzip.NewWriter(w), nil
	}))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	j := Job{Runner: "prism", Output: filepath.Join(t.TempDir(), "r"), Parts: 1}
	_, err := j.Predict(t.Context(), Options{Model: x.path}, filepath.Join(x.dir, "bad.jsonl.gz"))
	if runtime.ReadMemStats(&after); after.HeapSys > before.HeapSys+100<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before.HeapSys, after.HeapSys)
	}
	text, readErr := os.ReadFile(j.Output + "-00000-of-00001.bad.jsonl")
	if n := bytes.Count(text, []byte("\n")); n != lines || readErr != nil || err == nil {
		t.Errorf("found %d lines (%v, %v), expected %d and no valid record", n, readErr, err, lines)
	}
}

// TestMistakes makes jobs that cannot be done. Each is refused in one line, and writes nothing.
func TestMistakes(t *testing.T) {
	x := newExam(t)
	in := x.write(t, "r.jsonl", x.lines)
	x.write(t, "t.csv", []byte("id,q1\n"))
	text, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	newer := x.write(t, "newer.lrp", bytes.Replace(text, []byte(`"version":`), []byte(`"version":9`), 1))
	out := filepath.Join(x.dir, "out", "r")
	for name, c := range map[string]struct{ model, pattern, output, want string }{
		"newer model": {newer, in, out, "version"},
		"no model":    {in, in, out, "cannot be used as a model"},
		"no file":     {filepath.Join(x.dir, "no"), in, out, "expected a model"},
		"no input":    {x.path, filepath.Join(x.dir, "no*"), out, "found no such file"},
		"glob":        {x.path, filepath.Join(x.dir, "["), out, "unreadable pattern"},
		"two forms":   {x.path, filepath.Join(x.dir, "*.[jc]s*"), out, "tables and JSON lines"},
		"no prefix":   {x.path, in, x.dir + "/out/", "expected a prefix"},
		"scheme":      {x.path, in, "ftp://x/y", "not registered"},
		"table":       {x.path, filepath.Join(x.dir, "t.csv"), out, "t.csv"},
	} {
		_, err := Job{Runner: "prism", Output: c.output}.Predict(t.Context(), Options{Model: c.model}, c.pattern)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
		if left, _ := filepath.Glob(out + "*"); len(left) > 0 {
			t.Errorf("%s: left %q", name, left)
		}
	}
}

// TestStorage keeps files in memory, as a cloud does, and in a folder.
func TestStorage(t *testing.T) {
	for _, prefix := range []string{"memfs://bucket/folder/r", filepath.Join(t.TempDir(), "new", "r")} {
		s, base, err := parts(t.Context(), prefix)
		if err != nil || base != "r" {
			t.Fatal(base, err)
		}
		path := s.Path("r-x")
		if _, err := s.Open(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v, expected that there is no file", prefix, err)
		}
		failed := errors.New("failed")
		err = s.Storage.Write(path, func(w io.Writer) error {
			fmt.Fprint(w, "half")
			return failed
		})
		names, _ := s.List(s.Prefix)
		if !errors.Is(err, failed) || len(names) > 0 {
			t.Errorf("%s: %v, left %q", prefix, err, names)
		}
		for range 2 {
			err = s.Storage.Write(path, func(w io.Writer) error {
				_, err := io.WriteString(w, "whole")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		names, err = s.List(s.Prefix)
		in, opening := s.Open(path)
		if err != nil || opening != nil || !reflect.DeepEqual(names, []string{"r-x"}) {
			t.Fatal(names, err, opening)
		}
		if text, err := io.ReadAll(in); string(text) != "whole" || err != nil {
			t.Errorf("%s: %q, %v", prefix, text, err)
		}
		in.Close()
	}
}

// A context that has ended is an error, whatever the runner makes of it.
func TestCancelled(t *testing.T) {
	x := newExam(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := x.write(t, "r.jsonl", x.lines)
	left := x.leftover(t, "r-00000-of-00001.jsonl")
	j := Job{Runner: "prism", Output: filepath.Join(x.dir, "r"), Attempts: 9, Resume: true}
	_, err := j.Predict(ctx, Options{Model: x.path}, in)
	if err == nil {
		t.Error("found no error of a context that had ended")
	}
	if _, err := os.Stat(left); err == nil {
		t.Errorf("left %s", left)
	}
}
