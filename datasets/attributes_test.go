package datasets_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/datasets"
)

const (
	wideClasses = "id,Class,q1,q2,total (max 10)\na,7b,one,two,10\nb,,three,four,5\nc,7a,five,six,4\n"
	longClasses = "respondent,question,response,rating,class\na,q1,one,1,7b\na,q2,two,1,\nb,q1,x,0.5,7a\nb,q2,y,0.5,7a\n"
)

func readAttributes(t *testing.T, table string, names ...string) (*datasets.Dataset, error) {
	t.Helper()
	return datasets.ReadTable(strings.NewReader(table), "t.csv", datasets.TableOptions{Attributes: names},
		datasets.Options{})
}

// TestAttributes reads columns that are no questions from all forms, and keeps them in the native
// form.
func TestAttributes(t *testing.T) {
	for _, c := range []struct {
		table, name string
		want        []string
	}{
		{wideClasses, "class", []string{"7b", "", "7a"}},
		{wideClasses, "#2", []string{"7b", "", "7a"}},
		{longClasses, "class", []string{"7b", "7a"}},
	} {
		ds, err := readAttributes(t, c.table, c.name)
		if err != nil {
			t.Fatal(err)
		}
		if len(ds.Questions) != 2 || strings.Contains(strings.Join(ds.Notes, "\n"), "left out") {
			t.Errorf("questions %v, notes %q", ds.Questions, ds.Notes)
		}
		var native bytes.Buffer
		if err := datasets.WriteJSONL(&native, ds); err != nil {
			t.Fatal(err)
		}
		back, err := datasets.ReadJSONL(&native, "native")
		if err != nil {
			t.Fatal(err)
		}
		rated, _ := back.RatedOnly()
		got, err := rated.Attribute(c.name)
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Error(err, diff)
		}
		if _, err := rated.Attribute("school"); err == nil ||
			!strings.Contains(err.Error(), `no attribute "school", expected one of `+c.name) {
			t.Error(err)
		}
		if datasets.Digest(back) != datasets.Digest(ds) {
			t.Error("the digest changes")
		}
	}
}

func TestAttributeErrors(t *testing.T) {
	for _, c := range []struct{ table, name, want string }{
		{wideClasses, "klass", `t.csv:1: found no column "klass", expected one of "id", "Class", "q1", "q2"`},
		{strings.Replace(longClasses, "1,\nb", "1,8c\nb", 1), "class",
			`t.csv:3: found class "8c" for respondent "a", expected "7b" as in an earlier row`},
	} {
		if _, err := readAttributes(t, c.table, c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, expected %s", err, c.want)
		}
	}
	ds, err := readAttributes(t, longClasses, "class")
	if err != nil {
		t.Fatal(err)
	}
	_, _, losses, err := datasets.MarshalCSV(ds)
	if err != nil || !strings.Contains(strings.Join(losses, "\n"), "attributes of respondents") {
		t.Errorf("losses %q, error %v", losses, err)
	}
}

// TestJoin joins tables whose columns are in another order, with other totals and the same
// identifiers.
func TestJoin(t *testing.T) {
	train, err := readAttributes(t, "id,q1,q2,total\na,one,two,10\nb,three,four,5\nc,five,six,4\n")
	if err != nil {
		t.Fatal(err)
	}
	test, err := readAttributes(t, "id,Q2,q3,Q1,total\na,zwei,x,eins,8\nz,vier,y,drei,6\n")
	if err != nil {
		t.Fatal(err)
	}
	d, err := datasets.Join(train, test, "part")
	if err != nil {
		t.Fatal(err)
	}
	parts, err := d.Attribute("part")
	if diff := cmp.Diff([]string{"train", "train", "train", "test", "test"}, parts); err != nil || diff != "" {
		t.Error(err, diff)
	}
	r := d.Respondents[3]
	if diff := cmp.Diff([]string{"eins", "zwei"}, r.Responses); diff != "" || r.ID != "a (test)" || r.Rating != .8 {
		t.Errorf("%+v %s", r, diff)
	}
	if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "1 respondent of t.csv has the identifier of somebody to learn from") {
		t.Errorf("warnings %q", d.Warnings)
	}
	if train.Respondents[0].Attributes != nil || d.Validate() != nil {
		t.Errorf("the data set to learn from is changed, or the result invalid: %v", d.Validate())
	}
	for table, want := range map[string]string{
		"id,q1,total\na,eins,8\nb,x,7\n":            `t.csv: found no question "q2", which t has, expected the same questions; there are "q1"`,
		"id,q1,q2,total\na,eins,zwei,12\nb,x,y,7\n": `t.csv: found rating 12 of respondent "a (test)", expected one on the scale of t, on which 0 stands for 0, 1 for 10`,
	} {
		test, err := readAttributes(t, table)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := datasets.Join(train, test, "part"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
}
