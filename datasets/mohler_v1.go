package datasets

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// v1Question is one question of version 1.0 of the University of North Texas
// corpus, which covers assignments 1 to 3 and identifies the students.
type v1Question struct {
	Question
	file    string
	line    int // of the question
	answers map[int]v1Answer
}

type v1Answer struct {
	text  string
	grade float64 // average of two judges, 0 to 5
}

// openMohlerV1 reads assign1.txt, assign2.txt and assign3.txt. Respondents are the
// students who have an answer, even an empty one, to every question, in ascending
// order of their identifiers: 28 of 31 as published. Questions are numbered
// assignment.position, as in version 2.0.
func openMohlerV1(src source, name string, opts Options) (*Dataset, error) {
	var questions []v1Question
	for a := 1; a <= 3; a++ {
		qs, err := readV1(src, a, opts)
		if err != nil {
			return nil, err
		}
		// Each assignment has seven questions as published. If one has fewer than the others,
		// its file is truncated.
		if n := len(questions); a > 1 && len(qs) != n/(a-1) {
			return nil, files.New(qs[0].file, 0, text.Count(len(qs), "question"),
				fmt.Sprintf("%d, as in each assignment before", n/(a-1)))
		}
		questions = append(questions, qs...)
	}
	answered := map[int]int{}
	d := &Dataset{Name: name}
	for _, q := range questions {
		d.Questions = append(d.Questions, q.Question)
		for student := range q.answers {
			answered[student]++
		}
	}
	maps.DeleteFunc(answered, func(_, n int) bool { return n < len(questions) })
	if len(answered) == 0 {
		return nil, files.New(src.root, 0, "no student with an answer to every question",
			"at least one")
	}
	var totals []float64
	for _, student := range slices.SortedFunc(maps.Keys(answered), cmp.Compare[int]) {
		r := Respondent{ID: strconv.Itoa(student)}
		total := 0.0
		for _, q := range questions {
			a := q.answers[student]
			r.Responses = append(r.Responses, a.text)
			r.Scores = append(r.Scores, a.grade/mohlerTop)
			total += a.grade
		}
		d.Respondents = append(d.Respondents, r)
		totals = append(totals, total)
	}
	rate(d, opts.Rating, totals, float64(mohlerTop*len(questions)))
	return d, nil
}

// readV1 reads one assignment. Each question is a line of # characters, a line
// "Question: …", a line "Answer: …", a blank line, and one tab-separated line "grade,
// [student], answer" per student.
func readV1(src source, number int, opts Options) ([]v1Question, error) {
	var qs []v1Question
	err := src.read(fmt.Sprintf("assign%d.txt", number), fmt.Sprintf("assignment %d", number),
		func(r io.Reader, name string) error {
			in := files.NewScanner(r, name, maxLine)
			fresh := false // after a line of # characters, before its question
			for in.Scan() {
				line := strings.TrimSpace(in.Text())
				if line == "" {
					continue
				}
				var q *v1Question
				if len(qs) > 0 && !fresh {
					q = &qs[len(qs)-1]
				}
				if text, ok := strings.CutPrefix(line, "Question:"); ok {
					if !fresh {
						return files.New(name, in.Line(), "a question",
							"a line of # characters before it")
					}
					fresh = false
					qs = append(qs, v1Question{file: name, line: in.Line(),
						answers: map[int]v1Answer{},
						Question: Question{ID: fmt.Sprintf("%d.%d", number, len(qs)+1),
							Text: opts.text(strings.TrimPrefix(text, " "))}})
					continue
				}
				if strings.Trim(line, "#") == "" {
					fresh = true
					continue
				}
				if q == nil {
					return files.New(name, in.Line(), text.Quote(line),
						`a line of # characters, then "Question: …"`)
				}
				if text, ok := strings.CutPrefix(line, "Answer:"); ok && len(q.answers) == 0 {
					if q.Key != nil {
						return files.New(name, in.Line(),
							"a second answer key", "one per question")
					}
					q.Key = []string{opts.text(strings.TrimPrefix(text, " "))}
					continue
				}
				if q.Key == nil {
					return files.New(name, in.Line(), text.Quote(line),
						`"Answer: …" after the question`)
				}
				if err := q.answer(in.Text(), in.Line(), opts); err != nil {
					return err
				}
			}
			if in.Err() != nil {
				return in.Err()
			}
			if fresh || len(qs) == 0 {
				return files.New(name, in.Line(), "the end of the file", `"Question: …"`)
			}
			// All students of an assignment answered all its questions, so a file cut
			// short shows.
			for _, q := range qs {
				if len(q.answers) != len(qs[0].answers) || len(q.answers) == 0 {
					return files.New(name, q.line,
						text.Count(len(q.answers), "answer")+" to question "+q.ID,
						fmt.Sprintf("%d, as for the first question", max(1, len(qs[0].answers))))
				}
			}
			return nil
		})
	return qs, err
}

// answer adds one student's line.
func (q *v1Question) answer(line string, n int, opts Options) error {
	fields := strings.SplitN(line, "\t", 3)
	if len(fields) != 3 {
		return files.New(q.file, n, text.Count(len(fields), "column"),
			"3: grade, [student] and answer, tab-separated")
	}
	grade, err := numberField(q.file, n, "grade", fields[0], 0, mohlerTop)
	if err != nil {
		return err
	}
	id, open := strings.CutPrefix(strings.TrimSpace(fields[1]), "[")
	id, closed := strings.CutSuffix(id, "]")
	student, err := strconv.Atoi(id)
	if !open || !closed || !digits(id) || err != nil {
		return files.New(q.file, n, "student "+text.Quote(fields[1]),
			"a number in brackets, such as [7]")
	}
	if _, twice := q.answers[student]; twice {
		return files.New(q.file, n, "student "+text.Quote(id)+" again for question "+q.ID,
			"one answer per student")
	}
	q.answers[student] = v1Answer{opts.response(fields[2]), grade}
	return nil
}
