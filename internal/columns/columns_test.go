package columns

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// describe returns a layout by the names of the columns.
func describe(l *Layout) string {
	name := func(k int) string {
		if k < 0 {
			return "-"
		}
		return l.Header[k]
	}
	if l.Long != nil {
		return "long " + strings.Join([]string{name(l.Long.Respondent), name(l.Long.Question),
			name(l.Long.Response), name(l.Long.Score), name(l.Long.Rating)}, "|")
	}
	var questions []string
	for _, q := range l.Questions {
		s := name(q.Column)
		if q.ID != s {
			s += "=" + q.ID
		}
		if q.Score >= 0 {
			s += "+" + name(q.Score)
		}
		questions = append(questions, s)
	}
	return name(l.ID) + " > " + strings.Join(questions, "|") + " > " + name(l.Rating)
}

// TestRecognise names the columns of tables: rows are separated by "/", cells by "|".
//
//luna:race
func TestRecognise(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{"plain", "id|Q1|Q2|total/1|a|b|3", "id > Q1|Q2 > total"},
		{"numbers as names", "id|1|2|rating/x|a|b|0.5", "id > 1|2 > rating"},
		{"German", "Matrikel-Nr.|Nachname|Frage 1|Punkte|Gesamtpunkte/17|M|a|2|9",
			"Matrikel-Nr. > Frage 1+Punkte > Gesamtpunkte"},
		{"French", "Nom|Prénom|Pourquoi le ciel est-il bleu ?|Note / 20/A|B|c|12",
			"Nom > Pourquoi le ciel est-il bleu ?=Q1 > Note / 20"},
		{"Spanish", "Marca temporal|Dirección de correo electrónico|Puntuación|¿Por qué?/1/2/26 9:00|a@b.es|3 |x",
			"Dirección de correo electrónico > ¿Por qué?=Q1 > Puntuación"},
		{"a remark is no total", "name|Note|Q1/Ann|was ill|a", "name > Q1 > -"},
		{"names twice identify nobody", "Name|Q1/Ann|a/Ann|b", "- > Q1 > -"},
		{"but identifiers must not be twice", "id|Q1/1|a/1|b", "id > Q1 > -"},
		{"Microsoft Forms", "ID|Start time|Email|Name|Total points|Quiz feedback|Why?|Points - Why?|Feedback - Why?/" +
			"1|1-2-26 9:00|anonymous||5||x|2|", "ID > Why?=Q1+Points - Why? > Total points"},
		{"scores", "student|q1|q1_score|q2|q2 (points)|Sum/a|x|1|y|2|3",
			"student > q1+q1_score|q2+q2 (points) > Sum"},
		{"numbers are answers in a series", "id|Q1|Q2|age/1|in June|1989|30", "id > Q1|Q2 > -"},
		{"and below a question", "id|Q1|In which year?/1|x|1989", "id > Q1|In which year?=Q2 > -"},
		{"Moodle", "Surname|Grade/10.00|Question 1|Response 1|Right answer 1|Q. 1 /5.00/a|7.5|q|r|k|2.5",
			"- > Response 1=Q1+Q. 1 /5.00 > Grade/10.00"},
		{"long", "student_id|question|answer|points|note/1|q|a|2|x", "long student_id|question|answer|points|-"},
		{"unnamed index", "|Q1|total/0|a|1", "- > Q1 > total"},
		{"labels", "id|1. Why is ice light?|2) Where?/1|a|b",
			"id > 1. Why is ice light?=1|2) Where?=2 > -"},
		{"dates and addresses", "when|who|Q1/2026-11-22 09:00|a@b.org|x/2026-11-22 09:01|c@d.org|y",
			"- > Q1 > -"},
	} {
		rows := split(c.table)
		l, err := Recognise(rows[0], rows[1:], Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := describe(l); got != c.want {
			t.Errorf("%s: found %s, want %s", c.name, got, c.want)
		}
	}
}

// split returns the rows of a table in one line. A slash between blanks is one.
func split(table string) [][]string {
	table = strings.NewReplacer(" / ", " ÷ ", "/10.00", "÷10.00", "/5.00", "÷5.00", "1/2/26",
		"1÷2÷26").Replace(table)
	var rows [][]string
	for row := range strings.SplitSeq(table, "/") {
		rows = append(rows, strings.Split(strings.ReplaceAll(row, "÷", "/"), "|"))
	}
	return rows
}

func TestHeaderRow(t *testing.T) {
	for table, want := range map[string]int{"id|Q1/1|a": 0, "Exam||/|||/id|Q1|Q2/1|a|b": 2, "one/two": 0,
		"Class 7b|autumn|||/id|Q1|Q2|Q3|Q4/1|a|b|c|d": 1} {
		if got := HeaderRow(split(table)); got != want {
			t.Errorf("%s: row %d, want %d", table, got, want)
		}
	}
	for table, want := range map[string]bool{"17|rain|3/18|snow|4": true, "id|Q1/1|a": false,
		"1|2|3/a|b|c": false, "x|y/a|b": false, "2026-01-02|a/2026-01-03|b": true} {
		rows := split(table)
		if got := LooksLikeData(rows[0], rows[1:]); got != want {
			t.Errorf("%s: %v", table, got)
		}
	}
	if n, texts, _ := SubHeaders(nil, [][]string{{"Why?"}, {`{"ImportId":"QID1"}`}}); n != 2 ||
		!slices.Equal(texts, []string{"Why?"}) {
		t.Errorf("Qualtrics: %d rows, texts %q", n, texts)
	}
	if n, _, _ := SubHeaders([]string{"Respondent ID", "Why?"},
		[][]string{{"", "Open-Ended Response"}, {"1", "x"}}); n != 1 {
		t.Errorf("SurveyMonkey: %d rows", n)
	}
}

func TestMatch(t *testing.T) {
	known := []Known{{"Q1", "Why is ice light?"}, {"Q2", ""}}
	for table, want := range map[string][]int{
		"id|Q1|Q2/1|a|b":                {1, 2},
		"id|Q2|Why is ice light?/1|a|b": {2, 1},
		"id|x|y/1|a|b":                  {1, 2}, // in order
		"id|x|Q2/1|a|b":                 {-1, 2},
	} {
		rows := split(table)
		l, err := Recognise(rows[0], rows[1:], Options{Known: known})
		if err != nil {
			t.Fatal(err)
		}
		if got, _, _ := l.Match(known); !cmp.Equal(got, want) {
			t.Errorf("%s: columns %v, want %v", table, got, want)
		}
	}
}

// FuzzRecognise finds a layout or an error for anything.
func FuzzRecognise(f *testing.F) {
	f.Add("id|Q1|Q1 score|total (max 5)/x|a|1|2", "#2", "Q1", "total")
	f.Add("a|a/b", "", "", "")
	f.Add("Response 1|Question 1/a|b", "Response 1", "", "")
	f.Fuzz(func(t *testing.T, table, id, questions, ignore string) {
		rows := split(table)
		o := Options{Given: map[string][]string{}}
		if id != "" {
			o.Given["id-column"] = []string{id}
		}
		if questions != "" {
			o.Given["question-columns"] = strings.Split(questions, ",")
		}
		if ignore != "" {
			o.Given["ignore-columns"] = strings.Split(ignore, ",")
		}
		first := HeaderRow(rows)
		n, _, _ := SubHeaders(rows[first], rows[first+1:])
		l, err := Recognise(rows[first], rows[first+1+n:], o)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\r\n") {
				t.Fatalf("error of several lines: %q", err)
			}
			return
		}
		if l.Long == nil && len(l.Questions) == 0 {
			t.Fatal("a layout without questions")
		}
		describe(l)
	})
}

func TestOrdinal(t *testing.T) {
	for name, want := range map[string]string{"4": "4", "Q4": "4", "q4": "4", "Q04": "4", "Q 4": "4", "Q4.": "4",
		"Q.4": "4", "Q-4": "4", "q_4": "4", "Question 4": "4", "Question 04:": "4", "Frage 4": "4", "No. 4": "4",
		"#4": "4", "4)": "4", "4a": "4a", "Q4 (a)": "", "第4題": "4", "问题4": "4", "Вопрос 4": "4", "Q40": "40", "Item 12b": "12b",
		"Q": "", "Q0": "", "Mars 4": "", "4.2": "", "4 of 5": "", "": "", "Quiz 4": ""} {
		if got := Ordinal(name); got != want {
			t.Errorf("%q: %q, expected %q", name, got, want)
		}
	}
}

func TestPair(t *testing.T) {
	for _, c := range []struct{ known, names, want string }{
		{"4 2 6 1 3 5", "Q1 Q2 Q3 Q4 Q5 Q6", "3 1 5 0 2 4"},
		{"Question_4 Q02 q6 1", "Q1 Q2 Q3 Q4 Q5 Q6", "3 1 5 0"},
		{"Q1 Q01", "1 2", "0 -1"},
		{"b a", "x y", "0 1 in order"},
		{"b a", "x y z", "-1 -1"},
		{"2 1", "why how", "1 0 in order"},
		{"Q2", "why how", "1 in order"},
		{"3 1", "why how what", "2 0 in order"},
		{"11 12", "why how", "0 1 in order"},
		{"12 11", "why how", "-1 -1"},
		{"11 12", "why how what", "-1 -1"},
		{"2 2", "why how", "0 1 in order"},
		{"3 4", "Q1 Q2", "-1 -1"},
		{"a b", "Q1 Q2", "0 1 in order"},
		{"how x", "why how", "1 -1"},
		{"", "why how", ""},
	} {
		var known []Known
		for id := range strings.FieldsSeq(c.known) {
			known = append(known, Known{ID: id})
		}
		var names [][]string
		for name := range strings.FieldsSeq(c.names) {
			names = append(names, []string{name})
		}
		found, missing, inOrder := Pair(known, names)
		got := strings.Trim(fmt.Sprint(found), "[]")
		if inOrder {
			got += " in order"
		}
		if got != c.want || missing != strings.Count(got, "-1") {
			t.Errorf("%s in %s: %s, %d missing, expected %s", c.known, c.names, got, missing, c.want)
		}
	}
}

func TestRecogniseKey(t *testing.T) {
	for header, want := range map[string]string{
		"question|text|answer|points": "{0 1 3 [2] false}", "Q.No|Model Answer|Marks": "{0 -1 2 [1] false}",
		"Question No|Expected answer": "{0 -1 -1 [1] false}", "#|Answer": "{0 -1 -1 [1] true}",
		"Question|Answer 1|Answer 2": "{0 -1 -1 [1 2] false}", "No|Question|Answer": "{0 1 -1 [2] false}",
		"Question|Question No|Correct answer": "{1 0 -1 [2] false}", "Frage|Lösung|Punkte": "{0 -1 2 [1] false}",
		"Text|Answer": "{0 -1 -1 [1] false}", "Question|Answer|Model answer": "{0 -1 -1 [2] false}",
		"id|answer|max score": "{0 -1 2 [1] true}",
		"Q1|Q2|Q3":            "", "student|question|answer|score": "", "Name|Question|Answer": "", "question|points": "",
		"Answer 1|Answer 2": "",
	} {
		got := ""
		if k, ok := RecogniseKey(strings.Split(header, "|")); ok {
			got = fmt.Sprint(k)
		}
		if got = strings.Replace(got, "&", "", 1); got != want {
			t.Errorf("%s: %s, expected %s", header, got, want)
		}
	}
}
