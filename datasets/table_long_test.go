package datasets

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// asked are questions of 2, 3 and 1 points, with a text, a key and answers of growing worth.
var asked = []struct {
	text, key string
	points    int
	answers   []string
}{
	{"Why does dough rise?", "yeast makes gas", 2,
		[]string{"the oven is hot", "something ferments", "yeast makes gas bubbles"}},
	{"What keeps a kite up?", "wind and the string", 3,
		[]string{"it has a tail", "no weight", "moving air", "wind pushes it while the string holds"}},
	{"Why paint a ship?", "against rust", 1, []string{"to look nice", "the steel does not corrode"}},
}

// answersOf returns the rows of an exam of 14 respondents in a form such as "%p,%q,%a,%s": %p is
// the respondent, %i the number of the response, %q a question's number and %t its text, %k its
// key, %a the response, %s its score, %r another rater's and %m the points.
func answersOf(header, form string, byQuestion bool) string {
	rows := header + "\n"
	for i := range 14 * len(asked) {
		p, q := i/len(asked), i%len(asked)
		if byQuestion {
			p, q = i%14, i/14
		}
		a := asked[q]
		s := (p + q) % len(a.answers)
		rows += strings.NewReplacer("%p", fmt.Sprintf("s%02d", p), "%i", fmt.Sprint(i), "%q", fmt.Sprint("n", q+1),
			"%t", a.text, "%k", a.key, "%a", a.answers[s], "%s", fmt.Sprint(s), "%r",
			fmt.Sprint(max(s-p%2, 0)), "%m", fmt.Sprint(a.points)).Replace(form) + "\n"
	}
	return rows
}

// wholeExam is what each of many forms gives, as far as it says so.
func wholeExam(t *testing.T, d *Dataset) {
	t.Helper()
	if d.Table.Wide || len(d.Respondents) != 14 || len(d.Questions) != 3 || d.Scale != (Scale{0, 6}) ||
		!slices.Equal(d.Points, []float64{2, 3, 1}) {
		t.Fatalf("wide %v, %d respondents, questions %v, points %v of %v: %q", d.Table.Wide,
			len(d.Respondents), d.Questions, d.Points, d.Scale, d.Notes)
	}
	if r := d.Respondents[1]; r.ID != "s01" || r.Responses[1] != "moving air" ||
		math.Abs(r.Rating-(1+2+1)/6.0) > 1e-12 || r.Scores[1] != 2/3.0 {
		t.Errorf("respondent %+v", r)
	}
}

func TestLongForms(t *testing.T) {
	for _, c := range []struct {
		header, form string
		o            TableOptions
		text, key    bool
	}{
		{header: "Child_ID,Question,Answer,Score", form: "%p,%q,%a,%s"},
		{header: "student_id,question_id,question,reference_answer,student_answer,score,max_score",
			form: "%p,%q,%t,%k,%a,%s,%m", text: true, key: true},
		{header: "SchoolID,ClassID,Subject,StudentID,QuestionID,Question,Reference,Answer,Student Score,Max Score,Year",
			form: "NS,9B,Science,%p,%q,%t,%k,%a,%s,%m,2026", text: true, key: true},
		{header: "Username,FirstName,Section #,Q #,Q Type,Q Title,Q Text,Bonus?,Difficulty,Answer,Answer Match,Score,Out Of",
			form: "%p,Ann %p,,%q,SA,,%t,FALSE,1,%a,,%s,%m", text: true},
		{header: "Username,Last Name,Question ID,Question,Answer,Possible Points,Auto Score",
			form: "%p,Ann %p,%q,%t,%a,%m,%s", text: true},
		{header: "usb,stimulus,utterance,value", form: "%p,%q,%a,%s"},
		{header: "row,pid,part,said,got", form: "%i,%p,%q,%a,%s"},
		{header: "worker,prompt_id,prompt,text,grade", form: "%p,%q,%t,%a,%s", text: true},
		{header: "Kind;Aufgabe;Antwort;Punkte;max. Punkte", form: "%p;%q;%a;%s;%m"},
		{header: "élève,question,réponse,note,barème", form: "%p,%q,%a,%s,%m"},
		{header: "alumno,pregunta,respuesta,puntuación", form: "%p,%q,%a,%s"},
		{header: "学生,题目,答案,得分", form: "%p,%q,%a,%s"},
		{header: "ученик,вопрос,ответ,балл", form: "%p,%q,%a,%s"},
		{header: "الطالب,السؤال,الإجابة,الدرجة", form: "%p,%q,%a,%s"},
		{header: "A,B,C,D", form: "%a,%p,%q,%s"},
		{header: "A,B,C,D", form: "%a,%p,%q,%s", o: TableOptions{Layout: "long", IDColumn: "B"}},
		{header: "A,B,C,D,E", form: "%a,%p,%q,%s,%r", o: TableOptions{QuestionColumn: "C", ResponseColumn: "#1",
			ScoreColumn: "D", IDColumn: "B"}},
	} {
		for _, byQuestion := range []bool{false, true} {
			t.Run(fmt.Sprint(c.header, byQuestion), func(t *testing.T) {
				d, err := openTable(t, answersOf(c.header, c.form, byQuestion), c.o)
				if err != nil {
					t.Fatal(err)
				}
				wholeExam(t, d)
				if q := d.Questions[0]; q.ID != "n1" || (q.Text == asked[0].text) != c.text ||
					d.HasKey() != c.key || c.key && q.Key[0] != asked[0].key {
					t.Errorf("question %+v: %q", q, d.Notes)
				}
			})
		}
	}
}

// TestNotLong reads tables as wide that have something of the long form.
func TestNotLong(t *testing.T) {
	var twice, class, number, prePost, choice, version, shared strings.Builder
	for i := range 40 {
		a := func(q int) string {
			return asked[q].answers[i*7%11%len(asked[q].answers)] + " " + string(rune('a'+i%9))
		}
		fmt.Fprintf(&twice, "s%d@x.org,%d,%s,%s,%s,%d\n", i/2, i%2+1, a(0), a(1), a(2), i%6)
		fmt.Fprintf(&class, "s%d,%s,%s,%d\n", i, "AB"[i/20:i/20+1], a(1), i%4)
		fmt.Fprintf(&number, "%s,%d,%s,%d\n", "AB"[i/20:i/20+1], i%20, a(1), i%4)
		fmt.Fprintf(&prePost, "s%d,%s,%s,%d\n", i/2, []string{"pre", "post"}[i%2], a(1), i%4)
		fmt.Fprintf(&choice, "s%d,%s,%s,%s,%d\n", i, []string{"yes", "no"}[i%5%2], a(i%5%2), a(2), i%4)
		fmt.Fprintf(&version, "s%d,V%d,%s,%s,%d\n", i, i/20, a(0), a(1), i%4)
		fmt.Fprintf(&shared, "s%d,%s,%s,%d\n", i, a(0), a(1), i%4)
	}
	for header, c := range map[string]struct {
		rows      string
		questions int
	}{
		"Email,Attempt,Why bread?,Why kites?,Why paint?,Total": {twice.String(), 3},
		"Email,Round,Q1,Q2,Q3,Total":                           {twice.String(), 3},
		"id,Class,Essay,Total":                                 {class.String(), 1},
		"id,Lehrer,Essay,Total":                                {class.String(), 1},
		"Class,Seat,Essay,Total":                               {number.String(), 1},
		"pupil,When,Essay,Total":                               {prePost.String(), 1},
		"id,Would you?,Why?,What else?,Total":                  {choice.String(), 3},
		"id,Version,First,Second,Total":                        {version.String(), 2},
		"Name,Problem,Solution,Total":                          {shared.String(), 2},
		"Name,Exercise,Essay,Total":                            {shared.String(), 2},
	} {
		d, err := openTable(t, header+"\n"+c.rows, TableOptions{})
		if err != nil {
			t.Errorf("%s: %v", header, err)
		} else if !d.Table.Wide || len(d.Respondents) != 40 || len(d.Questions) != c.questions {
			t.Errorf("%s: wide %v, %d respondents, questions %v: %q", header, d.Table.Wide, len(d.Respondents),
				d.Questions, d.Notes)
		}
	}
}

// TestOneAnswerEach reads a data set for each question if nobody answered two.
func TestOneAnswerEach(t *testing.T) {
	for header, form := range map[string]string{
		"Id\tEssaySet\tScore1\tScore2\tEssayText":                      "%i\t%q\t%s\t%r\t%a",
		"question_id\tstudent_answer\tscore\trater_1\trater_2":         "%q\t%a\t%s\t%s\t%r",
		"id\tquestion\tdesired_answer\tstudent_answer\tg_1\tscore_avg": "%q\t%t\t%k\t%a\t\t%s",
		"respondent\tquestion\tresponse\tscore":                        "r%i\t%q\t%a\t%s",
		"no\tkind\tfree words\tvalue":                                  "%i\t%q\t%a\t%s",
	} {
		t.Run(header, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("essays.tsv", []byte(answersOf(header, form, true)), 0o600); err != nil {
				t.Fatal(err)
			}
			sets, err := Open("essays.tsv", Options{})
			if err != nil || len(sets) != 3 {
				t.Fatalf("%d data sets, error %v", len(sets), err)
			}
			raters := strings.Contains(header, "2")
			for q, d := range sets {
				r := d.Respondents[3]
				score := float64((3 + q) % len(asked[q].answers))
				want := score / float64(asked[q].points)
				if strings.HasPrefix(header, "Id") { // the mean of two
					want = (score + max(score-1, 0)) / 2 / float64(asked[q].points)
				}
				if d.Name != fmt.Sprint("essays-n", q+1) || len(d.Respondents) != 14 ||
					math.Abs(r.Rating-want) > 1e-12 || (r.Judgements != nil) != raters {
					t.Errorf("%s: %d respondents, %+v, want %v: %q", d.Name, len(d.Respondents), r, want, d.Notes)
				}
				if raters && !slices.Equal(r.Judgements[0],
					[]float64{score / float64(asked[q].points), max(score-1, 0) / float64(asked[q].points)}) {
					t.Errorf("judgements %v", r.Judgements)
				}
			}
		})
	}
}

func TestAttempts(t *testing.T) {
	const head = "respondent,question,response,score\n"
	const rows = "x,1,a,0\ny,1,b,1\nx,1,c,1\n"
	for _, c := range []struct{ table, attempts, want string }{
		{head + rows, "first", "x:a y:b"},
		{head + rows, "last", "x:c y:b"},
		{head + rows, "all", "x:a y:b x (2):c"},
		{"attempt," + head + "2,x,1,new,1\n1,x,1,old,1\n1,y,1,b,0\n", "", "x:new y:b"},
		{"attempt," + head + "2,x,1,new,1\n1,x,1,old,1\n1,y,1,b,0\n", "first", "x:old y:b"},
	} {
		d, err := openTable(t, c.table, TableOptions{Attempts: c.attempts})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, r := range d.Respondents {
			got += " " + r.ID + ":" + cmp.Or(r.Responses[0], "-")
		}
		if got[1:] != c.want {
			t.Errorf("%s: %s, want %s", c.attempts, got, c.want)
		}
	}
}

// TestFewAnswers warns where a respondent has few of the questions.
func TestFewAnswers(t *testing.T) {
	rows := "respondent,question,response,score\n"
	for i := range 60 {
		rows += fmt.Sprintf("r%d,%d,x%d,1\n", i*2/5, i%6, i)
	}
	d, err := openTable(t, rows, TableOptions{Attempts: "last"})
	if err != nil || len(d.Warnings) != 1 || d.Warnings[0] !=
		"a respondent has 2.5 of 6 questions on average: ratings mostly say which" {
		t.Errorf("error %v, warnings %q", err, d.Warnings)
	}
}

// TestRaters reads totals of several people.
func TestRaters(t *testing.T) {
	for header, judged := range map[string]bool{"id,Essay,Rater 1,Rater 2": true, "id,Essay,mark1,mark2": true,
		"id,Aufsatz,Gutachter A,Gutachter B": true, "id,Essay,human_1,human_2": true, "id,Q1,Score1,Score2": true} {
		d, err := openTable(t, header+"\nx,long,4,2\ny,short,1,\nz,none,,\n", TableOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r := d.Respondents
		if len(d.Questions) != 1 || d.Scale.Full != 4 || r[0].Rating != 0.75 || r[1].Rating != 0.25 || r[2].Rated() || (r[0].Judgements != nil) != judged {
			t.Errorf("%s: %+v: %q", header, r, d.Notes)
		}
	}
}
