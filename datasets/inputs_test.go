package datasets

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/korean"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
)

// TestTotalsInWords reads 10, 5 and 7.5 of 15 as people write them.
func TestTotalsInWords(t *testing.T) {
	for _, c := range []struct {
		cells [3]string
		top   float64
	}{
		{[3]string{"10/15", "5/15", "7.5/15"}, 15}, {[3]string{"10 of 15", "5 of 15", "7½ of 15"}, 15},
		{[3]string{"10/15 (67%)", "5/15 (33%)", "7.5/15 (50%)"}, 15},
		{[3]string{"10 (of 15)", "5 (of 15)", "7.5 (of 15)"}, 15},
		{[3]string{"١٠ من ١٥", "٥ من ١٥", "٧٫٥ من ١٥"}, 15},
		{[3]string{"10 pts", "5 pts", "7.5 pts"}, 0}, {[3]string{"10 P.", "5 P.", "7.5 P."}, 0},
		{[3]string{"10分", "5分", "7.5分"}, 0}, {[3]string{`="10"`, `="5"`, `="7.5"`}, 0},
	} {
		d, err := openTable(t, fmt.Sprintf("Name,Q1,Q2,Total\na,rain,mud,%s\nb,snow,dust,%s\n"+
			"c,hail,mud,%s\nd,fog,ice,\n", c.cells[0], c.cells[1], c.cells[2]), TableOptions{})
		if err != nil {
			t.Errorf("%q: %v", c.cells, err)
			continue
		}
		top := max(c.top, 10)
		for i, want := range []float64{10, 5, 7.5, math.NaN()} {
			if got := d.Respondents[i].Rating * top; math.Abs(got-want) > 1e-9 || math.IsNaN(got) != math.IsNaN(want) {
				t.Errorf("%q: the total is %v: %s", c.cells, got, strings.Join(d.Notes, "; "))
			}
		}
		if d.Scale != (Scale{0, top}) {
			t.Errorf("%q: %v", c.cells, d.Scale)
		}
	}
}

// TestBlankMarks takes what programs write for no answer as none, unless it was right somewhere.
func TestBlankMarks(t *testing.T) {
	const header = "student,question,answer,score\n"
	for _, c := range []struct {
		name, rows, key string
		blank           []string // of the answers NA, NaN, -, n, by place
		note            string
	}{
		{"r", "a,Q1,NA,0\na,Q2,NA,\nb,Q1,NaN,0\nb,Q2,so,1\nc,Q1,it,1\nc,Q2,NA,0\n", "",
			[]string{"", "", "NaN", "so", "it", ""},
			`taken for no answer, since found under several questions and never right: "NA" (3 answers)`},
		{"one question", "a,Q1,NA,0\na,Q2,x,1\nb,Q1,NA,0\nb,Q2,so,1\n", "",
			[]string{"NA", "x", "NA", "so"}, ""},
		{"sodium", "a,Q1,NA,1\na,Q2,NA,0\nb,Q1,NA,1\nb,Q2,so,1\n", "",
			[]string{"NA", "NA", "NA", "so"}, ""},
		{"sodium in the key", "a,Q1,NA,0\na,Q2,NA,0\nb,Q1,Na,1\nb,Q2,so,1\n",
			"question,answer\nQ1,Na\nQ2,so\n", []string{"NA", "NA", "Na", "so"}, ""},
		{"case", "a,Q1,na,0\na,Q2,none,0\nb,Q1,none,0\nb,Q2,na,0\nc,Q1,x,1\nc,Q2,y,1\n", "",
			[]string{"na", "none", "none", "na", "x", "y"}, ""},
		{"others", "a,Q1,#N/A,0\na,Q2,#N/A,0\nb,Q1,k.A.,0\nb,Q2,k.A.,0\nc,Q1,未回答,0\nc,Q2,未回答,0\nd,Q1,x,1\n" +
			"d,Q2,[No Answer],0\ne,Q1,[No Answer],0\ne,Q2,NULL,0\nf,Q1,NULL,\nf,Q2,--,\ng,Q1,--,\ng,Q2,y,1\n", "",
			[]string{"", "", "", "", "", "", "x", "", "", "", "", "", "", "y"}, `"#N/A" (2 answers), "--" (2`},
	} {
		d, err := openTable(t, header+c.rows, TableOptions{Key: c.key})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, r := range d.Respondents {
			got = append(got, r.Responses...)
		}
		if diff := cmp.Diff(c.blank, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if notes := strings.Join(d.Notes, "\n"); !strings.Contains(notes, c.note) ||
			c.note == "" && strings.Contains(notes, "taken for no answer") {
			t.Errorf("%s: notes %s", c.name, notes)
		}
	}
}

// TestBlankMarksOfRespondents is for the wide form, where full marks in total tell.
func TestBlankMarksOfRespondents(t *testing.T) {
	for _, best := range []int{-1, 1} {
		r := &tableReader{d: &Dataset{Questions: make([]Question, 2), Respondents: []Respondent{
			{Responses: []string{"NA", "x"}}, {Responses: []string{"y", "NA"}}}}}
		r.takeBlanksOfRespondents(func(i int) bool { return i == best })
		got := r.d.Respondents[0].Responses[0] + r.d.Respondents[1].Responses[1]
		if want := map[int]string{-1: "", 1: "NANA"}[best]; got != want {
			t.Errorf("best %d: %q", best, got)
		}
	}
}

// TestTableInAnotherEncoding reads Korean answers in code page 949 under English headers, and says
// so.
func TestTableInAnotherEncoding(t *testing.T) {
	const in = "Student ID,Why?,Total\n1,소금이 어는점을 낮춘다,2\n2,모르겠습니다,0\n3,물이 되어 미끄러워진다,\n"
	encoded, err := korean.EUCKR.NewEncoder().String(in)
	if err != nil {
		t.Fatal(err)
	}
	d, err := openTable(t, encoded, TableOptions{})
	if err != nil || d.Respondents[2].Responses[0] != "물이 되어 미끄러워진다" || !slices.Contains(d.Notes,
		"the text is read as euc-kr, as its letters look (--encoding names another)") {
		t.Errorf("%+v, error %v", d, err)
	}
}

// exam is a table of 24 respondents, some of them rated.
func exam(change func(row int, cells []any) []any) [][]any {
	rows := [][]any{change(0, []any{"Name", "Q1", "Q2", "Total"})}
	for i := range 24 {
		total := any(float64(i % 5))
		if i%3 == 2 {
			total = ""
		}
		rows = append(rows, change(i+1, []any{fmt.Sprintf("n%d", i+1), []string{"rain", "snow", "hail", "fog"}[i%4],
			[]string{"mud", "dust", "ice"}[i%3] + []string{" and", " or", ""}[i/8], total}))
	}
	return rows
}

// TestRemarksBeside leaves out what stands beside a table.
func TestRemarksBeside(t *testing.T) {
	const note = "entries right of the last column with a name are left out in 1 row, first "
	for _, c := range []struct {
		name    string
		row     int
		extra   []any
		replace int // a cell with this place is split
		csv     string
	}{
		{"remark", 4, []any{"", "ask Ann"}, 0, note + `"ask Ann" in row 5`},
		{"beside", 4, []any{"late"}, 0, note + `"late" in row 5`},
		{"unrated", 3, []any{"late"}, 0, note + `"late" in row 4`},
		{"delimiter", 4, nil, 1, "exam.csv:5: found 5 columns, expected 4, as in the header"},
		{"delimiter, unrated", 3, []any{"x"}, 2, "exam.csv:4: found 6 columns, expected 4, as in the header"},
	} {
		rows := exam(func(row int, cells []any) []any {
			if row == c.row {
				if cells = append(cells, c.extra...); c.replace > 0 {
					cells = slices.Insert(cells, c.replace+1, any(" heavy"))
				}
			}
			return cells
		})
		var book bytes.Buffer
		if err := sheet.Write(&book, sheet.Dialect{}, rows); err != nil {
			t.Fatal(err)
		}
		d, err := openTable(t, book.String(), TableOptions{})
		said := fmt.Sprint(err)
		if err == nil {
			said = strings.Join(d.Notes, "\n")
		}
		if !strings.Contains(said, c.csv) || err == nil && (len(d.Respondents) != 24 || len(d.Questions) != 2) {
			t.Errorf("%s: %s", c.name, said)
		}
		book.Reset()
		if err := sheet.WriteBook(&book, sheet.Page{Name: "Exam", Rows: rows}); err != nil {
			t.Fatal(err)
		}
		w, err := ReadTable(&book, "exam.xlsx", TableOptions{}, Options{})
		if err != nil || len(w.Respondents) != 24 || !strings.Contains(strings.Join(w.Notes, "\n"), note) {
			t.Errorf("%s, workbook: %+v, error %v", c.name, w, err)
		}
	}
}

// TestBlockBeside leaves out a legend beside a table, but not a column of totals.
func TestBlockBeside(t *testing.T) {
	for name, want := range map[string]int{"Legend": 4, "Total points": 6} {
		r := &tableReader{d: &Dataset{Table: &TableInfo{}}}
		for i, row := range exam(func(row int, cells []any) []any {
			if row > 0 && row < 4 {
				return append(cells, "", row)
			}
			return cells
		}) {
			var cells []string
			for _, c := range row {
				cells = append(cells, fmt.Sprint(c))
			}
			r.head = append(r.head, sheet.Row{Number: i + 1, Cells: cells})
		}
		r.row, r.head = r.head[0], r.head[1:]
		r.row.Cells = append(r.row.Cells, "", name)
		if name == "Total points" {
			r.row.Cells[3] = "Class"
		}
		r.narrow()
		if len(r.row.Cells) != want || (len(r.d.Notes) == 0) != (want == 6) || want == 4 && r.d.Notes[0] !=
			`what stands right of column "Total", with a gap between, is left out: "Legend"` {
			t.Errorf("%s: %q, %q", name, r.row.Cells, r.d.Notes)
		}
	}
}

// TestKeyForms reads keys as teachers write them, for questions in another order.
func TestKeyForms(t *testing.T) {
	const wide, why = "id,Q1,Q2,Q3,Total\nx,a,b,c,6\ny,d,e,f,1\n", "id,Why is a?,Why is b?,Why is c?,Total\nx,a,b,c,6\ny,d,e,f,1\n"
	const long = "student,question,answer,score\nx,Q1,a,1\nx,Q2,b,1\nx,Q3,c,1\ny,Q1,d,0\ny,Q2,e,0\ny,Q3,f,0\n"
	for _, c := range []struct{ key, note string }{
		{"question,answer\n3,c\n1,a\n2,b\n", ""},
		{"Q.No,Model Answer,Marks\nQ3,c,2 pts\nQ1,a,1 pt\nQ2,b,3 pts\n", ""},
		{"Question No,Expected answer\nQuestion 3,c\nQuestion 1,a\nQuestion 2,b\n", ""},
		{"#,Answer\n03,c\n1.,a\nQ 2,b\n", ""},
		{"Question,Answer 1,Answer 2\nq3.,c,\nQ01,a,\nQ2,b,\n", ""},
	} {
		for i, table := range []string{wide, why, long} {
			d, err := openTable(t, table, TableOptions{Key: c.key})
			if err != nil {
				t.Errorf("%q, table %d: %v", c.key, i, err)
				continue
			}
			for _, q := range d.Questions {
				place := map[string]string{"1": "a", "2": "b", "3": "c"}[columns.Ordinal(q.ID)]
				if len(q.Key) != 1 || q.Key[0] != place {
					t.Errorf("%q, table %d: question %s has the key %q", c.key, i, q.ID, q.Key)
				}
			}
			if strings.Contains(c.key, "pts") && i == 0 && d.Points[2] != 2 {
				t.Errorf("points %v", d.Points)
			}
		}
	}
	for key, want := range map[string]string{
		"question,answer\n7,c\n9,a\n8,b\n":      `found no column for any of the 3 questions of the key, such as "7"`,
		"question,answer\n1,c\n2,a\n3,b\n4,c\n": "",
		"Topic,Words\nQ1,a\nQ2,b\n":             `key.csv:3: found another row below the columns "Topic", "Words", expected a header with the columns question,text,answer`,
	} {
		d, err := openTable(t, wide, TableOptions{Key: key})
		if want == "" {
			if err != nil || len(d.Warnings) != 1 || d.Warnings[0] != `question "4" of the key has no column` {
				t.Errorf("%q: %+v, error %v", key, d, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", key, err, want)
		}
	}
}
