package datasets

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/synth"
)

// maxSynthetic is the largest number of respondents that a specification such as
// "synthetic-civics:1000" may ask for.
const maxSynthetic = 1_000_000

// synthetic returns the format NAME:N[:SEED]: N generated respondents to an exam, whose
// answers the judges grade from 0 to highest.
func synthetic(
	name, description string, exam func() *synth.Exam, judges []synth.Judge, highest int,
) Format {
	return Format{Name: name, Argument: "N[:SEED]", Description: description, Synthetic: true,
		Open: func(size string, opts Options) ([]*Dataset, error) {
			n, seed, msg := parseSize(size)
			if msg != "" {
				return nil, &UsageError{Msg: msg}
			}
			d := &Dataset{Name: name, Respondents: make([]Respondent, n)}
			for _, q := range exam().Questions {
				key := numbers.Map(q.Key, opts.text)
				d.Questions = append(d.Questions, Question{q.ID, opts.text(q.Text), key})
			}
			parallel.Each(n, func(i int) {
				d.Respondents[i] = graded(exam(), exam().Respondent(seed, i), judges, highest, opts)
			})
			rateSynthetic(d, len(judges), highest, opts.Rating)
			return []*Dataset{d}, nil
		}}
}

// parseSize parses N[:SEED]. msg says what is wrong with it, if anything.
func parseSize(size string) (n int, seed uint64, msg string) {
	number, after, hasSeed := strings.Cut(size, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > maxSynthetic {
		return 0, 0, fmt.Sprintf(
			"found %.60q, expected how many respondents, a whole number from 1 to %d",
			number, maxSynthetic)
	}
	if !hasSeed {
		return n, synth.SampleSeed, ""
	}
	seed, err = strconv.ParseUint(after, 10, 64)
	if err != nil {
		return 0, 0, fmt.Sprintf("found %.60q, expected a seed, a whole number from 0 to %d",
			after, uint64(math.MaxUint64))
	}
	return n, seed, ""
}

// graded lets the judges grade a respondent's answers. The rating is the sum of all grades.
func graded(
	e *synth.Exam, r synth.Respondent, judges []synth.Judge, highest int, opts Options,
) Respondent {
	out := Respondent{ID: r.ID}
	for q, a := range r.Answers {
		sum := 0.0
		judgements := make([]float64, len(judges))
		for j, grade := range synth.Grades(judges, e.Questions[q].ID, a, highest) {
			judgements[j] = float64(grade) / float64(highest)
			sum += float64(grade)
		}
		out.Responses = append(out.Responses, opts.response(a.Text))
		out.Judgements = append(out.Judgements, judgements)
		out.Scores = append(out.Scores, sum/float64(len(judges)*highest))
		out.Rating += sum
	}
	return out
}

// rateSynthetic turns sums of grades into ratings. Unlike the ratings of collected data
// they are 0 where all sums are equal.
func rateSynthetic(d *Dataset, judges, highest int, rule RatingRule) {
	byRating := func(a, b Respondent) int { return cmp.Compare(a.Rating, b.Rating) }
	lo := slices.MinFunc(d.Respondents, byRating).Rating
	hi := slices.MaxFunc(d.Respondents, byRating).Rating
	note := "min-max scaled over the respondents"
	if rule == Fraction {
		lo, hi = 0, float64(judges*highest*len(d.Questions))
		note = fmt.Sprintf("divided by the highest attainable, %v", hi)
	}
	d.RatingNote = fmt.Sprintf("sum of the grades of %d simulated judges, %s", judges, note)
	for i := range d.Respondents {
		r := &d.Respondents[i]
		if r.Rating -= lo; hi > lo {
			r.Rating /= hi - lo
		}
	}
}

// samples holds synthetic data sets in the published formats.
//
//go:generate go run ../internal/synth/gen -out samples
//go:embed samples/mohler samples/powergrading
var samples embed.FS

// SamplesChecksum returns the total size of the embedded samples in bytes, and the SHA-256 of
// the names and contents of their files in hexadecimal digits.
func SamplesChecksum() (size int, digest string) {
	h := sha256.New()
	// Reading an embedded folder and writing to a hash cannot fail.
	_ = fs.WalkDir(samples, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := samples.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n", name, len(content))
		h.Write(content)
		size += len(content)
		return err
	})
	return size, hex.EncodeToString(h.Sum(nil))
}
