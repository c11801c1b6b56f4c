package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// rows returns a table of n respondents with three answers each and totals of two thirds of them.
func guarded(n int, edit func(i int, cells []string) []string) string {
	lines := []string{"Student ID,Name,Q1,Q2,Q3,Total"}
	words := []string{"rain", "the snow", "hail and wind", "fog", "a dry wind"}
	for i := range n {
		cells := []string{fmt.Sprintf("%05d", 312+7*i), "Ann " + string(rune('A'+i)), words[i%5],
			words[(i+1)%4], words[(i*i)%3] + " too", fmt.Sprint(3 + i%7)}
		if i%3 == 2 {
			cells[5] = ""
		}
		if edit != nil {
			cells = edit(i, cells)
		}
		lines = append(lines, strings.Join(cells, ","))
	}
	return strings.Join(lines, "\n") + "\n"
}

// summary describes a data set: respondents, questions, rated ones, scale and first rating.
func summary(d *Dataset) string {
	rated, first := 0, math.NaN()
	for i := range d.Respondents {
		if r := &d.Respondents[i]; r.Rated() {
			if rated++; rated == 1 {
				first = d.Scale.Value(r.Rating)
			}
		}
	}
	var ids []string
	for _, q := range d.Questions {
		ids = append(ids, q.ID)
	}
	return fmt.Sprintf("%d %s, %d rated, %.6g to %.6g, first %.6g", len(d.Respondents),
		strings.Join(ids, "|"), rated, d.Scale.Zero, d.Scale.Full, first)
}

// TestGuards reads tables with something in them that could be taken for something else.
func TestGuards(t *testing.T) {
	const plain = "12 Q1|Q2|Q3, 8 rated, 0 to 9, first 3"
	header := func(from, to string) string { return strings.Replace(guarded(12, nil), from, to, 1) }
	total := func(values ...string) string {
		return guarded(12, func(i int, c []string) []string {
			if c[5] != "" {
				c[5] = values[i%len(values)]
			}
			return c
		})
	}
	more := func(name string, value func(i int, c []string) string) string {
		return strings.Replace(guarded(12, func(i int, c []string) []string {
			return append(c, value(i, c))
		}), "Total", "Total,"+name, 1)
	}
	for _, c := range []struct {
		name, table string
		o           TableOptions
		want, note  string
	}{
		{"plain", guarded(12, nil), TableOptions{}, plain, "columns left out: \"Name\""},
		{"maxima", guarded(12, nil) + ",Hoechstwert,3,3,3,9\n", TableOptions{}, plain,
			"row 14 is no respondent: it has the attainable points"},
		{"maximum of the total", guarded(12, nil) + ",Topp,,,,9\n", TableOptions{}, plain,
			"row 14 is no respondent: it has few answers and the highest total"},
		{"means", guarded(12, nil) + ",Snitt,,,,5.4\n", TableOptions{}, plain,
			"row 14 is no respondent: it has averages or the like"},
		{"spread", guarded(12, nil) + ",Notenspiegel,1: 2,2: 8,3+ = 2,\n", TableOptions{}, plain,
			"row 14 is no respondent: it has averages or the like"},
		{"text", guarded(12, nil) + "Group 3 of the autumn term taught by M.,,,,,\n", TableOptions{}, plain,
			"row 14 is no respondent"},
		{"key without a mark", strings.Replace(guarded(12, nil), "\n", "\n,Vorlage,rain,snow,hail,\n", 1),
			TableOptions{}, plain, `row 2 is no respondent: it has no entry in column "Student ID"`},
		{"absent at the end", guarded(12, nil) + "00999,Zoe Z,,,,\n", TableOptions{},
			strings.Replace(plain, "12", "13", 1), ""},
		{"absent with none", guarded(12, nil) + "00999,Zoe Z,,,,0\n", TableOptions{},
			strings.NewReplacer("12", "13", "8 rated", "9 rated").Replace(plain), ""},
		{"remarks", more("Hinweis", func(i int, c []string) string {
			if c[5] == "" {
				return ""
			}
			return "good work"[i%3:]
		}), TableOptions{}, plain, `column "Hinweis" is no question: filled only where there is a total`},
		{"remarks as a question", more("Hinweis", func(i int, c []string) string {
			if c[5] == "" {
				return ""
			}
			return "good work"[i%3:]
		}), TableOptions{Questions: []string{"Q1", "Hinweis"}}, "12 Q1|Hinweis, 8 rated, 0 to 9, first 3", ""},
		{"passed", strings.Replace(guarded(36, func(i int, c []string) []string {
			return append(c, map[bool]string{true: "passed", false: "failed"}[i%7 > 3])
		}), "Total", "Total,Outcome so far", 1), TableOptions{}, "36 Q1|Q2|Q3, 24 rated, 0 to 9, first 3",
			`"Outcome so far" is no question: another name for ranges of the totals`},
		{"mostly words", guarded(12, func(i int, c []string) []string {
			c[5] = map[bool]string{true: fmt.Sprint(i), false: "pending"}[i%3 == 1]
			return c
		}), TableOptions{}, "12 Q1|Q2|Q3, 4 rated, 0 to 10, first 1", `"pending" (8)`},
		{"constant", more("Consent given", func(int, []string) string { return "yes" }), TableOptions{},
			plain, "the same in all rows"},
		{"codes", more("Access", func(i int, _ []string) string { return fmt.Sprintf("tk%04d", i) }),
			TableOptions{}, plain, "a different code in each row"},
		{"brackets", more("Q1 [Opmerkingen]", func(i int, c []string) string { return c[2] + " ok" }),
			TableOptions{}, plain, `"Q1 [Opmerkingen]"`},
		{"points in brackets", more("Q1 [Punten]", func(int, []string) string { return "2.00 / 3" }),
			TableOptions{}, plain, ""},
		{"thousands", total(`"8,000"`, "850", `"1,150"`), TableOptions{},
			"12 Q1|Q2|Q3, 8 rated, 0 to 8000, first 8000",
			`"8,000" in column "Total" is read as 8000 (--decimal comma reads it as 8)`},
		{"thousands in full width", total("８，０００", "８５０", "１，１５０"), TableOptions{},
			"12 Q1|Q2|Q3, 8 rated, 0 to 8000, first 8000",
			`"８，０００" in column "Total" is read as 8000 (--decimal comma reads it as 8)`},
		{"decimal comma", total(`"8,000"`, "850", `"1,150"`), TableOptions{Decimal: "comma"},
			"12 Q1|Q2|Q3, 8 rated, 0 to 850, first 8", ""},
		{"points of thousands", strings.ReplaceAll(total("8.000", "850", "1.150"), ",", ";"), TableOptions{},
			"12 Q1|Q2|Q3, 8 rated, 0 to 8000, first 8000", `--decimal point reads it as 8`},
		{"in doubt", total("8.000", "850", "1.150"), TableOptions{},
			"12 Q1|Q2|Q3, 8 rated, 0 to 850, first 8", `--decimal comma reads it as 8000`},
		{"words", total("3", "absent", "14*"), TableOptions{}, "12 Q1|Q2|Q3, 4 rated, 0 to 3, first 3",
			`no rating is taken from 4 cells without a number, first on line 3: "absent" (4) in "Total"`},
		{"a sentinel", total("3", "-99"), TableOptions{}, "12 Q1|Q2|Q3, 4 rated, 0 to 3, first 3", `"-99" (4)`},
		{"negative marks", total("3", "-1", "7"), TableOptions{}, "12 Q1|Q2|Q3, 8 rated, -1 to 3, first 3",
			"of at least -1 (the lowest total in the table; --min names another)"},
		{"from one", strings.Replace(total("1", "5", "3"), "Total", "Rating", 1), TableOptions{}, "12 Q1|Q2|Q3, 8 rated, 1 to 5, first 1",
			"of at least 1 (the lowest rating, and all are whole"},
		{"from zero", total("1", "5", "3"), TableOptions{Min: new(0.0)}, "12 Q1|Q2|Q3, 8 rated, 0 to 5, first 1", ""},
		{"a scale in the header", header("Total", "Rating (1-5)"), TableOptions{Max: 9},
			"12 Q1|Q2|Q3, 8 rated, 1 to 9, first 3", "from the header"},
		{"another name", header("Total", "Teacher score"), TableOptions{}, plain,
			`column "Teacher score" (8 of 12 rows, 3 to 9) is taken for the totals`},
		{"no name", header("Total", "Blah"), TableOptions{}, plain,
			`column "Blah" (8 of 12 rows, 3 to 9) is taken for the totals`},
		{"letters", total("A", "B+", "f"), TableOptions{}, "12 Q1|Q2|Q3, 8 rated, 0 to 4, first 4",
			`letter grades in column "Total" count as A 4, B+ 3.3`},
		{"a header below facts", "Date:,3.11.2026,,,Max:,20\n,,,,,\n" + guarded(12, nil), TableOptions{},
			"12 Q1|Q2|Q3, 8 rated, 0 to 20, first 3", "stated above the header"},
		{"a header named", "Exam,of,the,third,of,May\n" + guarded(12, nil), TableOptions{HeaderRow: 2}, plain,
			"the header is in row 2"},
		{"equal names", strings.Replace(guarded(12, nil), "Q2", "Q1", 1), TableOptions{},
			"12 Q1 (column 3)|Q1 (column 4)|Q3, 8 rated, 0 to 9, first 3", `2 columns are called "Q1"`},
		{"attempts", guarded(12, nil) + "00312,Ann A,fog,fog,fog,9\n", TableOptions{},
			"13 Q1|Q2|Q3, 9 rated, 0 to 9, first 3", `numbered, as "00312 (2)"`},
		{"the last attempt", guarded(12, nil) + "00312,Ann A,fog,fog,fog,9\n", TableOptions{Attempts: "last"},
			"12 Q1|Q2|Q3, 8 rated, 0 to 9, first 4", "left out, but for the last"},
		{"short rows", strings.ReplaceAll(guarded(12, nil), ",\n", "\n"), TableOptions{}, plain,
			"4 rows with fewer cells than the header, first on line 4"},
		{"two names", strings.Replace(strings.ReplaceAll(guarded(12, nil), "Ann ", "Ann,"),
			"Student ID,Name", "Nr. intern,First name,Last name", 1), TableOptions{Ignore: []string{"#1"}},
			plain, `identifiers are the columns "First name", "Last name" joined`},
		{"points by place", strings.Replace(guarded(12, func(i int, c []string) []string {
			return slices.Insert(c, 5, "1", "2", "0")
		}), "Q1,Q2,Q3,", "Why does it rain?,Why does it snow?,Why is there fog?,Points Q1,Q2 score,Q3 (points),", 1),
			TableOptions{}, "12 Q1|Q2|Q3, 8 rated, 0 to 9, first 3", "the highest score of each"},
		{"markup", guarded(12, func(_ int, c []string) []string {
			c[2] = "<p dir=\"\"ltr\"\">" + c[2] + "<br></p>"
			return append(c[:2:2], append([]string{`"` + c[2] + `"`}, c[3:]...)...)
		}), TableOptions{}, plain, "markup such as <p> is taken off"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := openTable(t, c.table, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(d); got != c.want {
				t.Errorf("found %s, expected %s: %q", got, c.want, d.Notes)
			}
			if !strings.Contains(strings.Join(d.Notes, "\n"), c.note) {
				t.Errorf("no note has %q: %q", c.note, d.Notes)
			}
			if strings.Contains(d.Respondents[0].Responses[0], "<") {
				t.Errorf("response %q", d.Respondents[0].Responses[0])
			}
		})
	}
}
