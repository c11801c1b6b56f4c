package sheet

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/internal/suite"
)

// graded is a workbook of two sheets with a formula that rows share, a number with many digits and
// a seal.
func graded(t *testing.T, edit func(f *excelize.File) error) []byte {
	data := book(t, func(f *excelize.File) error {
		shared, cells := "shared", "C2:C3"
		_, err := f.NewSheet("Key")
		return errors.Join(err, f.SetSheetRow("Sheet1", "A1", &[]any{"id", "x", "twice"}),
			f.SetSheetRow("Sheet1", "A2", &[]any{"ann", third}),
			f.SetSheetRow("Sheet1", "A3", &[]any{"bob", "two\n words"}),
			f.SetCellFormula("Sheet1", "C2", "2*B2", excelize.FormulaOpts{Type: &shared, Ref: &cells}),
			f.SetCellValue("Key", "B2", "right"))
	})
	var b bytes.Buffer
	suite.OK(t, Seal(&b, data, [][]string{{"first"}, {"a", "b,\"c\"\n"}}))
	b2 := bytes.Buffer{}
	suite.OK(t, Seal(&b2, b.Bytes(), sealRows)) // in place of the first
	f := suite.Must(excelize.OpenReader(&b2))(t)
	defer f.Close()
	if edit != nil {
		suite.OK(t, edit(f))
	}
	var out bytes.Buffer
	suite.OK(t, f.Write(&out))
	return out.Bytes()
}

var sealRows = [][]string{{"digest", "x.xlsx"}, {"predicted rating", "über"}, {"7.5", ""}}

func digestOf(t *testing.T, data []byte, name string) string {
	return suite.Must(Digest(bytes.NewReader(data), name))(t)
}

// A digest is of what a person writes, and of nothing else.
func TestDigestOfWorkbook(t *testing.T) {
	want := digestOf(t, graded(t, nil), "f.xlsx")
	set := func(sheet, cell string, value any) func(f *excelize.File) error {
		return func(f *excelize.File) error { return f.SetCellValue(sheet, cell, value) }
	}
	for name, edit := range map[string]func(f *excelize.File) error{
		"style": func(f *excelize.File) error {
			style, err := f.NewStyle(&excelize.Style{NumFmt: 2, Font: &excelize.Font{Bold: true}})
			if err != nil {
				return err
			}
			return f.SetCellStyle("Sheet1", "A1", "D9", style)
		},
		"rows":   set("Sheet1", "E90", ""),
		"space":  set("Sheet1", "B3", "two words "),
		"digits": set("Sheet1", "B2", 0.333333333333),
		"sheet":  func(f *excelize.File) error { _, err := f.NewSheet("More"); return err },
		"order":  func(f *excelize.File) error { return f.MoveSheet("Key", "Sheet1") },
		"formula": func(f *excelize.File) error { // written out, as most programs do
			if err := f.SetCellFormula("Sheet1", "C2", "2 * B2"); err != nil {
				return err
			}
			return f.SetCellFormula("Sheet1", "C3", "2*B3")
		},
	} {
		if got := digestOf(t, graded(t, edit), "f.xlsx"); got != want {
			t.Errorf("%s: another digest", name)
		}
	}
	for name, edit := range map[string]func(f *excelize.File) error{
		"cell": set("Sheet1", "D2", "!"), "number": set("Sheet1", "B2", 0.3334), "gone": set("Sheet1", "A3", nil),
		"other sheet": set("Key", "B3", "also"), "new sheet": func(f *excelize.File) error {
			_, err := f.NewSheet("More")
			return errors.Join(err, f.SetCellValue("More", "A1", 1))
		},
		"formula": func(f *excelize.File) error { return f.SetCellFormula("Sheet1", "C2", "3*B2") },
		"comment": func(f *excelize.File) error {
			return f.AddComment("Sheet1", excelize.Comment{Cell: "A2", Author: "t", Text: "weak"})
		},
		"text box": func(f *excelize.File) error {
			return f.AddShape("Sheet1", &excelize.Shape{Cell: "F2", Type: "rect", Paragraph: []excelize.RichTextRun{{Text: "look"}}})
		},
	} {
		if got := digestOf(t, graded(t, edit), "f.xlsx"); got == want {
			t.Errorf("%s: the same digest", name)
		}
	}
}

// The digest of a text does not depend on how it is written.
func TestDigestOfText(t *testing.T) {
	want := digestOf(t, []byte("id,x\nann,\"a, b\"\nbob,1.50\n"), "f.csv")
	for _, same := range []string{"\xef\xbb\xbfid;x;\r\nann;a, b;\r\n;;\r\nbob;1,5;\r\n", "sep=\t\nid\tx\nann\ta, b\nbob\t1.5"} {
		if got := digestOf(t, []byte(same), "f.csv"); got != want {
			t.Errorf("%q has another digest", same)
		}
	}
	for _, other := range []string{"id,x\nann,\"a, b\"\nbob,1.51\n", "id,x\nann,\"a, b\"\nbob,1.5\nc,\n", "id,x\nann,\"a, b\"\nbob,,1.5\n"} {
		if got := digestOf(t, []byte(other), "f.csv"); got == want {
			t.Errorf("%q has the same digest", other)
		}
	}
}

// A seal stays with a workbook, or with the page beside a text.
func TestSeal(t *testing.T) {
	dir := t.TempDir()
	book, csv := filepath.Join(dir, "b.xlsx"), filepath.Join(dir, "t.csv.gz")
	suite.OK(t, os.WriteFile(book, graded(t, nil), 0o600))
	suite.OK(t, os.WriteFile(csv, []byte("id,x\nann,b\n"), 0o600))
	read := func(path string) [][]string {
		r := suite.Must(Open(path, Options{}))(t)
		defer r.Close()
		return r.Seal()
	}
	if got := read(csv); got != nil {
		t.Errorf("a text without a page has the seal %q", got)
	}
	page := []byte(`<html><meta name="lrp-seal" content="` + SealText(sealRows) + `">`)
	suite.OK(t, os.WriteFile(PageBeside(csv), page, 0o600))
	for _, path := range []string{book, csv} {
		if diff := cmp.Diff(sealRows, read(path)); diff != "" {
			t.Errorf("%s: seal (-written +read)\n%s", path, diff)
		}
	}
	for _, bad := range []string{"", "x", "AAAA", SealText(sealRows)[:20]} {
		suite.OK(t, os.WriteFile(PageBeside(csv), []byte(`<meta name="lrp-seal" content="`+bad+`">`), 0o600))
		if got := read(csv); len(got) > 0 {
			t.Errorf("%q is read as %q", bad, got)
		}
	}
}

// LibreOffice keeps the seal and the digest of a workbook that it saves again.
func TestDigestAfterLibreOffice(t *testing.T) {
	suite.Slow(t, "runs LibreOffice")
	program, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice is not installed")
	}
	dir := t.TempDir()
	before := graded(t, nil)
	suite.OK(t, os.WriteFile(filepath.Join(dir, "a.xlsx"), before, 0o600))
	c := exec.Command(program, "-env:UserInstallation=file://"+filepath.ToSlash(filepath.Join(dir, "profile")), "--headless",
		"--convert-to", "xlsx", "--outdir", filepath.Join(dir, "out"), filepath.Join(dir, "a.xlsx"))
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	path := filepath.Join(dir, "out", "a.xlsx")
	after := suite.Must(os.ReadFile(path))(t)
	if bytes.Equal(before, after) || digestOf(t, after, "a.xlsx") != digestOf(t, before, "a.xlsx") {
		t.Error("the digest is another one, or nothing was saved")
	}
	r := suite.Must(Open(path, Options{}))(t)
	defer r.Close()
	if diff := cmp.Diff(sealRows, r.Seal()); diff != "" {
		t.Errorf("seal (-written +read)\n%s", diff)
	}
}

// Columns are written over where they are, and cells to be kept stay.
func TestAppendInPlaces(t *testing.T) {
	added := Added{1: {"new", Keep{}, "right"}, 2: {7, Keep{}, 1.5}, 3: {nil, "typed", nil}}
	want := [][]string{{"id", "new", "twice", "right"}, {"ann", "7", "4", "1.5"}, {"bob", "", "typed", ""}, {"cat", "z", "1", ""}}
	rows := [][]any{{"id", "old", "twice"}, {"ann", 1, 4}, {"bob", 2, nil}, {"cat", "z", 1}}
	for _, name := range []string{"f.xlsx", "f.csv"} {
		var in, out bytes.Buffer
		if name == "f.csv" {
			suite.OK(t, Write(&in, Dialect{}, rows))
		} else {
			suite.OK(t, WriteBook(&in, Page{Name: "A", Rows: rows}))
		}
		suite.OK(t, Append(&out, &in, name, Options{}, added, 2, 3))
		got := suite.Must(readAll(suite.Must(NewReader(&out, name, Options{}))(t)))(t)
		for i := range got {
			got[i] = append(got[i], make([]string, 4-len(got[i]))...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

// Formulas are known by the columns that they refer to, also those that share one.
func TestRefers(t *testing.T) {
	r := suite.Must(NewReader(bytes.NewReader(graded(t, nil)), "f.xlsx", Options{}))(t)
	_ = suite.Must(readAll(r))(t)
	for _, c := range []struct {
		row, column, to int
		want            bool
	}{{2, 3, 2, true}, {3, 3, 2, true}, {3, 3, 1, false}, {3, 2, 2, false}, {9, 9, 2, false}} {
		if got := r.Refers(c.row, c.column, []int{c.to}); got != c.want {
			t.Errorf("%+v: found %v", c, got)
		}
	}
}
