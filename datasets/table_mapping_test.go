package datasets

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Read with the options that say how it was read, a table gives the same and leaves nothing open.
func TestMappingSaysTheSame(t *testing.T) {
	n, same := 0, 0
	err := filepath.WalkDir(cases, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Name() == "forms4" {
			return fs.SkipDir // more of the same
		}
		if err != nil || e.IsDir() {
			return err
		}
		read := func(o TableOptions) *Dataset {
			in, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			d, err := ReadTable(in, path, o, Options{})
			if err != nil && !o.Accept {
				t.Errorf("%s: %v", path, err)
			}
			return d
		}
		first := read(TableOptions{Accept: true})
		if first == nil {
			return nil
		}
		n++
		m := first.Table.Mapping
		again := read(m)
		if again == nil {
			return nil
		}
		what := ""
		for _, f := range m.Fields() {
			if f.Given() {
				what += " --" + f.Name + " " + f.String()
			}
		}
		data := func(d *Dataset) string {
			return fmt.Sprint(d.Questions, d.Respondents, d.Points, d.Scale, d.Synthetic)
		}
		if len(again.Table.Doubts) > 0 || data(first) != data(again) || !reflect.DeepEqual(m, again.Table.Mapping) {
			t.Errorf("%s%s: doubts %v\n%s\n%s", path, what, again.Table.Doubts, reading([]*Dataset{first}), reading([]*Dataset{again}))
		} else {
			same++
		}
		return nil
	})
	t.Logf("%d of %d", same, n)
	if err != nil || n < 100 {
		t.Error(n, err)
	}
}

// Other roles of columns change the mapping, and nothing but what they stand for.
func TestMappingWithOtherRoles(t *testing.T) {
	const wide = "id,Q1,Q2,A,B,Total\na,rain,mud,1,2,3\nb,snow,dust,0,1,1\nc,hail,clay,2,2,\nd,sun,sand,1,1,2\n"
	const long = "person,item,text,points,mark\na,q,rain,1,2\na,r,snow,0,2\nb,q,hail,1,3\nb,r,sun,1,3\n"
	for _, c := range []struct {
		table string
		roles map[int]string
		want  string
	}{
		{wide, nil, "--id-column id --rating-column Total --question-columns Q* --layout wide"},
		{wide, map[int]string{3: "total"}, "--id-column id --rating-column A --question-columns Q* " +
			"--ignore-columns Total --layout wide"},
		{wide, map[int]string{2: "ignore"}, "--id-column id --rating-column Total --question-columns Q1 " +
			"--ignore-columns Q2 --layout wide"},
		{wide, map[int]string{3: "rater", 4: "rater"}, "--id-column id --question-columns Q* --rater-columns A,B " +
			"--ignore-columns Total --layout wide"},
		{wide, map[int]string{1: "respondent", 5: "ignore"}, "--id-column Q1 --question-columns Q2 " +
			"--ignore-columns id,Total --layout wide"},
		{wide, map[int]string{3: "points"}, "found points, expected a column for each question"},
		{wide, map[int]string{2: "tea"}, `found column 3 with role "tea", expected one of 6 columns, as ignore, ` +
			"question, points, rater, respondent or total"},
		{wide, map[int]string{9: "total"}, `found column 10 with role "total", expected one of 6 columns, …`},
		{long, map[int]string{4: "total"}, "--id-column person --rating-column mark --question-column item " +
			"--response-column text --score-column points --layout long"},
		{long, map[int]string{3: "ignore", 0: "question"}, "--ignore-columns item,points --question-column person " +
			"--response-column text --layout long"},
	} {
		d, err := openTable(t, c.table, TableOptions{Accept: true, Max: 3})
		if err != nil {
			t.Fatal(err)
		}
		m, err := d.Table.With(c.roles)
		got := ""
		for _, f := range m.Fields() {
			if f.Given() && f.Name != "max" && f.Name != "decimal" {
				got += " --" + f.Name + " " + f.String()
			}
		}
		if err != nil {
			got = " " + err.Error()
		}
		if want, any := strings.CutSuffix(c.want, "…"); got[1:] != c.want && !(any && strings.HasPrefix(got[1:], want)) {
			t.Errorf("%v:%s, expected %s", c.roles, got, c.want)
		}
	}
}
