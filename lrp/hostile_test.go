package lrp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/lrp/internal/modelfile"
	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

// outside are the parts that hostile files are read with. They include the models of golearn.
var deep = flag.Int("deep", 0, "rounds of TestModelMutated for each model; 0 means 25")

var keep = flag.String("keep", "", "folder for what TestModelMutated fails on")

var outside = Parts{Models: golearn.ModelKinds()}

// threeQuestions is a small exam with ratings of the first respondents.
func threeQuestions(rated int) *datasets.Dataset {
	ds := civics(max(8, rated), 3)
	ds.Questions = ds.Questions[:3]
	for i := range ds.Respondents {
		r := &ds.Respondents[i]
		r.Responses = r.Responses[:3]
		if r.Scores = nil; i >= rated {
			r.Rating = math.NaN()
		}
	}
	return ds
}

// smallModels are files of every kind of model, a few kilobytes each.
var smallModels = sync.OnceValue(func() [][]byte {
	var files [][]byte
	for _, c := range []struct {
		approach  string
		regressor regress.Regressor
		rated     int
	}{
		{"AUTO", nil, 6},
		{"AUTO", nil, 0},
		{"CBG", nil, 6},
		{"COM", regress.OLS{}, 8},
		{"BOW", regress.NewLasso(), 8},
		{"BIG", regress.KernelRidge{}, 6},
		{"CED", regress.GP{}, 6},
		{"DEM", golearn.Tree{}, 12},
	} {
		o := TrainOptions{Approach: c.approach, Regressor: c.regressor, Folds: -1, Parts: outside}
		m, err := Train(context.Background(), threeQuestions(c.rated), o)
		if err != nil {
			panic(fmt.Sprint(c.approach, ": ", err))
		}
		var b bytes.Buffer
		if err := m.Write(&b); err != nil {
			panic(err)
		}
		files = append(files, b.Bytes())
	}
	return files
})

// linesOf returns the lines of a model file without their ends.
func linesOf(file []byte) []string {
	return strings.Split(strings.TrimSuffix(string(file), "\n"), "\n")
}

// consistent adapts the probe and the digests to the rest of a file, as an attacker would.
func consistent(lines []string) (file []byte) {
	file = signed(lines)
	m := &Model{kinds: outside.Models}
	if _, err := m.readTraining(bytes.NewReader(file), "m"); err != nil ||
		m.resolve(outside) != nil {
		return file
	}
	var l modelfile.Learned
	if files.DecodeJSON([]byte(lines[3]), &l) != nil {
		return file
	}
	if l.Design != nil && m.approach.NeedsRegressor() {
		c := design.NewCorpus(m.training, m.analyzer).WithoutKnown()
		d, err := fitDesign(c, m.approach.Extractors())
		if err != nil {
			return file
		}
		l.Design.Columns, m.info.Columns = modelfile.ColumnsDigest(d.Columns), len(d.Columns)
	}
	var err error
	if m.predictor, err = m.restore(&l); err != nil {
		return file
	}
	m.begin()
	if l.Probe, err = m.probe(); err != nil {
		return file
	}
	info, err1 := json.Marshal(m.info)
	learned, err2 := json.Marshal(l)
	if err1 != nil || err2 != nil {
		return file
	}
	lines = slices.Clone(lines)
	lines[0], lines[3] = string(info), string(learned)
	return signed(lines)
}

// strange are responses that a model may be asked about.
var strange = []string{
	"",
	" ",
	"the",
	"The President",
	"\xff\xfe",
	"é́́\u202e\x00",
	strings.Repeat("senate house ", 40),
	"two years two years",
}

// harmless reads a file and, if it is accepted, checks that predictions for a few respondents are
// in range. It reports whether the file was accepted.
func harmless(t *testing.T, file []byte) bool {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	m, err := ReadModel(bytes.NewReader(file), "m", outside)
	runtime.ReadMemStats(&after)
	if took, bytes := time.Since(began), after.TotalAlloc-before.TotalAlloc; took > 20*time.Second ||
		bytes > 400<<20 {
		t.Fatalf("reading took %v and %d bytes of memory, the file has %d", took, bytes, len(file))
	}
	if err != nil {
		if !errors.Is(err, ErrModelFile) {
			t.Fatalf("found %v, expected ErrModelFile", err)
		}
		if text := err.Error(); len(text) > 600 || strings.ContainsAny(text, "\x00\x1b\n") {
			t.Fatalf("an error of %d bytes: %.300q…", len(text), text)
		}
		return false
	}
	questions := len(m.Questions())
	perfect, blank, odd := make(
		[]string, questions,
	), make(
		[]string, questions,
	), make(
		[]string, questions,
	)
	for j, q := range m.Questions() {
		if odd[j] = strange[(j+len(file))%len(strange)]; len(q.Key) > 0 {
			perfect[j] = q.Key[0]
		}
	}
	asked := [][]string{perfect, blank, odd}
	for _, r := range m.training.Respondents[:min(2, len(m.training.Respondents))] {
		asked = append(asked, r.Responses)
	}
	for _, responses := range asked {
		checkOutput(t, m, responses)
	}
	var again bytes.Buffer
	if err := m.Write(&again); err != nil {
		t.Fatalf("it was read and cannot be written: %v", err)
	}
	if _, err := ReadModel(&again, "m", outside); err != nil {
		t.Fatalf("it was read, written and cannot be read again: %v", err)
	}
	return true
}

// checkOutput checks a model's predictions and explanation for one respondent.
func checkOutput(t *testing.T, m *Model, responses []string) {
	t.Helper()
	inUnit := func(what string, v float64) {
		if !(v >= 0 && v <= 1) {
			t.Fatalf("%s %v, expected 0 to 1", what, v)
		}
	}
	finite := func(what string, values ...float64) {
		for _, v := range values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%s %v, expected a finite number", what, v)
			}
		}
	}
	rating, err := m.Rating(responses)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Predict(responses)
	if err != nil {
		t.Fatal(err)
	}
	if inUnit("rating", rating); p.Rating != rating {
		t.Fatalf("Rating gives %v, Predict %v", rating, p.Rating)
	}
	if lo, hi := p.Interval[0], p.Interval[1]; !math.IsNaN(lo) || !math.IsNaN(hi) {
		inUnit("interval from", lo)
		inUnit("interval to", hi)
		if lo > rating || hi < rating {
			t.Fatalf("rating %v is not in its interval %v", rating, p.Interval)
		}
	}
	for _, g := range p.Grades {
		inUnit("grade", g)
	}
	e, err := m.Explain(responses)
	if err != nil {
		t.Fatal(err)
	}
	finite("base, whole and cut", e.Base, e.Whole, e.Cut)
	for _, q := range e.Questions {
		finite("effect", q.Effect)
		for _, x := range slices.Concat(q.Terms, q.Words) {
			finite("term "+x.Name, x.Value, x.Effect)
		}
		for _, n := range q.Neighbours {
			inUnit("similarity", n.Similarity)
		}
	}
}

// extremes are values that replace numbers.
var extremes = []string{
	"0", "-0", "1", "-1", "2", "0.5", "1e-320", "-1e-320", "1e-200", "1e-60", "1e15", "1e50", "1e59", "-1e59", "1e70", "1e99", "-1e99", "1e155",
	"1e200", "1e308", "-1e308", "1.7976931348623157e308", "1e400", "2147483647", "2147483648", "-2147483649", "4294967296",
	"9223372036854775807", "-9223372036854775808", "18446744073709551615", "1000000", "65536", "null", "true", `"1"`, "[]", "{}",
}

// mutate changes one value somewhere in a document of JSON.
func mutate(rng *rand.Rand, line string) string {
	d := json.NewDecoder(strings.NewReader(line))
	d.UseNumber()
	var root any
	if d.Decode(&root) != nil {
		return line
	}
	var places []func() // possible changes, one for each value
	var walk func(v any, set func(any))
	walk = func(v any, set func(any)) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(mapsKeys(v)) {
				walk(v[k], func(x any) { v[k] = x })
			}
			places = append(places, func() { mutateObject(rng, v) })
		case []any:
			for i := range v {
				walk(v[i], func(x any) { v[i] = x })
			}
			places = append(places, func() { set(mutateArray(rng, v)) }, func() { set(mutateArray(rng, v)) }, func() { set(mutateArray(rng, v)) })
		case json.Number:
			places = append(places, func() { set(mutateNumber(rng, v)) })
		case string:
			places = append(places, func() { set(mutateString(rng, v)) })
		}
	}
	walk(root, func(x any) { root = x })
	if len(places) > 0 {
		places[rng.IntN(len(places))]()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(root) != nil {
		return line
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func mapsKeys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func mutateObject(rng *rand.Rand, v map[string]any) {
	keys := slices.Sorted(mapsKeys(v))
	if len(keys) == 0 {
		return
	}
	k := keys[rng.IntN(len(keys))]
	switch rng.IntN(3) {
	case 0:
		delete(v, k)
	case 1:
		v[k], v[keys[0]] = v[keys[0]], v[k]
	default:
		v[k] = nil
	}
}

func mutateArray(rng *rand.Rand, v []any) any {
	if len(v) == 0 {
		return []any{json.RawMessage(extremes[rng.IntN(len(extremes))])}
	}
	i, k := rng.IntN(len(v)), rng.IntN(len(v))
	switch rng.IntN(6) {
	case 0:
		return slices.Delete(v, i, i+1)
	case 1:
		return slices.Insert(v, k, v[i])
	case 2:
		v[i], v[k] = v[k], v[i]
	case 3:
		return []any{}
	case 4: // all numbers of an array at once
		x := extremes[rng.IntN(len(extremes))]
		mixed := rng.IntN(2) == 0
		for i := range v {
			if _, ok := v[i].(json.Number); ok {
				if v[i] = json.RawMessage(x); mixed && i%2 == 1 && x[0] >= '0' && x[0] <= '9' {
					v[i] = json.RawMessage("-" + x)
				}
			}
		}
	default:
		for i := range v {
			if n, ok := v[i].(json.Number); ok {
				v[i] = mutateNumber(rng, n)
			}
		}
	}
	return v
}

func mutateNumber(rng *rand.Rand, n json.Number) any {
	switch f, _ := n.Float64(); rng.IntN(4) {
	case 0:
		return json.Number(
			strconv.FormatFloat(f*math.Pow(10, float64(rng.IntN(80)-40)), 'g', -1, 64),
		)
	case 1:
		return json.Number(strconv.FormatFloat(f+float64(rng.IntN(5)-2), 'g', -1, 64))
	case 2:
		return json.Number(strconv.FormatFloat(-f, 'g', -1, 64))
	}
	return json.RawMessage(extremes[rng.IntN(len(extremes))])
}

func mutateString(rng *rand.Rand, s string) any {
	switch rng.IntN(6) {
	case 0:
		return ""
	case 1:
		return s + s
	case 2:
		return strings.Repeat("many words ", 1+rng.IntN(200))
	case 3:
		return "\x00\u202e\x1b[31m" + s
	case 4:
		return strange[rng.IntN(len(strange))]
	}
	return s[:rng.IntN(len(s)+1)]
}

// hostile returns a changed file with a valid digest.
func hostile(rng *rand.Rand, file []byte) []byte {
	lines := linesOf(file)
	for range 1 + rng.IntN(3) {
		i := min(3, rng.IntN(6)) // usually the learned part
		lines[i] = mutate(rng, lines[i])
	}
	return consistent(lines)
}

// TestModelMutated checks that models with impossible values are refused or predict valid ratings.
func TestModelMutated(t *testing.T) {
	rounds := 25
	if *deep > 0 {
		rounds = *deep
	}
	for i, file := range smallModels() {
		if !harmless(t, file) {
			t.Fatalf("model %d is refused as it was written", i)
		}
		accepted := 0
		for round := range rounds {
			changed := hostile(rand.New(rand.NewPCG(uint64(i), uint64(round))), file)
			t.Run(fmt.Sprint(i, "/", round), func(t *testing.T) {
				if harmless(t, changed) {
					accepted++
				}
				if t.Failed() && *keep != "" {
					os.WriteFile(
						filepath.Join(*keep, fmt.Sprint(i, "-", round, ".lrp")), changed, 0o666,
					)
				}
			})
		}
		t.Logf("model %d: %d of %d accepted", i, accepted, rounds)
	}
}

// FuzzReadModel replaces one line of a model with other bytes and updates the digest.
func FuzzReadModel(f *testing.F) {
	for kind, file := range smallModels() {
		for i, line := range linesOf(file)[:4] {
			f.Add(uint8(kind), uint8(i), []byte(line))
		}
	}
	f.Fuzz(func(t *testing.T, kind, i uint8, line []byte) {
		if bytes.IndexByte(line, '\n') >= 0 || len(line) > 1<<16 {
			return
		}
		files := smallModels()
		lines := linesOf(files[int(kind)%len(files)])
		lines[int(i)%4] = string(line)
		harmless(t, consistent(lines))
	})
}
