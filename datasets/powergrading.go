package datasets

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// The files of the Powergrading corpus (Basu, Jacobs, Vanderwende 2013) as
// published, and the name under which the embedded sample and a user's own data
// may hold the answers.
const (
	pgKeyFile    = "questions_answer_key.tsv"
	pgLabelled   = "studentanswers_grades_698.tsv"
	pgUnlabelled = "studentanswers_grades_100.tsv"
	pgPlain      = "studentanswers_grades.tsv"
)

// pgFile is an answer file: tab-separated and never quoted (answers hold stray quotation
// marks), with the header student, Q#, answer and one column per judge. Grades are 0 or 1,
// or -1 for "not graded".
type pgFile struct {
	name     string
	judges   int
	students []pgStudent
	graded   []bool // by question: some answer has a grade
}

type pgStudent struct {
	id      string
	line    int // of the first row
	answers []string
	grades  [][]int // by question and judge
	lines   []int   // by question: the line of the row, 0 if none yet
}

// openPowergrading reads the labelled students. The questions are the graded ones (10 of the
// 20 as published), a score is the mean over the judges, and the rating is computed from the
// sum of all judgements (3 to 30 as published).
func openPowergrading(src source, name string, opts Options) (*Dataset, error) {
	questions, err := readPgKey(src, opts)
	if err != nil {
		return nil, err
	}
	file := pgLabelled
	if !src.exists(file) && src.exists(pgPlain) {
		file = pgPlain
	}
	f, err := readPgAnswers(src, file, questions)
	if err != nil {
		return nil, err
	}
	d, keep := pgDataset(f, questions, f.graded, name, opts)
	if len(keep) == 0 {
		return nil, files.New(f.name, 0, "grade -1 (not graded) throughout", "graded answers")
	}
	totals := make([]float64, len(f.students))
	for i, s := range f.students {
		r := &d.Respondents[i]
		r.Scores = make([]float64, len(keep))
		r.Judgements = make([][]float64, len(keep))
		for k, q := range keep {
			js := make([]float64, f.judges)
			for j, g := range s.grades[q] {
				if g < 0 {
					return nil, files.New(f.name, s.lines[q], "grade -1 (not graded)",
						"0 or 1: other answers to question "+text.Quote(
							questions[q].ID)+" are graded")
				}
				js[j] = float64(g)
				totals[i] += float64(g)
			}
			r.Judgements[k] = js
			r.Scores[k] = mean(js)
		}
	}
	rate(d, opts.Rating, totals, float64(len(keep)*f.judges))
	return d, nil
}

// openPgUnlabelled reads the ungraded students, whose ratings are NaN. The questions are
// those graded in the labelled file in the same folder, so that a model trained on it
// applies; all of them if there is no labelled file.
func openPgUnlabelled(src source, name string, opts Options) (*Dataset, error) {
	questions, err := readPgKey(src, opts)
	if err != nil {
		return nil, err
	}
	f, err := readPgAnswers(src, pgUnlabelled, questions)
	if err != nil {
		return nil, err
	}
	keep := slices.Repeat([]bool{true}, len(questions))
	if src.exists(pgLabelled) {
		labelled, err := readPgAnswers(src, pgLabelled, questions)
		if err != nil {
			return nil, err
		}
		keep = labelled.graded
	}
	d, _ := pgDataset(f, questions, keep, name, opts)
	d.RatingNote = "no ratings: nothing is graded"
	return d, nil
}

// pgDataset returns the students as unrated respondents, and the indices of the questions
// kept.
func pgDataset(
	f *pgFile, questions []Question, kept []bool, name string, opts Options,
) (*Dataset, []int) {
	d := &Dataset{Name: name}
	var keep []int
	for q, k := range kept {
		if k {
			keep = append(keep, q)
			d.Questions = append(d.Questions, questions[q])
		}
	}
	d.Respondents = make([]Respondent, len(f.students))
	for i, s := range f.students {
		r := Respondent{ID: s.id, Responses: make([]string, len(keep)), Rating: math.NaN()}
		for k, q := range keep {
			text := s.answers[q]
			if !opts.Raw {
				// Line breaks are stored as a backslash and an n.
				text = strings.ReplaceAll(text, `\n`, " ")
			}
			r.Responses[k] = opts.response(text)
		}
		d.Respondents[i] = r
	}
	return d, keep
}

// readPgKey reads the questions: tab-separated, header Q#, Question, Answers, then
// as many columns a row as there are acceptable answers.
func readPgKey(src source, opts Options) ([]Question, error) {
	var questions []Question
	err := src.read(pgKeyFile, "the answer key", func(r io.Reader, name string) error {
		in := files.NewScanner(r, name, maxLine)
		if _, err := pgHeader(in, name, "Q#, Question, Answers", 3, "Q#"); err != nil {
			return err
		}
		seen := map[string]int{}
		for in.Scan() {
			line := in.Text()
			if line == "" {
				continue
			}
			fields := strings.Split(line, "\t")
			if len(fields) < 3 {
				return files.New(name, in.Line(), text.Count(len(fields), "column"),
					"at least 3: number, question and acceptable answers")
			}
			q := Question{ID: strings.TrimSpace(fields[0]), Text: opts.text(fields[1])}
			if q.ID == "" {
				return files.New(name, in.Line(), "no question number", "one in the first column")
			}
			if first, ok := seen[q.ID]; ok {
				return files.New(name, in.Line(),
					fmt.Sprintf("question %s again (first on line %d)", text.Quote(q.ID), first),
					"each question once")
			}
			seen[q.ID] = in.Line()
			for _, a := range fields[2:] {
				if strings.TrimSpace(a) != "" {
					q.Key = append(q.Key, opts.text(a))
				}
			}
			if len(q.Key) == 0 {
				return files.New(name, in.Line(), "no acceptable answer", "at least one")
			}
			questions = append(questions, q)
		}
		if in.Err() == nil && len(questions) == 0 {
			return files.New(name, in.Line(), "the end of the file",
				"at least one question after the header")
		}
		return in.Err()
	})
	return questions, err
}

// pgHeader returns the number of columns of the first line, which begins with the given names.
func pgHeader(
	in *files.Scanner, file, expected string, least int, names ...string,
) (int, error) {
	if !in.Scan() {
		return 0, cmp.Or[error](in.Err(), files.New(file, 0, "an empty file", "a header "+expected))
	}
	h := strings.Split(in.Text(), "\t")
	for i, name := range names {
		if len(h) < least || strings.TrimSpace(h[i]) != name {
			return 0, files.New(file, 1, text.Quote(in.Text()), "the header "+expected+", tab-separated")
		}
	}
	return len(h), nil
}

func readPgAnswers(src source, file string, questions []Question) (*pgFile, error) {
	f := &pgFile{name: src.name(file), graded: make([]bool, len(questions))}
	index := make(map[string]int, len(questions))
	for i, q := range questions {
		index[q.ID] = i
	}
	err := src.read(file, "the students' answers and grades", func(r io.Reader, name string) error {
		in := files.NewScanner(r, name, maxLine)
		width, err := pgHeader(in, name, "student, Q#, answer, G1, …", 4, "student", "Q#", "answer")
		if err != nil {
			return err
		}
		f.judges = width - 3
		seen := map[string]int{}
		for in.Scan() {
			line := in.Text()
			if line == "" {
				continue
			}
			if err := f.row(line, in.Line(), index, questions, seen); err != nil {
				return err
			}
		}
		if in.Err() != nil {
			return in.Err()
		}
		if len(f.students) == 0 {
			return files.New(name, in.Line(), "the end of the file",
				"at least one student after the header")
		}
		return f.complete(questions)
	})
	return f, err
}

// row adds one answer. The rows of a student are consecutive.
func (f *pgFile) row(
	content string, line int, index map[string]int, questions []Question, seen map[string]int,
) error {
	fields := strings.Split(content, "\t")
	if len(fields) != 3+f.judges {
		return files.New(f.name, line, text.Count(len(fields), "column"),
			fmt.Sprintf("%d, as in the header", 3+f.judges))
	}
	id := strings.TrimSpace(fields[0])
	if id == "" {
		return files.New(f.name, line, "no student", "one in the first column")
	}
	q, ok := index[strings.TrimSpace(fields[1])]
	if !ok {
		return files.New(f.name, line, "question "+text.Quote(fields[1]),
			"a question of "+pgKeyFile)
	}
	if len(f.students) == 0 || f.students[len(f.students)-1].id != id {
		if first, ok := seen[id]; ok {
			return files.New(f.name, line, fmt.Sprintf("student %s again (first on line %d)",
				text.Quote(id),
				first), "a unique id for each student, whose rows are consecutive")
		}
		if err := f.complete(questions); err != nil {
			return err
		}
		seen[id] = line
		f.students = append(f.students, pgStudent{id: id, line: line,
			answers: make([]string, len(index)), grades: make([][]int,
				len(index)), lines: make([]int, len(index))})
	}
	s := &f.students[len(f.students)-1]
	if s.lines[q] > 0 {
		return files.New(f.name, line,
			fmt.Sprintf("question %s again for student %s (first on line %d)",
				text.Quote(fields[1]), text.Quote(id), s.lines[q]), "each question once")
	}
	s.lines[q] = line
	s.answers[q] = fields[2]
	s.grades[q] = make([]int, f.judges)
	for j := range s.grades[q] {
		switch g := strings.TrimSpace(fields[3+j]); g {
		case "0":
			f.graded[q] = true
		case "1":
			s.grades[q][j] = 1
			f.graded[q] = true
		case "-1":
			s.grades[q][j] = -1
		default:
			return files.New(f.name, line, "grade "+text.Quote(g), "0, 1 or -1 (not graded)")
		}
	}
	return nil
}

// complete checks that the last student has an answer to every question.
func (f *pgFile) complete(questions []Question) error {
	if len(f.students) == 0 {
		return nil
	}
	s := &f.students[len(f.students)-1]
	for q, line := range s.lines {
		if line == 0 {
			return files.New(f.name, s.line,
				"no answer to question "+text.Quote(
					questions[q].ID)+" for student "+text.Quote(s.id),
				text.Count(len(questions), "row")+", one per question of "+pgKeyFile)
		}
	}
	return nil
}
