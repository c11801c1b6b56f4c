package auto

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/numbers"
)

// Exam is what a prior learns from the graded responses of one exam.
type Exam struct {
	about      PriorExam
	cues       []string
	rows       []gradedRow
	questions  int
	encoder    *embed.Identity // of the cue ENC; nil for WCS
	sum, count float64         // of the grades of responses that are not empty
	// transductive is the same with the cues of a transductive model.
	transductive *Exam
}

// PriorExam describes an exam that a prior was learned from, without its texts.
type PriorExam struct {
	Name string `json:"name"` // of the data set
	// Questions has a digest of each question with a key, see [questionDigest]; "" for one without
	// words.
	Questions []string `json:"questions"`
	// Responses is the number of graded responses, Distinct the number of different texts.
	Responses int `json:"responses"`
	Distinct  int `json:"distinct"`
	// MeanGrade is the mean grade of the responses that are not empty.
	MeanGrade float64 `json:"mean_grade"`
}

// NewExam computes the cues of graded responses. Questions without a key are skipped. It fails if a
// grade is not in [0,1], if responses and grades differ in number, or if there is nothing to learn
// from.
func (m Model) NewExam(name string, graded []Graded) (*Exam, error) {
	x, err := m.meaning()
	if err != nil {
		return nil, err
	}
	for _, g := range graded {
		if err := x.add(g.Question.Key, g.Responses); err != nil {
			return nil, err
		}
	}
	e, err := gradedExam(name, cuesOf(x, false), graded)
	if err != nil {
		return nil, err
	}
	if m.Encoder != nil {
		id := m.Encoder.Identity()
		e.encoder = &id
	}
	e.transductive, err = gradedExam(name, cuesOf(x, true), graded)
	return e, err
}

func gradedExam(name string, cues []cue, graded []Graded) (*Exam, error) {
	e := &Exam{about: PriorExam{Name: name}, questions: len(graded)}
	e.cues = numbers.Map(cues, func(c cue) string { return c.name })
	own := ownGraded(graded)
	for j, g := range graded {
		if err := g.check(); err != nil {
			return nil, err
		}
		if len(g.Question.Key) == 0 || len(g.Grades) == 0 {
			continue
		}
		for i, v := range g.Grades {
			if !g.Responses[i].Empty() {
				e.sum += v
				e.count++
			}
		}
		e.about.Questions = append(e.about.Questions, questionDigest(g.Question))
		e.about.Responses += len(g.Grades)
		e.rows = append(e.rows, g.rows(j, cues, own[j])...)
	}
	if e.count == 0 {
		return nil, ErrNotGraded
	}
	e.about.Distinct = len(e.rows)
	e.about.MeanGrade = round(e.sum / e.count)
	return e, nil
}

// About describes the exam.
func (e *Exam) About() PriorExam { return e.about }

// Shares reports whether the exams have a question in common.
func (e *Exam) Shares(other *Exam) bool {
	return slices.ContainsFunc(e.about.Questions, func(d string) bool {
		return d != "" && slices.Contains(other.about.Questions, d)
	})
}

// digestSize is the length of a question's digest in hexadecimal digits.
const digestSize = 16

// questionDigest returns the beginning of the SHA-256 of the question's letters and digits in lower
// case, or of its key's if the question's text is not known. It is "" if there are neither.
func questionDigest(q *features.Question) string {
	words := ""
	if q.Text != nil {
		words = lettersOf(q.Text.Raw)
	}
	if words == "" {
		var key []string
		for _, k := range q.Key {
			key = append(key, lettersOf(k.Raw))
		}
		slices.Sort(key)
		if words = strings.Join(key, "|"); strings.Trim(words, "|") == "" {
			return ""
		}
	}
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:])[:digestSize]
}

func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Known returns how many of the questions the prior was learned from, and the names of the exams
// that had them, each once. An exam with the given name counts too, unless the name is "".
func (p *Prior) Known(name string, questions []*features.Question) (count int, exams []string) {
	for _, q := range questions {
		d, known := questionDigest(q), false
		for _, e := range p.Exams {
			if d != "" && slices.Contains(e.Questions, d) {
				known = true
				if !slices.Contains(exams, e.Name) {
					exams = append(exams, e.Name)
				}
			}
		}
		if known {
			count++
		}
	}
	for _, e := range p.Exams {
		if e.Name == name && name != "" && !slices.Contains(exams, name) {
			exams = append(exams, name)
		}
	}
	return count, exams
}
