package shard

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

// exam returns a model and records in lines of one length, whose answers depend on a letter.
func exam(t *testing.T) (m *lrp.Model, records func(letter string) []byte) {
	t.Helper()
	sets, err := lrp.Load("sample-mohler")
	if err == nil {
		m, err = lrp.Train(t.Context(), sets[0], lrp.TrainOptions{Approach: "CBG", Folds: -1})
	}
	if err != nil {
		t.Fatal(err)
	}
	return m, func(letter string) []byte {
		var b bytes.Buffer
		for i := range 40 {
			fmt.Fprintf(&b, "{\"id\":\"%s%02d\",\"responses\":[%s\"\"]}\n", letter, i,
				strings.Repeat(`"",`, len(sets[0].Questions)-1))
		}
		return b.Bytes()
	}
}

// old is when files were changed that a test changes again.
var old = time.Now().Add(-time.Hour).Truncate(time.Second)

// write writes a file and returns its description.
func write(t *testing.T, path string, text []byte) Input {
	t.Helper()
	err := os.WriteFile(path, text, 0o666)
	if err == nil {
		err = os.Chtimes(path, old, old)
	}
	if err != nil {
		t.Fatal(err)
	}
	in, err := Local{}.Describe(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// do writes part i of n.
func do(t *testing.T, s Parts, model *lrp.Model, i, n int, from Storage, inputs ...Input) error {
	t.Helper()
	m := New("predict", i, n, "part", ".jsonl", nil)
	m.Inputs = inputs
	return s.Write(m, func(w io.Writer) error { return m.Predict(t.Context(), model, from, w, batch.Options{}) })
}

// joinedParts returns what a store has, or why it cannot be joined.
func joinedParts(s Parts) (string, error) {
	list, err := s.All()
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = s.Merge(&b, list)
	return b.String(), err
}

// folder returns parts in a new folder.
func folder(t *testing.T) Parts { return Parts{Local{}, t.TempDir() + "/"} }

// storage has a text in all files and says that their size is another.
type storage struct {
	Local
	text []byte
	size int
}

func (s storage) Open(string) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(s.text)), nil
}

func (s storage) Describe(name string, _ io.ReadCloser) (Input, error) {
	return Input{File: name, Bytes: int64(s.size)}, nil
}

// TestSizes has storage say that files are smaller or larger than what it returns, as one that
// decompresses does.
func TestSizes(t *testing.T) {
	model, records := exam(t)
	text := records("a")
	for _, size := range []int{0, 1, 100, len(text) / 2, len(text) - 1, len(text), len(text) + 1, 2 * len(text)} {
		for _, n := range []int{1, 2, 7} {
			s := folder(t)
			var first error
			for i := range n {
				if err := do(t, s, model, i, n, storage{text: text, size: size}, Input{File: "f", Bytes: int64(size)}); first == nil {
					first = err
				}
			}
			merged, err := joinedParts(s)
			if whole := size == len(text); whole != (first == nil) || whole != (err == nil) ||
				whole && strings.Count(merged, "\n") != 40 {
				t.Errorf("%d of %d bytes, %d parts: %v, then %v", size, len(text), n, first, err)
			}
			said := fmt.Sprintf("f: found %d bytes, expected %d", len(text), size)
			if first != nil && !strings.HasPrefix(first.Error(), said) {
				t.Error(first)
			}
		}
	}
}

// moments is a storage to whose files something happens before one of their reads.
type moments struct {
	Local
	left *int
	do   func()
}

func (m moments) Open(name string) (io.ReadCloser, error) {
	file, err := os.Open(name)
	return moment{file, m}, err
}

func (m moments) Describe(name string, file io.ReadCloser) (Input, error) {
	return m.Local.Describe(name, file.(moment).File)
}

type moment struct {
	*os.File
	of moments
}

func (m moment) ReadAt(p []byte, at int64) (int, error) {
	m.tick()
	return m.File.ReadAt(p, at)
}

func (m moment) Read(p []byte) (int, error) {
	m.tick()
	return m.File.Read(p)
}

func (m moment) tick() {
	if *m.of.left--; *m.of.left == 0 {
		m.of.do()
	}
}

// TestMoments changes or replaces a file before each of a part's reads. The part has the answers to
// the old file alone, or fails.
func TestMoments(t *testing.T) {
	model, records := exam(t)
	path := filepath.Join(t.TempDir(), "r.jsonl")
	rename := func() {
		err := os.WriteFile(path+".new", records("b"), 0o666)
		if err == nil {
			err = os.Rename(path+".new", path)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, change := range map[string]func(){
		"rename":    rename,
		"overwrite": func() { os.WriteFile(path, records("b"), 0o666) },
		"append": func() {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			f.Write(records("b"))
			f.Close()
		},
		"truncate": func() { os.Truncate(path, 300) },
	} {
		for _, part := range []int{0, 1, 2} {
			for k := 0; ; k++ { // 0 is before the file is opened
				os.Remove(path)
				in, left := write(t, path, records("a")), k
				if k == 0 {
					change()
				}
				s := folder(t)
				err := do(t, s, model, part, 3, moments{left: &left, do: change}, in)
				if left > 0 {
					if k < 2 || err != nil {
						t.Fatalf("%s: %d reads, %v", name, k, err)
					}
					break
				}
				answers, _ := os.ReadFile(s.Path(fmt.Sprintf("part-0000%d-of-00003.jsonl", part)))
				_, unfinished := os.Stat(s.Path(fmt.Sprintf("part-0000%d-of-00003.jsonl.manifest.json", part)))
				if (err == nil) != (unfinished == nil) || bytes.Contains(answers, []byte(`"b`)) ||
					err == nil && (name != "rename" || k == 0 || bytes.Count(answers, []byte("\n")) < 13) {
					t.Errorf("%s before read %d of part %d: %v, %d answers", name, k, part, err, bytes.Count(answers, []byte("\n")))
				}
			}
		}
	}
}

// TestWhole joins parts that have not read all of the same files.
func TestWhole(t *testing.T) {
	model, records := exam(t)
	dir := t.TempDir()
	a, b := write(t, filepath.Join(dir, "a"), records("a")), write(t, filepath.Join(dir, "b"), records("b"))
	empty := write(t, filepath.Join(dir, "empty"), nil)
	made := func() (Parts, []*Manifest) {
		s := folder(t)
		for i := range 4 {
			if err := do(t, s, model, i, 4, Local{}, a, empty, b, b); err != nil {
				t.Fatal(err)
			}
		}
		list, err := s.Manifests()
		if err != nil {
			t.Fatal(err)
		}
		return s, list
	}
	s, list := made()
	if got, err := joinedParts(s); err != nil || strings.Count(got, "\n") != 120 {
		t.Fatal(err)
	}
	for name, change := range map[string]func(){
		"a gap":       func() { list[1].Read[0].From++ },
		"the end":     func() { r := list[3].Read; r[len(r)-1].Bytes-- },
		"too much":    func() { r := list[3].Read; list[3].Read = append(r, r[0]) },
		"nothing":     func() { list[0].Read = nil },
		"other file":  func() { list[0].Read[0].File = "c" },
		"other bytes": func() { list[1].Read[0].SHA256 = strings.Repeat("0", 64) },
		"other order": func() { slices.Reverse(list[1].Read) },
	} {
		s, list = made()
		change()
		for _, m := range list {
			if err := s.Storage.Write(s.Path(m.Name()), func(w io.Writer) error { return files.WriteJSON(w, m) }); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := joinedParts(s); err == nil || !strings.Contains(err.Error(), "parts that have read") &&
			!strings.Contains(err.Error(), "answers to other respondents") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Between two parts the file becomes another one of the same size and time.
	s = folder(t)
	for i, letter := range []string{"a", "c"} {
		write(t, a.File, records(letter))
		if err := do(t, s, model, i, 2, Local{}, a); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := joinedParts(s); err == nil || !strings.Contains(err.Error(), "answers to other respondents") {
		t.Errorf("parts of two files: %v", err)
	}
	// What is elsewhere or another file by now cannot be compared.
	if err := os.Rename(a.File, filepath.Join(dir, "away")); err != nil {
		t.Fatal(err)
	}
	if _, err := joinedParts(s); err != nil {
		t.Error(err)
	}
}

// TestCopies takes a copy in another folder for the same input, and a part that is there twice for
// none.
func TestCopies(t *testing.T) {
	model, records := exam(t)
	s, dir := folder(t), t.TempDir()
	for i := range 2 {
		folder := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := do(t, s, model, i, 2, Local{}, write(t, filepath.Join(folder, "a"), records("a"))); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := joinedParts(s); err != nil || strings.Count(got, "\n") != 40 {
		t.Error(err)
	}
	m := New("predict", 1, 2, "other", ".jsonl", nil)
	m.Inputs = []Input{write(t, filepath.Join(dir, "0", "a"), records("a"))}
	if err := s.Write(m, func(w io.Writer) error {
		return m.Predict(t.Context(), model, Local{}, w, batch.Options{})
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := joinedParts(s); err == nil || !strings.Contains(err.Error(), "part 1, which other-00001-of-00002.jsonl is, too") {
		t.Errorf("a part that is there twice: %v", err)
	}
}

// TestBuild tells builds apart that have no version.
func TestBuild(t *testing.T) {
	if tool := New("predict", 0, 1, "", "", nil).Tool; tool == "lrp (devel)" || strings.HasSuffix(tool, "+dirty") {
		t.Errorf("found %s, expected what only this build has", tool)
	}
}

// TestFlags keeps parts apart by the last digit of a number, and finds those of large ones again.
func TestFlags(t *testing.T) {
	s := folder(t)
	part := func(seed uint64) *Manifest {
		return New("eval", 0, 1, "part", ".fits", map[string]any{"alpha": 1e-7, "seed": seed, "trials": 1_000_000})
	}
	if err := s.Write(part(math.MaxUint64), func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if done, err := s.Done(part(math.MaxUint64), true); err != nil || !done {
		t.Errorf("the same seed: %v %v", done, err)
	}
	_, err := s.Done(part(math.MaxUint64-1), true)
	if want := `other flags, {"alpha":1e-7,"seed":18446744073709551615,"trials":1000000}`; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("another seed: %v, expected %s", err, want)
	}
}
