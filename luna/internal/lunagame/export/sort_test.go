package export

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestSorter compares sorting by files with sorting in memory, with so little memory that runs of
// runs are merged.
func TestSorter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 100, 20_000} {
		s := newSorter(t.TempDir(), 0)
		s.memory = 8 << 10
		var want []string
		for i := range n {
			key := fmt.Sprint(rng.Int64(), i)
			want = append(want, key)
			suite.OK(t, s.add([]byte(key), []byte("value of "+key)))
			if len(s.runs) >= maxRuns {
				t.Fatalf("%d runs", len(s.runs))
			}
		}
		slices.Sort(want)
		var got []string
		err := s.each(t.Context(), func(e entry) error {
			if string(e.value) != "value of "+string(e.key) {
				t.Fatalf("%s: %s", e.key, e.value)
			}
			got = append(got, string(e.key))
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d entries: %v, %d sorted", n, err, len(got))
		}
		if left, err := os.ReadDir(s.dir); err != nil || len(left) != 0 {
			t.Errorf("%d files are left, %v", len(left), err)
		}
	}
}

func TestSorterFails(t *testing.T) {
	s := newSorter(t.TempDir(), 10)
	if err := s.add([]byte("key"), []byte("a value that is too long")); err == nil ||
		!strings.Contains(err.Error(), "more than 10 bytes") {
		t.Error(err)
	}
	filled := func() *sorter {
		s := newSorter(t.TempDir(), 0)
		s.memory = 200
		for i := range 100 {
			suite.OK(t, s.add(fmt.Append(nil, i), []byte("value")))
		}
		return s
	}
	no := errors.New("no")
	s = filled()
	if err := s.each(t.Context(), func(entry) error { return no }); !errors.Is(err, no) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s = filled()
	if err := s.each(ctx, func(entry) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	s = filled()
	suite.OK(t, os.Truncate(s.runs[0], 20))
	if err := s.each(t.Context(), func(entry) error { return nil }); err == nil {
		t.Error("half a file is read")
	}
	s = filled()
	suite.OK(t, os.RemoveAll(s.dir))
	if err := s.each(t.Context(), func(entry) error { return nil }); err == nil {
		t.Error("no file is read")
	}
}

// TestLargestSets checks which sets get files, and that a data set of many respondents is whole.
func TestLargestSets(t *testing.T) {
	dir := t.TempDir()
	s, list := newSorter(dir, 0), newSets()
	list.max = 3
	records := []int{1, 4, 2, 3*chunk + 7, 2, 9, 1}
	for set, n := range records {
		questions := []string{fmt.Sprint(set), "", "", "", ""}
		for i := range n {
			a := Answer{Set: nameOf(sumOf(questions)), Questions: questions,
				Responses: []string{fmt.Sprint(i), strings.Repeat("long ", 100), "", "", ""},
				Scores:    make([]*float64, 5), Guess: new(float64(i % 101))}
			suite.OK(t, add(s, append(sumOf(questions), fmt.Sprintf("%06d", i)...), a))
		}
	}
	all, err := list.write(t.Context(), dir, s)
	if err != nil || all.Records != 3*chunk+7+19 {
		t.Fatalf("%+v, %v", all, err)
	}
	files, err := list.files(t.Context(), dir, Options{})
	if err != nil || len(files) != 3 {
		t.Fatalf("%+v, %v", files, err)
	}
	texts := make(map[string]string)
	for i, want := range []int{3*chunk + 7, 9, 4} {
		if files[i].Records != want {
			t.Errorf("file %d has %d records, expected %d", i, files[i].Records, want)
		}
		text := suite.Must(os.ReadFile(dir + "/" + files[i].Name))(t)
		texts[files[i].Name] = string(text)
	}
	d := reread(t, files, texts)["3"]
	for i, r := range d.Respondents {
		if r.ID != fmt.Sprint("r", i+1) || r.Responses[0] != fmt.Sprint(i) ||
			r.Rating != float64(i%101)/100 {
			t.Fatalf("%d: %+v", i, r)
		}
	}
}
