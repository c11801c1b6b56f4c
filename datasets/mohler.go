package datasets

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// mohlerLines is how many lines of each question's file the thesis read as respondents: the
// length of the shortest file.
const mohlerLines = 24

// mohlerTop is the highest average grade.
const mohlerTop = 5

// mohlerQuestion is one question of version 2.0 of the University of North Texas
// short-answer corpus (Mohler, Bunescu, Mihalcea 2011). Line i of data/raw/<id> is
// an answer, line i of data/scores/<id>/ave its average grade from 0 to 5, and of
// me and other the two judges' grades, which may be absent.
type mohlerQuestion struct {
	Question
	answers []string
	average []float64   // 0 to 5
	judges  [][]float64 // by judge (me, other), in [0,1]
}

// mohler is the format of version 2.0 as the thesis read it; see openMohler.
func mohler() Format {
	f := folder("mohler", "Mohler v2.0 (2011) as in the thesis: all 87 questions, first 24 lines as "+
		"respondents (mohler@N:DIR: first N)", openMohler)
	f.lined = true
	return f
}

// mohlerSample is the format of the embedded sample. Line i of every question is one
// respondent there, so that all lines are read by default.
func mohlerSample() Format {
	f := sample("sample-mohler", "embedded sample in the form of mohler, synthetic", "samples/mohler",
		openMohlerSample)
	f.lined = true
	return f
}

// openMohler reads the given number of lines of every question as respondents, 24
// unless it is given. The corpus does not say who wrote which line: respondent i, made of
// line i of every question, is one student within an assignment only.
func openMohler(src source, name string, opts Options) (*Dataset, error) {
	questions, err := readMohler(src, opts)
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(opts.lines, mohlerLines)
	d, err := mohlerDataset(src, name, questions, limit, opts)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(d.Warnings, fmt.Sprintf(
		"the corpus has no student identifiers: respondent i is line i of every question's file "+
			"(%d lines), which is one student within an assignment but not across assignments",
		limit))
	return d, nil
}

// openMohlerSample reads the given number of lines, or all.
func openMohlerSample(src source, name string, opts Options) (*Dataset, error) {
	questions, err := readMohler(src, opts)
	if err != nil {
		return nil, err
	}
	return mohlerDataset(src, name, questions, cmp.Or(opts.lines, len(questions[0].answers)), opts)
}

// openMohlerAssignments reads version 2.0 as one data set per assignment, in which line i of
// every question is one student. It reads all questions of an assignment, including the six
// that docs/files comments out because they do not ask for a short text: they were graded
// like the others and count towards the student's total.
func openMohlerAssignments(src source, name string, opts Options) ([]*Dataset, error) {
	name = strings.TrimSuffix(name, "s") // each data set is one mohler-assignment
	questions, err := readMohler(src, opts)
	if err != nil {
		return nil, err
	}
	var sets []*Dataset
	for len(questions) > 0 {
		n := 1
		for n < len(questions) && assignment(questions[n].ID) == assignment(questions[0].ID) {
			n++
		}
		group := questions[:n]
		questions = questions[n:]
		for _, q := range group[1:] {
			if len(q.answers) != len(group[0].answers) {
				return nil, files.New(src.name("data/raw/"+q.ID), 0,
					text.Count(len(q.answers), "line"),
					fmt.Sprintf("%d, as in %s of the same assignment", len(group[0].answers),
						group[0].ID))
			}
		}
		d, err := mohlerDataset(src, name+"-"+assignment(group[0].ID), group, len(group[0].answers),
			opts)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(sets, func(other *Dataset) bool { return other.Name == d.Name }) {
			return nil, files.New(src.name("data/raw/questions"), 0,
				"questions of assignment "+assignment(group[0].ID)+" in two places",
				"each assignment's questions together")
		}
		sets = append(sets, d)
	}
	return sets, nil
}

// mohlerDataset turns the first lines of each question, up to limit, into respondents.
func mohlerDataset(
	src source, name string, questions []mohlerQuestion, limit int, opts Options,
) (*Dataset, error) {
	d := &Dataset{Name: name, Respondents: make([]Respondent, limit)}
	for i := range d.Respondents {
		d.Respondents[i].ID = "line-" + strconv.Itoa(i+1)
	}
	totals := make([]float64, limit)
	for _, q := range questions {
		if len(q.answers) < limit {
			return nil, files.New(src.name("data/raw/"+q.ID), 0,
				text.Count(len(q.answers), "line"),
				fmt.Sprintf("at least %d, one per respondent", limit))
		}
		d.Questions = append(d.Questions, q.Question)
		for i := range d.Respondents {
			r := &d.Respondents[i]
			r.Responses = append(r.Responses, q.answers[i])
			r.Scores = append(r.Scores, q.average[i]/mohlerTop)
			totals[i] += q.average[i]
		}
	}
	addJudgements(d, questions)
	rate(d, opts.Rating, totals, float64(mohlerTop*len(questions)))
	return d, nil
}

// addJudgements sets the judges' grades if at least one question has them.
func addJudgements(d *Dataset, questions []mohlerQuestion) {
	judges := 0
	for _, q := range questions {
		judges = max(judges, len(q.judges))
	}
	if judges == 0 {
		return
	}
	for i := range d.Respondents {
		r := &d.Respondents[i]
		r.Judgements = make([][]float64, len(questions))
		for k, q := range questions {
			r.Judgements[k] = numbers.Map(q.judges, func(j []float64) float64 { return j[i] })
		}
	}
}

// readMohler reads all questions, in the order of data/raw/questions.
func readMohler(src source, opts Options) ([]mohlerQuestion, error) {
	ids, texts, err := mohlerTexts(src, "data/raw/questions",
		"the questions (lines of id and text)")
	if err != nil {
		return nil, err
	}
	keyIDs, keys, err := mohlerTexts(src, "data/raw/answers",
		"the answer key (lines of id and text)")
	if err != nil {
		return nil, err
	}
	for i, id := range keyIDs {
		if _, known := texts[id]; !known {
			return nil, files.New(src.name("data/raw/answers"), i+1,
				"question "+text.Quote(id), "a question of data/raw/questions")
		}
	}
	questions := make([]mohlerQuestion, len(ids))
	for i, id := range ids {
		key, ok := keys[id]
		if !ok {
			return nil, files.New(src.name("data/raw/answers"), 0,
				"no answer to question "+text.Quote(id), "one per question")
		}
		q := mohlerQuestion{Question: Question{ID: id, Text: opts.text(texts[id]),
			Key: []string{opts.text(key)}}}
		if err := q.read(src, opts); err != nil {
			return nil, err
		}
		questions[i] = q
	}
	return questions, nil
}

// mohlerTexts reads lines of an id, a space and a text.
func mohlerTexts(src source, file, what string) (ids []string, texts map[string]string, err error) {
	texts = map[string]string{}
	err = src.read(file, what, func(r io.Reader, name string) error {
		all, err := allLines(r, name)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return files.New(name, 0, "an empty file", what)
		}
		for i, line := range all {
			id, content, ok := strings.Cut(line, " ")
			if !ok || !mohlerID(id) || strings.TrimSpace(content) == "" {
				return files.New(name, i+1, text.Quote(line),
					"a question's id such as 1.2, a space and a text")
			}
			if _, twice := texts[id]; twice {
				return files.New(name, i+1, "question "+text.Quote(id)+" again",
					"each question once")
			}
			ids = append(ids, id)
			texts[id] = content
		}
		return nil
	})
	return ids, texts, err
}

// read reads the answers and grades of one question.
func (q *mohlerQuestion) read(src source, opts Options) error {
	file := "data/raw/" + q.ID
	err := src.read(file, "the answers to question "+q.ID, func(r io.Reader, name string) error {
		all, err := allLines(r, name)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return files.New(name, 0, "an empty file", "one answer per line")
		}
		for i, line := range all {
			id, content, _ := strings.Cut(line, " ")
			if id != q.ID {
				return files.New(name, i+1, text.Quote(line),
					"an answer that begins with "+q.ID)
			}
			q.answers = append(q.answers, opts.response(content))
		}
		return nil
	})
	if err != nil {
		return err
	}
	dir := "data/scores/" + q.ID + "/"
	if q.average, err = q.grades(src, dir+"ave", mohlerTop); err != nil {
		return err
	}
	for _, judge := range [...]string{"me", "other"} {
		if !src.exists(dir + judge) {
			continue
		}
		top := judgeTop(q.ID)
		js, err := q.grades(src, dir+judge, top)
		if err != nil {
			return err
		}
		for i := range js {
			js[i] /= top
		}
		q.judges = append(q.judges, js)
	}
	return nil
}

// grades reads one number from 0 to top per line, one for each answer.
func (q *mohlerQuestion) grades(src source, file string, top float64) (gs []float64, err error) {
	err = src.read(file, "the grades of question "+q.ID, func(r io.Reader, name string) error {
		all, err := allLines(r, name)
		if err != nil {
			return err
		}
		for i, line := range all {
			g, err := numberField(name, i+1, "grade", line, 0, top)
			if err != nil {
				return err
			}
			gs = append(gs, g)
		}
		if len(gs) != len(q.answers) {
			return files.New(name, 0, text.Count(len(gs), "grade"),
				fmt.Sprintf("%d, one per line of data/raw/%s", len(q.answers), q.ID))
		}
		return nil
	})
	return gs, err
}

// judgeTop returns the highest grade of a judge: 10 in the two exams, which are numbered 11
// and 12, otherwise 5. The published averages are all from 0 to 5.
func judgeTop(id string) float64 {
	if a := assignment(id); a == "11" || a == "12" {
		return 2 * mohlerTop
	}
	return mohlerTop
}

// assignment returns the part of a question's id before the dot.
func assignment(id string) string {
	a, _, _ := strings.Cut(id, ".")
	return a
}

// mohlerID reports whether id is a number, a dot and a number, which also makes it
// safe as part of a file's name.
func mohlerID(id string) bool {
	a, q, ok := strings.Cut(id, ".")
	return ok && digits(a) && digits(q)
}

func digits(s string) bool { return len(s) <= 9 && numbers.Whole(s) }
