package datasets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

func judged() *datasets.Dataset {
	return &datasets.Dataset{
		Name: "d", Points: []float64{2, 5}, Questions: []datasets.Question{{ID: "Q1"}, {ID: "q2"}},
		Respondents: []datasets.Respondent{
			{ID: "a", Responses: []string{"x", "y"}}, {ID: "b", Responses: []string{"", "z"}},
		},
	}
}

func TestReadGrades(t *testing.T) {
	for name, content := range map[string]string{
		"commas":     "respondent,question,grade,out of,example\na,q1,1,,\na,q2,5,10,\nb,q2,2.5,,yes\nb,Q1,,,\n",
		"semicolons": "\ufeffGrade;Respondent;Question;Example\r\n1;a;Q1;\r\n2,5;a;q2;no\r\n2,5;b;Q2;Yes\r\n",
		"fractions":  "dataset\trespondent\tquestion\tgrade\texample\nd\ta\tQ1\t1/2\t\nd\tb\tq2\t1/2\tyes\nother\tb\tq2\t9\t\nd\ta\tq2\t2.5\t\n",
	} {
		path := filepath.Join(t.TempDir(), "g.csv")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		d := judged()
		before := d.Respondents
		if err := datasets.ReadGrades("j", path, d); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := fmt.Sprint(d.Respondents[0].External["j"], d.Respondents[1].External["j"], d.Respondents[1].ShownTo, d.Notes)
		if want := "[0.5 0.5] [NaN 0.5] [j] [j graded 3 of 4 answers]"; got != want {
			t.Errorf("%s: found %s, want %s", name, got, want)
		}
		if before[0].External != nil || before[1].ShownTo != nil {
			t.Error("respondents that others have were changed")
		}
	}
}

func TestReadGradesRefuses(t *testing.T) {
	const head = "respondent,question,grade\n"
	for content, want := range map[string]string{
		"":                        "an empty file",
		"respondent,grade\na,1\n": `no column "question"`,
		head:                      "no grades of d",
		head + "a,q1,3\n":         `:2: found "3" in column "grade", expected a number from 0 to 2`,
		head + "a,q1,NaN\n":       "no grades of d",
		head + "a,q1,good\n":      `:2: found "good" in column "grade"`,
		head + "a,q1,1\na,Q1,1\n": `:3: found respondent "a" twice for question "Q1"`,
		head + "a,q3,1\n":         `:2: found the question "q3", expected one of Q1, q2`,
		head + "c,q1,1\ne,q2,1\n": "found grades of others than the respondents of d: c and e, expected grades of these",
		"respondent,question,grade,out of\na,q1,1,0\n": `:2: found "0" in column "out of"`,
	} {
		path := filepath.Join(t.TempDir(), "g.csv")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		d := judged()
		if err := datasets.ReadGrades("j", path, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: found %v, want %s", content, err, want)
		}
		if d.Respondents[0].External != nil {
			t.Errorf("%q: kept grades of a file with an error", content)
		}
	}
	two := judged()
	two.Name = "e"
	path := filepath.Join(t.TempDir(), "g.csv")
	if err := os.WriteFile(path, []byte(head+"a,q1,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := datasets.ReadGrades("j", path, judged(), two); err == nil || !strings.Contains(err.Error(), `no column "dataset"`) {
		t.Errorf("found %v", err)
	}
}
