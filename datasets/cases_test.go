package datasets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cases is the folder of tables that were once read wrongly, in the forms of programs and people.
const cases = "testdata/cases"

// What most of the tables hold: forty people or the first twelve of them, and six questions.
const (
	bread = "Why does bread dough rise?|What keeps a kite in the air?|Name one reason why " +
		"ships are painted below the waterline.|Why is a compass useless close to a magnet?|" +
		"What does a lock on a canal do?|Why do we see lightning before we hear thunder?"
	numbered      = "Q1|Q2|Q3|Q4|Q5|Q6"
	numberedBread = "G01Q01. Why does bread dough rise?|G01Q02. What keeps a kite in the air?|" +
		"G01Q03. Name one reason why ships are painted below the waterline.|G01Q04. Why is a " +
		"compass useless close to a magnet?|G01Q05. What does a lock on a canal do?|G01Q06. " +
		"Why do we see lightning before we hear thunder?"
	fifteen = "; points 2 3 2 3 3 2" // of each question
	forty   = "40 by Student ID; 25 rated, 00312=14 to 00578=6 of 0-15; " + numbered
	twelve  = "12 by Student ID; 8 rated, 00312=14 to 00389=4 of 0-14; " + numbered
	science = "Why do leaves look green?|What does a fuse do in a circuit?|Explain why ice " +
		"floats on water.|What is the function of white blood cells?|Why do we have seasons?|" +
		"What happens when iron rusts?|How does a vaccine work?|What is friction?"
	sixty = "60 by Student ID; 25 rated, 00417=5 to 00830=7 of 0-20; " + science
)

// tableCase is a file and what is right for it.
type tableCase struct {
	file string
	o    TableOptions
	want string // as [reading] says it; each line is right
	// notes are parts of the notes and warnings; answer is that of the first respondent to the
	// first question, if it is not empty.
	notes  []string
	answer string
	fault  string // part of the error, if there must be one
	from   string // where the form is described
}

// reading says what was read: the number of respondents, the column that identifies them, the first
// and the last rating in the units of the table, the ends of its scale, and the questions.
func reading(sets []*Dataset) string {
	d := sets[0]
	var rated []string
	for i := range d.Respondents {
		if r := &d.Respondents[i]; r.Rated() {
			rated = append(rated, fmt.Sprintf("%s=%.4g", r.ID, d.Scale.Value(r.Rating)))
		}
	}
	var questions []string
	for _, q := range d.Questions {
		if q.Text == "" {
			q.Text = q.ID
		}
		questions = append(questions, q.Text)
	}
	s := fmt.Sprintf("%d by %s; %d rated", len(d.Respondents), d.Table.ID, len(rated))
	if n := len(rated); n > 0 {
		s += fmt.Sprintf(", %s to %s of %.6g-%.6g", rated[0], rated[n-1], d.Scale.Zero,
			d.Scale.Value(1))
	}
	s += "; " + strings.Join(questions, "|")
	if d.Points != nil {
		s += "; points " + strings.Trim(fmt.Sprint(d.Points), "[]")
	}
	if d.HasKey() {
		s += "; key"
	}
	if len(sets) > 1 {
		s = fmt.Sprintf("%d sets; %s", len(sets), s)
	}
	return s
}

// check reads a file below the folder of the cases.
func (c *tableCase) check(t *testing.T) {
	sets, err := Open(filepath.Join(cases, c.file), Options{}, Table(c.o))
	if c.fault != "" {
		if err == nil {
			t.Fatalf("read as %s, expected an error with %q", reading(sets), c.fault)
		}
		if !strings.Contains(err.Error(), c.fault) {
			t.Fatalf("error %q, expected one with %q", err, c.fault)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	d := sets[0]
	said := strings.Join(append(slices.Clone(d.Notes), d.Warnings...), "\n")
	if got := reading(sets); !slices.Contains(strings.Split(c.want, "\n"), got) {
		t.Errorf("read as\n%s\nexpected\n%s\n%s", got, c.want, said)
	}
	for _, n := range c.notes {
		if !strings.Contains(said, n) {
			t.Errorf("no note has %q:\n%s", n, said)
		}
	}
	if got := d.Respondents[0].Responses[0]; c.answer != "" && got != c.answer {
		t.Errorf("first answer %q, expected %q", got, c.answer)
	}
}

// TestCases reads each table as what it is, and says so where it could be taken for something else.
func TestCases(t *testing.T) {
	covered := map[string]bool{}
	for _, c := range slices.Concat(tableCases, furtherCases) {
		covered[filepath.Base(c.file)] = true
		t.Run(c.file, c.check)
	}
	files, err := filepath.Glob(filepath.Join(cases, "*", "*.*"))
	if err != nil || len(files) < 70 {
		t.Fatal(len(files), err)
	}
	for _, f := range files {
		// TestForms2 and TestForms3 try all tables of their folders.
		if !covered[filepath.Base(f)] && !strings.HasPrefix(filepath.Base(filepath.Dir(f)), "forms") {
			t.Errorf("%s is not tried", f)
		}
	}
}

var tableCases = []tableCase{
	{file: "tables/case01.csv", notes: []string{`"Nom [Score]"`},
		want: "40 by Nom; 25 rated, Cleo Aster=14 to Hana Sageson=6 of 0-15; " + bread + fifteen},
	{file: "tables/case01b.csv", notes: []string{`"Name [Score]"`},
		want: "12 by Name; 8 rated, Cleo Aster=14 to Yan Larch=4 of 0-15; " + bread + fifteen},
	{file: "tables/case02.csv", notes: []string{`"8,000" in column "Total" is read as 8000`},
		want: "40 by Student ID; 25 rated, 00312=8000 to 00578=4000 of 0-8500; " + numbered},
	{file: "tables/case02b.csv", notes: []string{`"1,150" in column "Total" is read as 1150`},
		want: "12 by Student ID; 8 rated, 00312=1150 to 00389=325 of 0-1150; " + numbered},
	{file: "tables/case02c.csv", notes: []string{`"1.150" in column "Total" is read as 1150`},
		want: "12 by Student ID; 8 rated, 00312=1150 to 00389=325 of 0-1150; " + numbered},
	{file: "tables/case03.xlsx", want: forty},
	{file: "tables/case03b.xlsx", want: twelve},
	{file: "tables/case04.csv", notes: []string{"long form"},
		want: "40 by Username; 25 rated, cleo.aster=14 to hana.sageson=6 of 0-15; " + bread +
			fifteen},
	{file: "tables/case05.csv", want: forty, notes: []string{"averages or the like",
		"row 47 is no respondent"}},
	{file: "tables/case05b.csv", want: strings.Replace(twelve, "0-14", "0-15", 1) + fifteen},
	{file: "tables/case05c.csv", want: strings.Replace(twelve, "0-14", "0-15", 1) + fifteen,
		notes: []string{"no respondent"}},
	{file: "tables/case06.csv", want: strings.Replace(forty, "Student ID", "ID number", 1) +
		fifteen,
		notes: []string{`"Requires grading" (90)`}},
	{file: "tables/case07.csv", notes: []string{`"absent" (4)`},
		want: "40 by Student ID; 21 rated, 00319=11 to 00578=6 of 0-15; " + numbered},
	{file: "tables/case07.csv", o: TableOptions{Strict: true},
		fault: `case07.csv:2: found "absent"`},
	{file: "tables/case07b.csv", notes: []string{`"14*"`, `"TBD"`, `"#N/A"`},
		want: "12 by Student ID; 4 rated, 00319=11 to 00368=4 of 0-15; " + numbered},
	{file: "tables/case07c.csv", want: twelve, notes: []string{`"-99" (4)`}},
	{file: "tables/case08.csv", notes: []string{`"Explain your answer."`},
		want: "40 by Email Address; 25 rated, cleo.aster@school.example=14 to " +
			"hana.sageson@school.example=6 of 0-15; Why does bread dough rise?|Explain your " +
			"answer. (column 5)|What keeps a kite in the air?|Explain your answer. (column 7)"},
	{file: "tables/case09.xlsx", want: "40 by ID; 25 rated, 1=14 to 39=6 of 0-15; " + bread +
		fifteen,
		notes: []string{"the highest score of each"}},
	{file: "tables/case10.csv", want: "40 by Respondent ID; 25 rated, 11900000000=14 to " +
		"11900000038=6 of 0-15; " + bread + "|Which of these have you used?"},
	{file: "tables/case11.xlsx", want: strings.Replace(forty, numbered, bread, 1),
		notes: []string{"row 2", "the wording of the questions"}},
	{file: "tables/case12.xlsx", want: strings.Replace(forty, "Student ID", "ID", 1),
		notes: []string{"the header is in row 2"}},
	{file: "tables/case12.xlsx", o: TableOptions{HeaderRow: 2},
		want: strings.Replace(forty, "Student ID", "ID", 1)},
	{file: "tables/case13.csv", notes: []string{"long form"},
		want: "40 by StudentID; 25 rated, S00312=14 to S00578=6 of 0-15; " + bread + fifteen +
			"; key"},
	{file: "tables/case13b.csv", notes: []string{"long form"},
		want: "12 by student_id; 8 rated, 00312=14 to 00389=4 of 0-15; " + bread + fifteen +
			"; key"},
	{file: "tables/case14.xls", answer: "yeast makes gas bubbles in it",
		want: "40 by Username; 25 rated, cleo.aster=14 to hana.sageson=6 of 0-15; " + bread +
			fifteen},
	{file: "tables/case14b.csv", answer: "yeast makes gas bubbles in it",
		want: "12 by Username; 8 rated, cleo.aster=14 to yan.larch=4 of 0-15; " + bread + fifteen},
	{file: "tables/case15.xlsx", want: forty, notes: []string{`sheet "Exam"`}},
	{file: "tables/case15b.xlsx", notes: []string{`sheet "Kahoot! Summary"`},
		want: "12 by Player; 8 rated, Cleo Aster=14 to Yan Larch=4 of 0-14; " + bread + fifteen},
	{file: "tables/case15c.xlsx", want: twelve,
		notes: []string{`sheet "Exam" is read, not "Summary"`}},
	{file: "tables/case16.csv", want: forty, notes: []string{`"Final mark"`, "--rating-column"}},
	{file: "tables/case17.xlsx", want: forty, notes: []string{"commas"}},
	{file: "tables/case18.csv", notes: []string{"of at least 1"},
		want: "40 by Respondent; 25 rated, r0=5 to r38=3 of 1-5; What did you like?|What " +
			"should change?|Why did you come?"},
	{file: "tables/case18.csv", o: TableOptions{Min: new(0.0)},
		want: "40 by Respondent; 25 rated, r0=5 to r38=3 of 0-5; What did you like?|What " +
			"should change?|Why did you come?"},
	{file: "tables/case18b.csv", notes: []string{"of at least 1"},
		want: "12 by Respondent; 8 rated, r0=5 to r11=2 of 1-5; What did you like?|What should " +
			"change?|Why did you come?"},
	{file: "tables/case19.csv", notes: []string{`"Legs of a spider"`, "--ignore-columns"},
		want: "40 by Student ID; 25 rated, 00312=14 to 00578=6 of 0-15; Legs of a spider|" +
			"Months with 31 days|Boiling point of water in Celsius|Why does bread dough rise?|" +
			"What keeps a kite in the air?|Name one reason why ships are painted below the " +
			"waterline."},
	{file: "tables/case20.csv", notes: []string{`"oda.cedar@school.example (2)"`, "--attempts"},
		want: "41 by Email address; 25 rated, cleo.aster@school.example=14 to " +
			"hana.sageson@school.example=6 of 0-15; " + numbered},
	{file: "tables/case20.csv", o: TableOptions{Attempts: "first"},
		want: "40 by Email address; 25 rated, cleo.aster@school.example=14 to " +
			"hana.sageson@school.example=6 of 0-15; " + numbered},
	{file: "tables/case20b.csv", notes: []string{"Dan Dogwood (2)"},
		want: "13 by name; 9 rated, Cleo Aster=14 to Yan Larch=4 of 0-15; " + bread + fifteen},
	{file: "tables/case20b.csv", o: TableOptions{Attempts: "last"},
		want: "12 by name; 8 rated, Cleo Aster=14 to Yan Larch=4 of 0-15; " + bread + fifteen},
	{file: "tables/case21.csv", notes: []string{"of at least -5"},
		want: "40 by Student ID; 25 rated, 00312=9 to 00578=1 of -5-10; " + numbered},
	{file: "tables/case21.csv", o: TableOptions{Min: new(-15.0), Max: 15},
		want: "40 by Student ID; 25 rated, 00312=9 to 00578=1 of -15-15; " + numbered},
	{file: "tables/case22.csv", want: forty, notes: []string{"5 rows with fewer cells"}},
	{file: "tables/case23.tsv", notes: []string{"one question"},
		want: "6 sets; 40 by Id; 40 rated, 1=3 to 40=3 of 0-3; 1; points 3"},
	{file: "tables/case23b.csv", notes: []string{"one question"},
		want: "2 sets; 12 by Id; 12 rated, 1=0 to 23=1 of 0-5; 1; points 5"},
	{file: "tables/case24.csv", notes: []string{`"startlanguage"`, `"token"`, `"refurl"`},
		want: "40 by id; 25 rated, 1=14 to 39=6 of 0-15; G01Q01|G01Q02|G01Q03|G01Q04|G01Q05|" +
			"G01Q06"},
	{file: "tables/case24b.csv", notes: []string{"startlanguage"},
		want: "12 by id. Response ID; 8 rated, 1=14 to 12=4 of 0-14; " + bread +
			"\n12 by id. Response ID; 8 rated, 1=14 to 12=4 of 0-14; " + numberedBread},
	{file: "tables/case25.csv", want: forty + "; key",
		notes: []string{"acceptable answers in row 2"}},
	{file: "tables/case26.xlsx", notes: []string{"the header is in row 5"},
		want: "40 by Student Names; 25 rated, Cleo Aster=93 to Hana Sageson=40 of 0-100; " + bread},
	{file: "tables/case27.csv", want: forty},
	{file: "tables/case27b.csv", want: twelve},
	{file: "tables/case28.xlsx",
		want: "40 by Student ID; 25 rated, 00312=93 to 00578=40 of 0-100; " + numbered},
	{file: "tables/case29.csv",
		want: "40 by name; 25 rated, Cleo Aster=14 to Hana Sageson=6 of 0-15; " + bread + fifteen},
	{file: "tables/case30.csv", want: forty, notes: []string{"quot"},
		answer: "yeast makes gas bubbles in it"}, // as spreadsheet programs read it
	{file: "tables/case30b.csv", want: twelve, notes: []string{"quot"},
		answer: "yeast makes gas bubbles in it"},
	{file: "tables/case31.csv", notes: []string{`"__version__"`},
		want: "40 by _id; 25 rated, 88000=14 to 88038=6 of 0-15; group_a/Why_rise|" +
			"group_a/Why_kite|group_a/ships|group_b/compass|group_b/canal|group_b/thunder"},
	{file: "tables/case32.csv", want: forty, notes: []string{"<p>"},
		answer: "yeast makes gas bubbles in it"},
	{file: "tables/case32b.csv", answer: "a < b and so b > a",
		want: "12 by Student ID; 8 rated, 00312=14 to 00389=4 of 0-14; Which is larger?|Name a " +
			"tag."},

	{file: "office/if_all_rows.xlsx", want: sixty + "; key", notes: []string{`"Key"`, "row 4"}},
	{file: "office/sum_all_rows.xlsx", want: sixty + "; key", notes: []string{"35", "formula"}},
	{file: "office/fmt_pts.xlsx", want: sixty},
	{file: "office/fmt_euro.xlsx", want: sixty},
	{file: "office/xw_table.xlsx", want: sixty, notes: []string{`"Present"`}},
	{file: "office/infoblock.xlsx", want: sixty + "; key", notes: []string{"of at most 20", "added up"}},
	{file: "office/infoblock_values.xlsx", notes: []string{"of at most 20"},
		want: strings.Replace(twelve, "0-14", "0-20", 1)},
	{file: "office/xw_formula.xlsx", fault: "K2"},

	{file: "research/long-as-wide.csv", notes: []string{"long form"},
		want: "40 by Child_ID; 40 rated, 100=3 to 139=3 of 0-6; A|B|C; points 2 2 2"},
	{file: "research/essay-score.csv", notes: []string{`"essay_score"`},
		want: "30 by Id; 30 rated, 1=0 to 30=1 of 0-2; EssayText"},
	{file: "research/one-answer-each.csv", notes: []string{"one question"},
		want: "3 sets; 30 by respondent; 30 rated, r1=0.5 to r30=0.5 of 0-1; A"},
	{file: "research/soft-hyphen.csv",
		want: "60 by Name; 60 rated, p0=2 to p59=0 of 0-2; Q1|Q2; key"},
}

// TestOtherWords reads tables of the cases with other words for the same thing.
func TestOtherWords(t *testing.T) {
	for _, c := range []struct {
		file, word string
		words      []string
		want       string
	}{
		{"tables/case25.csv", "Correct answers", []string{"Correct", "Answers", "Expected answer",
			"Reference",
			"Teacher", "Answer key", "Model answer", "Solution:", "Musterlösung", "Corrigé",
			"Respuestas correctas"},
			forty + "; key"},
		{"tables/case05b.csv", ",Max,", []string{",Max.,", ",out of,", ",Max marks,",
			",Full marks,",
			",Maximum score,", ",Total possible,", ",Highest possible,", ",Maximum,", ",Möglich,"},
			strings.Replace(twelve, "0-14", "0-15", 1) + fifteen},
		{"tables/case05.csv", "Average,", []string{"Median,", "Std dev,", "Class average,", "Mean,",
			"Durchschnitt,", "Moyenne,", "Promedio,"}, forty},
		{"tables/case18b.csv", "Rating (1-5)", []string{"Rating (1 to 5)", "Rating 1-5",
			"Rating (1–5)",
			"Bewertung (1-5)", "Overall rating [1..5]"},
			"12 by Respondent; 8 rated, r0=5 to r11=2 of 1-5; What did you like?|What should " +
				"change?|Why did you come?"},
		{"tables/case18b.csv", "Rating (1-5)", []string{"Rating (0-5)", "Rating (0 to 5)"},
			"12 by Respondent; 8 rated, r0=5 to r11=2 of 0-5; What did you like?|What should " +
				"change?|Why did you come?"},
		{"tables/case06.csv", "Requires grading", []string{"Bewertung notwendig",
			"Nécessite évaluation",
			"Requiere calificación", "Not yet graded", "-"},
			strings.Replace(forty, "Student ID", "ID number", 1) + fifteen},
		{"research/long-as-wide.csv", "Child_ID", []string{"worker", "subject", "pid", "usb",
			"examinee",
			"candidate no.", "Testperson"},
			"40 by %s; 40 rated, 100=3 to 139=3 of 0-6; A|B|C; points 2 2 2"},
	} {
		content, err := os.ReadFile(filepath.Join(cases, c.file))
		if err != nil || !strings.Contains(string(content), c.word) {
			t.Fatal(c.file, err)
		}
		for _, word := range c.words {
			t.Run(filepath.Base(c.file)+" "+strings.Trim(word, ","), func(t *testing.T) {
				d, err := openTable(t, strings.ReplaceAll(string(content), c.word, word),
					TableOptions{})
				if err != nil {
					t.Fatal(err)
				}
				want := strings.Replace(c.want, "%s", word, 1)
				if got := reading([]*Dataset{d}); got != want {
					t.Errorf("read as\n%s\nexpected\n%s\n%s", got, want, strings.Join(d.Notes,
						"\n"))
				}
			})
		}
	}
}
