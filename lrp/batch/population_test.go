package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
)

// transductive predicts and returns the lines of the output.
func transductive(t *testing.T, m *lrp.Model, in []string, o Options) []string {
	t.Helper()
	o.Transductive = true
	var out bytes.Buffer
	s, err := predict(m, strings.Join(in, "\n"), &out, o)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if header := min(int(o.Form), 1); err != nil || s.Records != len(lines)-header {
		t.Fatalf("%+v and %d lines (%v)", s, len(lines), err)
	}
	return lines
}

// Answers are those of [lrp.Transduced] for all valid records, in their order and marked. Invalid
// records and ratings in the input change nothing, and neither does the order.
func TestTransductive(t *testing.T) {
	n := 300
	if !suite.Full(t) {
		n = 60
	}
	m, ds := model(t, "AUTO"), exam(n, 9)
	var population [][]string
	for _, r := range ds.Respondents {
		population = append(population, r.Responses)
	}
	x, err := m.Transduce(population)
	if err != nil {
		t.Fatal(err)
	}
	var want, rated []string
	lines := records(t, ds)
	for i, r := range ds.Respondents {
		rating, err := x.Rating(r.Responses)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf(`{"id":%q,"rating":%s,"transductive":true}`, r.ID,
			number(rating)))
		rated = append(rated, strings.Replace(lines[i], "{", fmt.Sprintf(`{"rating":%v,`, i%2), 1))
	}
	bad := slices.Insert(slices.Clone(lines), 7, "not json", `{"id":"x","responses":["guilty"]}`)
	var notes []string
	for name, in := range map[string][]string{"plain": lines, "rated": rated, "bad": bad} {
		skipped := 0
		got := transductive(t, m, in, Options{
			Note: func(n string) { notes = append(notes, n) }, Bad: func(int, string, error) { skipped++ },
		})
		if !slices.Equal(got, want) || skipped != len(in)-len(lines) {
			t.Errorf("%s: %d skipped, or the answers are not the model's", name, skipped)
		}
	}
	slices.Reverse(lines)
	got := transductive(t, m, lines, Options{Workers: 1})
	slices.Reverse(got)
	if !slices.Equal(got, want) {
		t.Error("the order of the records made a difference")
	}
	note := fmt.Sprintf("transductive: ratings depend on the texts of all %d respondents here "+
		"and of the 20 that the model learned from", n)
	if !slices.Equal(notes, []string{note, note, note}) {
		t.Errorf("found notes %q", notes)
	}
}

// A table says so in its header, and an explanation in a field.
func TestTransductiveMarks(t *testing.T) {
	m, ds := model(t, "AUTO"), exam(3, 9)
	var ids []string
	for _, q := range ds.Questions {
		ids = append(ids, q.ID)
	}
	in := []string{"id," + strings.Join(ids, ",")}
	for _, r := range ds.Respondents {
		in = append(in, r.ID+","+strings.Join(r.Responses, ","))
	}
	for details, want := range map[bool]string{
		false: "id,rating (transductive)",
		true:  "id,rating (transductive),low,high," + strings.Join(ids, ","),
	} {
		if got := transductive(t, m, in, Options{Form: CSV, Details: details}); got[0] != want {
			t.Errorf("found header %q, expected %q", got[0], want)
		}
	}
	for _, on := range []bool{true, false} {
		var out bytes.Buffer
		_, err := Explain(context.Background(), m, strings.NewReader(strings.Join(records(t, ds), "\n")),
			"in", &out, Options{Transductive: on, Only: ds.Respondents[1].ID}, nil)
		var e struct {
			ID           string
			Transductive *bool
		}
		if err != nil || json.Unmarshal(out.Bytes(), &e) != nil || e.ID != ds.Respondents[1].ID ||
			(e.Transductive != nil) != on {
			t.Errorf("found %.60s (%v)", out.String(), err)
		}
	}
}

// Nobody is answered if nobody is valid. A model of another approach is refused before anything is
// read, and too many records before anything is answered.
func TestTransductiveFails(t *testing.T) {
	o, m := Options{Transductive: true}, model(t, "AUTO")
	for _, in := range []string{"", "bad\nworse\n"} {
		var out bytes.Buffer
		if s, err := predict(m, in, &out, o); err != nil || s.Records > 0 || out.Len() > 0 ||
			s.Bad != strings.Count(in, "\n") {
			t.Errorf("%q: %+v and %q (%v)", in, s, out.String(), err)
		}
	}
	var out bytes.Buffer
	in := strings.Join(append(records(t, exam(2, 9)), "bad"), "\n")
	if _, err := predict(m, in, &out, Options{Transductive: true, Strict: true}); err == nil ||
		!strings.HasPrefix(err.Error(), "in:3: found no JSON object") {
		t.Errorf("strict: %v", err)
	}
	_, err := Predict(context.Background(), model(t, "CBG"), unreadable{}, "in", io.Discard, o)
	if !errors.Is(err, lrp.ErrNotTransductive) {
		t.Errorf("CBG: %v", err)
	}
	_, err = Predict(context.Background(), m, unreadable{}, "in", &out, o)
	if err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("an input that fails: %v", err)
	}
	long := `{"id":1,"responses":[` + strings.Repeat(`"",`, 9) + `""],"x":"` +
		strings.Repeat("x", 1<<20) + `"}`
	out.Reset()
	_, err = predict(m, strings.Repeat(long+"\n", 33), &out, o)
	if err == nil || !strings.Contains(err.Error(), "in:32: found more than 33554432 bytes") ||
		out.Len() > 0 {
		t.Errorf("too many: %v, after %d bytes of answers", err, out.Len())
	}
}

// unreadable is an input that fails.
type unreadable struct{}

func (unreadable) Read([]byte) (int, error) { return 0, errors.New("cannot be read") }
