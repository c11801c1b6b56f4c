package export

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/luna/game"
)

// maxSets is the maximum number of data sets written to files: those with the most respondents. The
// answers of the others are in [AnswersFile] only.
const maxSets = 1000

// sets groups the answers by their questions, as parts of [AnswersFile], and keeps the largest
// parts.
type sets struct {
	kept []part // the largest first
	max  int
}

// part says where in the file the answers to a set of questions are.
type part struct {
	name         string
	from, length int64
	records      int
}

func newSets() *sets { return &sets{max: maxSets} }

// write writes [AnswersFile] in the order of the sets, and notes the largest ones.
func (s *sets) write(ctx context.Context, dir string, answers *sorter) (File, error) {
	w, err := create(dir, AnswersFile)
	if err != nil {
		return File{}, err
	}
	var now []byte // the sum of the present set
	var p part
	err = answers.each(ctx, func(e entry) error {
		sum := e.key[:len(sumOf(nil))]
		if !bytes.Equal(sum, now) {
			s.add(p, w.Bytes)
			now, p = sum, part{name: nameOf(sum), from: w.Bytes}
		}
		p.records++
		return w.record("a", e.value)
	})
	s.add(p, w.Bytes)
	return w.close(err)
}

// add adds a part that ends somewhere, if it is worth a data set.
func (s *sets) add(p part, end int64) {
	if p.length = end - p.from; p.records < 2 {
		return
	}
	at, _ := slices.BinarySearchFunc(s.kept, p, func(a, b part) int { return b.compare(a) })
	s.kept = slices.Insert(s.kept, at, p)
	s.kept = s.kept[:min(len(s.kept), s.max)]
}

// files writes the data sets, the largest first.
func (s *sets) files(ctx context.Context, dir string, o Options) ([]File, error) {
	in, err := os.Open(filepath.Join(dir, AnswersFile))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var list []File
	named := make(map[string]bool)
	for _, p := range s.kept {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if named[p.name] {
			continue // of two sets whose names were made to collide, the larger one stays
		}
		named[p.name] = true
		w, err := create(dir, p.name+".jsonl")
		if err != nil {
			return nil, err
		}
		w.Records = p.records
		f, err := w.close(o.dataset(w, io.NewSectionReader(in, p.from, p.length)))
		if err != nil {
			return nil, fmt.Errorf("data set %s: %w", p.name, err)
		}
		list = append(list, f)
	}
	return list, nil
}

// chunk is the number of respondents that are in memory at a time.
const chunk = 500

// dataset writes answers to the same questions in the native form.
func (o Options) dataset(w io.Writer, answers io.Reader) error {
	in := json.NewDecoder(bufio.NewReaderSize(answers, readerMemory))
	d := &datasets.Dataset{}
	for n := 0; ; {
		d.Respondents = d.Respondents[:0]
		out := w
		if n > 0 {
			out = &headless{w: w}
		}
		for len(d.Respondents) < chunk {
			var a Answer
			if err := in.Decode(&a); err == io.EOF {
				break
			} else if err != nil {
				return err
			}
			if n == 0 {
				o.describe(d, a)
			}
			n++
			d.Respondents = append(d.Respondents, o.respondent(n, a))
		}
		if len(d.Respondents) == 0 {
			return nil
		}
		if err := datasets.WriteJSONL(out, d); err != nil {
			return err
		}
	}
}

func (o Options) describe(d *datasets.Dataset, a Answer) {
	d.Name = a.Set
	d.RatingNote = "the asker's guess of the respondent's Smarts Rating, divided by 100"
	if o.SmartsRatings {
		d.RatingNote = "the respondent's Smarts Rating, divided by 100"
	}
	for i, q := range a.Questions {
		d.Questions = append(d.Questions, datasets.Question{ID: fmt.Sprint(i + 1), Text: q})
	}
}

func (o Options) respondent(n int, a Answer) datasets.Respondent {
	r := datasets.Respondent{
		ID: fmt.Sprintf("r%d", n), Responses: a.Responses, Rating: fraction(a.Guess),
	}
	if o.SmartsRatings {
		r.Rating = fraction(a.Rating)
	}
	if slices.ContainsFunc(a.Scores, func(s *float64) bool { return s != nil }) {
		for _, s := range a.Scores {
			r.Scores = append(r.Scores, fraction(s))
		}
	}
	return r
}

// fraction maps 0 to 100 to [0,1], and nil to NaN, which is unknown.
func fraction(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x / game.MaxRating
}

// headless drops the first line that is written to it.
type headless struct {
	w     io.Writer
	begun bool
}

// Write implements [io.Writer].
func (h *headless) Write(p []byte) (int, error) {
	if h.begun {
		return h.w.Write(p)
	}
	at := bytes.IndexByte(p, '\n')
	if at < 0 {
		return len(p), nil
	}
	h.begun = true
	n, err := h.w.Write(p[at+1:])
	return at + 1 + n, err
}

// compare is positive if a part has more records than another one.
func (p part) compare(q part) int {
	return cmp.Or(cmp.Compare(p.records, q.records), strings.Compare(q.name, p.name))
}
