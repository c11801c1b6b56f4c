package datasets_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"

	"github.com/luna-rating/luna/datasets"
)

// All tables in cases/forms2 must be read rightly.
const forms2Tables = 37

// formCase is a table of cases/forms2 and what is right for it.
type formCase struct {
	file string
	want func(t *testing.T, file string) *truth
	// note is a part of what must be said about the table.
	note string
	// mayRefuse is true where the maximum that the table states cannot be meant, so that an error
	// is right as well.
	mayRefuse bool
	// mayWarn is a part of a warning that is right as well, whatever the answers are read as.
	mayWarn string
}

var forms2 = []formCase{
	// The same 48 people with the same ratings.
	{file: "plain.csv", want: samePeople},
	{file: "NA.csv", want: samePeople}, // NA stands for no answer
	{file: "blackboard-by-question.csv", want: samePeople},
	{file: "canvas-gradebook.csv", want: samePeople, mayRefuse: true},
	{file: "extra-number.csv", want: samePeople},
	{file: "google-partial.csv", want: samePeople, note: "not yet graded"},
	{file: "grade-is-the-class.csv", want: samePeople},
	{file: "legend.xlsx", want: samePeople},
	{file: "midterm-absent.csv", want: samePeople},
	{file: "minus-one.csv", want: samePeople, note: "-1"},
	{file: "msforms-partial.csv", want: samePeople, note: "not yet graded"},
	{file: "percentage-pending.csv", want: samePeople},
	{file: "rubric.csv", want: samePeople},
	{file: "same-names-no-total.csv", want: samePeople},
	{file: "same-names.csv", want: samePeople},
	{file: "score-each-named.csv", want: samePeople},
	{file: "score-each.csv", want: samePeople},
	{file: "slash-blank.csv", want: samePeople},
	{file: "slash.csv", want: samePeople},
	{file: "stray.xlsx", want: samePeople},
	{file: "tr-form.csv", want: samePeople},
	{file: "tr-mean-row.csv", want: samePeople},
	{file: "tr-points-row.csv", want: samePeople},
	{file: "year-in-header.csv", want: samePeople, mayRefuse: true},
	{file: "tr-key-row.csv", want: func(t *testing.T, file string) *truth {
		w := samePeople(t, file)
		w.hasKey, w.key = true, modelAnswers
		return w
	}},

	// The same people, but other ratings or answers.
	{file: "of50.csv", want: cellsOf(50)},
	{file: "of50-blank.csv", want: cellsOf(50)},
	{file: "scores-of-10.csv", want: cellsOf(60)},
	{file: "scores-of-10-blank.csv", want: cellsOf(60)},
	{file: "enc-ru-cp1251.csv", want: decoded(charmap.Windows1251),
		mayWarn: "--encoding"},
	{file: "enc-ja-shift_jis.csv", want: decoded(japanese.ShiftJIS),
		mayWarn: "--encoding"},

	// Other people.
	{file: "g2.csv", want: func(t *testing.T, file string) *truth {
		w := &truth{max: 1}
		for _, r := range rowsOf(t, file)[1:] { // 10 answers, 10 scores, rating, class
			w.add(r[1:11], r[21])
		}
		return w
	}},
	{file: "leak.csv", want: essays},
	{file: "noleak.csv", want: essays},
	{file: "of20.csv", want: func(*testing.T, string) *truth {
		w := &truth{max: 20}
		w.add([]string{"the cell", "water"}, "18")
		w.add([]string{"a cell", ""}, "15")
		w.add([]string{"the nucleus", "fire"}, "9")
		w.add([]string{"cells", "water"}, "20")
		w.add([]string{"the cell membrane", "water"}, "")
		w.add([]string{"nothing", "stone"}, "5")
		w.add([]string{"the cell", "wind"}, "12")
		return w
	}},
	{file: "raters_of20.csv", want: func(*testing.T, string) *truth {
		w := &truth{max: 20}
		w.add([]string{"the cell"}, "13")
		w.add([]string{"a cell"}, "14")
		w.add([]string{"the nucleus"}, "8")
		w.add([]string{"cells"}, "16")
		return w
	}},
	// Three points are the most, but the lowest number of points is 0, although nobody has it.
	{file: "points-min1.csv", want: func(t *testing.T, file string) *truth {
		w := &truth{max: 3}
		for _, r := range rowsOf(t, file)[1:] {
			w.add(r[1:3], r[3])
		}
		return w
	}},
}

// add adds a person.
func (w *truth) add(answers []string, total string) {
	v, err := strconv.ParseFloat(total, 64)
	if err != nil {
		v = math.NaN()
	}
	w.responses, w.totals = append(w.responses, answers), append(w.totals, v)
}

func samePeople(t *testing.T, _ string) *truth { return truthOf(pupils(t)) }

// cellsOf returns the 48 people with the sums of the cells of their row that have a slash.
func cellsOf(most float64) func(*testing.T, string) *truth {
	return func(t *testing.T, file string) *truth {
		w := &truth{max: most}
		rows := rowsOf(t, file)
		for i, p := range pupils(t) {
			sum, total := 0.0, ""
			for _, cell := range rows[i+1] {
				if n, _, ok := strings.Cut(cell, "/"); ok {
					v, err := strconv.ParseFloat(strings.TrimSpace(n), 64)
					if err != nil {
						t.Fatal(err)
					}
					sum += v
					total = strconv.FormatFloat(sum, 'f', -1, 64)
				}
			}
			w.add(p.answers, total)
		}
		return w
	}
}

// decoded returns the people of a table like plain.csv in another encoding.
func decoded(e encoding.Encoding) func(*testing.T, string) *truth {
	return func(t *testing.T, file string) *truth {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		if text, err = e.NewDecoder().Bytes(text); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		w := &truth{max: 15}
		for _, r := range rows[1:] {
			w.add(r[1:7], r[7])
		}
		return w
	}
}

// essays returns the people of a table of name, essay, two raters and total.
func essays(t *testing.T, file string) *truth {
	w := &truth{}
	for _, r := range rowsOf(t, file)[1:] {
		w.add(r[1:2], r[4])
	}
	return w
}

// check reads the table.
func (f formCase) check(t *testing.T, c *tally) {
	path := filepath.Join("cases/forms2", f.file)
	if f.mayWarn != "" {
		sets, err := datasets.Open(filepath.Join("testdata", path), datasets.Options{})
		if err == nil && strings.Contains(notes(sets[0]), f.mayWarn) {
			c.add(t, right, "")
			return
		}
	}
	d := c.open(t, filepath.Join("forms2", f.file), f.want(t, path), f.mayRefuse)
	if d != nil && !strings.Contains(notes(d), f.note) {
		t.Errorf("no note has %q:\n%s", f.note, notes(d))
	}
}

// TestForms2 reads forms of 48 people, and tables of others, that were once read wrongly. To see
// what is wrong with one: go test ./datasets -run TestForms2/rubric -v.
func TestForms2(t *testing.T) {
	files, err := os.ReadDir("testdata/cases/forms2")
	if err != nil || len(files) != forms2Tables {
		t.Fatal(len(files), err)
	}
	c := &tally{}
	for _, f := range files {
		t.Run(f.Name(), func(t *testing.T) {
			i := slices.IndexFunc(forms2, func(c formCase) bool { return c.file == f.Name() })
			if i < 0 {
				t.Fatal("not tried")
			}
			forms2[i].check(t, c)
		})
	}
	t.Logf("cases/forms2\n%s", c)
}
