package datasets

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// lostFormula is the text that a spreadsheet put in place of answers that begin with a dash.
const lostFormula = "#NAME?"

// mohlerCSV is the format of the corpus as one file; see openMohlerCSV.
func mohlerCSV() Format {
	f := file("mohler-csv",
		"Mohler as one CSV file (id,question,desired_answer,student_answer,score_…)", openMohlerCSV)
	f.lined = true
	return f
}

// mohlerColumns are the columns of the corpus as one file.
const mohlerColumns = "id,question,desired_answer,student_answer,score_me,score_other,score_avg"

// openMohlerCSV reads the widespread comma-separated form of the University of North Texas corpus:
// id, question, desired_answer, student_answer, score_me, score_other, score_avg, one answer per
// row, grades from 0 to 5, even for the exams.
//
// It has no student identifiers. Respondent i is the i-th row of every question, for as many
// rows as every question has (24 as published) or for the given number of lines; as in
// version 2.0, that is one student within an assignment only. Its questions 11.11 and 12.11
// are 11.10 and 12.10 of the corpus and are renamed. Exam scores differ by up to 0.5 from
// version 2.0, where they were rounded. Answers that a spreadsheet turned into #NAME? are
// lost and read as no answer, unless opts.Raw is set.
func openMohlerCSV(src source, file, name string, opts Options) (*Dataset, error) {
	questions, lost, err := readMohlerCSV(src, file, opts)
	if err != nil {
		return nil, err
	}
	limit := len(questions[0].answers)
	for _, q := range questions {
		limit = min(limit, len(q.answers))
	}
	if opts.lines > limit {
		return nil, files.New(src.name(file), 0,
			text.Count(limit, "position")+" that every question has",
			fmt.Sprintf("at least the %d asked for", opts.lines))
	}
	limit = cmp.Or(opts.lines, limit)
	d, err := mohlerDataset(src, name, questions, limit, opts)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(d.Warnings, fmt.Sprintf(
		"the file has no student identifiers: respondent i is row i of every question, "+
			"for the first %d rows, which is one student within an assignment but not across assignments", limit))
	if lost > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf(
			"%s in the file lost to a spreadsheet (%s), read as no answer", text.Count(lost,
				"answer"), lostFormula))
	}
	return d, nil
}

func readMohlerCSV(
	src source, file string, opts Options,
) (questions []mohlerQuestion, lost int, err error) {
	err = src.read(file, "the answers and grades", func(r io.Reader, name string) error {
		t, err := columns.ReadNamed(r, name, "the columns "+mohlerColumns, strings.Split(mohlerColumns, ",")...)
		if err != nil {
			return err
		}
		index := map[string]int{} // of questions, by ID
		err = t.Each(func(row sheet.Row) error {
			id := rawText(t.Cell(row, "id"))
			if !mohlerID(id) {
				return t.Fault(row, "id "+text.Quote(id),
					"an assignment's number, a dot and a question's number, such as 1.2")
			}
			k, ok := index[id]
			if !ok {
				k = len(questions)
				index[id] = k
				questions = append(questions, mohlerQuestion{
					Question: Question{ID: id, Text: opts.text(t.Text(row, "question")),
						Key: []string{opts.text(t.Text(row, "desired answer"))}},
					judges: make([][]float64, 2)})
			}
			isLost, err := questions[k].addRow(t, row, name, opts)
			if isLost {
				lost++
			}
			return err
		})
		if err != nil {
			return err
		}
		if len(questions) == 0 {
			return files.New(name, 0, "the end of the file", "at least one row after the header")
		}
		if err := sameNumbersOfRows(questions, name); err != nil {
			return err
		}
		for _, exam := range [...]string{"11", "12"} {
			wrong, right := exam+".11", exam+".10"
			_, taken := index[right]
			if k, ok := index[wrong]; ok && !taken {
				questions[k].ID = right
			}
		}
		return nil
	})
	return questions, lost, err
}

// addRow adds the answer and the grades of the current row. An answer is lost if all that is left
// of it is the replacement of a formula; then it counts as empty, but with opts.Raw.
func (q *mohlerQuestion) addRow(t *columns.Named, row sheet.Row, name string, opts Options) (lost bool, err error) {
	if q.Text != opts.text(t.Text(row, "question")) || q.Key[0] != opts.text(t.Text(row, "desired answer")) {
		return false, t.Fault(row, "another question or desired answer for id "+q.ID,
			"the same ones in each of its rows")
	}
	answer := opts.response(t.Text(row, "student answer"))
	lost = strings.TrimSpace(answer) == lostFormula
	if lost && !opts.Raw {
		answer = ""
	}
	q.answers = append(q.answers, answer)
	var grades [3]float64
	for i, field := range [...]string{"score_me", "score_other", "score_avg"} {
		grades[i], err = numberField(name, row.Number, field, t.Cell(row, columns.Normal(field)), 0, mohlerTop)
		if err != nil {
			return false, err
		}
	}
	q.judges[0] = append(q.judges[0], grades[0]/mohlerTop)
	q.judges[1] = append(q.judges[1], grades[1]/mohlerTop)
	q.average = append(q.average, grades[2])
	return lost, nil
}

// sameNumbersOfRows returns an error if a file was cut short: within an assignment all questions
// have equally many rows.
func sameNumbersOfRows(questions []mohlerQuestion, name string) error {
	first := map[string]mohlerQuestion{} // by assignment
	for _, q := range questions {
		f, ok := first[assignment(q.ID)]
		if !ok {
			first[assignment(q.ID)] = q
		} else if n, want := len(q.answers), len(f.answers); n != want {
			return files.New(name, 0, text.Count(n, "row")+" for question "+q.ID,
				fmt.Sprintf("%d, as for question %s of the same assignment", want, f.ID))
		}
	}
	return nil
}
