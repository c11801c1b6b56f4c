package datasets

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpenUsage(t *testing.T) {
	for _, c := range []struct {
		spec string
		opts Options
		more []Format
		want string
	}{
		{"", Options{}, nil,
			`data set "": found kind "", expected one of sample-powergrading, sample-mohler, powergrading:DIR`},
		{"powergradin:x", Options{}, nil,
			`data set "powergradin:x": found kind "powergradin", expected one of `},
		{"mohler", Options{}, nil, `data set "mohler": found no path, expected mohler:DIR`},
		{"jsonl:", Options{}, nil, `data set "jsonl:": found no path, expected jsonl:FILE`},
		{"sample-mohler:x", Options{}, nil,
			`data set "sample-mohler:x": found a path, expected sample-mohler`},
		{"mohler@0:x", Options{}, nil,
			`data set "mohler@0:x": found "0" lines, expected a number from 1 on`},
		{"mohler@99999999999999999999:x", Options{}, nil, `data set "mohler@99999999999999999999:x": found `},
		{"mohler@:x", Options{}, nil, `data set "mohler@:x": found "" lines, expected a number from 1 on`},
		{"mohler@-1:x", Options{}, nil, `data set "mohler@-1:x": found kind "mohler@-1", expected one of `},
		{"jsonl@1:x", Options{}, nil, `data set "jsonl@1:x": found kind "jsonl@1", expected one of `},
		{"csv:x", Options{}, []Format{Table(TableOptions{ScoreMax: math.NaN()})},
			`data set "csv:x": found highest score NaN, expected a positive number`},
		{"jsonl:x", Options{Rating: 7}, nil,
			`data set "jsonl:x": found rating rule 7, expected MinMax or Fraction`},
	} {
		_, err := Open(c.spec, c.opts, c.more...)
		var usage *UsageError
		if !errors.As(err, &usage) {
			t.Errorf("Open(%q): error %v (%T), want a *UsageError", c.spec, err, err)
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, c.want) {
			t.Errorf("Open(%q): error %s, want %s", c.spec, got, c.want)
		}
	}
}

// TestOpenWrongPaths opens a file in place of a folder, a folder in place of a file, and a path
// that does not exist, for every format.
func TestOpenWrongPaths(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, k := range Formats() {
		switch k.Argument {
		case "DIR":
			_, err := Open(k.Name+":"+file, Options{})
			checkError(t, err, file+": found a file, expected a folder")
			_, err = Open(k.Name+":"+filepath.Join(file, "x"), Options{})
			checkError(t, err, filepath.Join(file,
				"x")+": found a file where a folder should be, expected a folder")
			none := filepath.Join(dir, "none")
			_, err = Open(k.Name+":"+none, Options{})
			checkError(t, err, none+": found no such file or folder, expected a folder")
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%v does not wrap fs.ErrNotExist", err)
			}
			// An empty folder.
			_, err = Open(k.Name+":"+dir, Options{})
			var typed *Error
			if !errors.As(err, &typed) || !strings.Contains(err.Error(),
				"found no such file or folder") {
				t.Errorf("%s of an empty folder: %v", k.Name, err)
			}
		case "FILE":
			_, err := Open(k.Name+":"+dir, Options{})
			var typed *Error
			if !errors.As(err, &typed) || !strings.HasPrefix(err.Error(),
				dir+": found a folder, expected ") {
				t.Errorf("%s of a folder: %v", k.Name, err)
			}
			_, err = Open(k.Name+":"+filepath.Join(dir, "none"), Options{})
			if !errors.As(err, &typed) || !strings.HasPrefix(err.Error(),
				filepath.Join(dir, "none")+": found no such file or folder, expected ") {
				t.Errorf("%s of nothing: %v", k.Name, err)
			}
		}
	}
	// A folder in place of a file inside the folder.
	if err := os.Mkdir(filepath.Join(dir, pgKeyFile), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := Open("powergrading:"+dir, Options{})
	checkError(t, err, filepath.Join(dir,
		pgKeyFile)+": found a folder, expected the answer key")
}

func TestOpenParentFolder(t *testing.T) {
	_, err := Open("jsonl:..", Options{})
	checkError(t, err, "..: found a folder, expected a data set in the native form")
}

func TestFormats(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Formats() {
		synthetic := strings.HasPrefix(f.Name, "sample-") || strings.HasPrefix(f.Name, "synthetic-")
		if seen[f.Name] || f.Description == "" || strings.Contains(f.Description, "\n") ||
			f.Synthetic != synthetic {
			t.Errorf("format %s: listed before %v, description %q, synthetic %v",
				f.Name, seen[f.Name], f.Description, f.Synthetic)
		}
		seen[f.Name] = true
	}
}

// TestOpenMore passes a format of the caller's own and replaces a built-in one.
func TestOpenMore(t *testing.T) {
	open := func(argument string, _ Options) ([]*Dataset, error) {
		if argument == "bad" {
			return nil, &UsageError{Msg: "found bad, expected good"}
		}
		return []*Dataset{{Name: argument, Questions: []Question{{ID: "1"}},
			Respondents: []Respondent{{ID: "a", Responses: []string{""}}}}}, nil
	}
	more := []Format{{Name: "one", Argument: "N", Open: open},
		{Name: "jsonl", Argument: "N", Open: open}}
	for _, spec := range []string{"one:x:y", "jsonl:x:y"} {
		sets, err := Open(spec, Options{}, more...)
		if err != nil || len(sets) != 1 || sets[0].Name != "x:y" {
			t.Errorf("Open(%q): %d data sets, error %v", spec, len(sets), err)
		}
	}
	for spec, want := range map[string]string{
		"one":     `data set "one": found nothing after the kind, expected one:N`,
		"one:bad": `data set "one:bad": found bad, expected good`,
	} {
		if _, err := Open(spec, Options{}, more...); err == nil || err.Error() != want {
			t.Errorf("Open(%q): error %v, want %s", spec, err, want)
		}
	}
	if _, err := Open("one:x", Options{}); err == nil {
		t.Error("a format passed to one call is known to another")
	}
}

func TestOpenNative(t *testing.T) {
	sets, err := Open("jsonl:"+filepath.Join("testdata", "weather.jsonl"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := sets[0]
	if d.Name != "weather" || len(d.Respondents) != 3 || !d.HasKey() ||
		d.RatingNote != "share of right answers" {
		t.Errorf("name %q, %d respondents, key %v, rating note %q", d.Name, len(d.Respondents),
			d.HasKey(),
			d.RatingNote)
	}
	if err := d.CheckRated(); err != nil {
		t.Error(err)
	}
}

// TestOpenByContent reads tables whose names end in something else, and names what is none.
func TestOpenByContent(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ content, want string }{
		"marks.xls":     {"id\tWhy?\tTotal\na\tso\t1\nb\tas\t\n", ".tsv"},
		"marks.xlsx":    {"id,Why?,Total\na,so,1\nb,as,\n", ".csv"},
		"marks.dat":     {"id;Why?;Total\na;so;1\nb;as;\n", ".csv"},
		"marks.json":    {`[{"id":"a","Why?":"so","Total":1},{"id":"b","Why?":"as","Total":null}]`, ".csv"},
		"marks.jsonl":   {`{"id":"a","Why?":"so","Total":1}` + "\n" + `{"id":"b","Why?":"as"}`, ".csv"},
		"old.xls":       {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "found an old Excel workbook (.xls) or one protected by a password, expected a file saved as .xlsx or .csv"},
		"page.xls":      {"<html><table>", "found a web page (HTML), although its name ends in .xls, expected a file saved as"},
		"page.xlsx":     {"\xef\xbb\xbf\n<meta charset=utf-8>\n<table><tr>", "found a web page (HTML), although its name ends in .xlsx, expected"},
		"page.csv":      {"<!DOCTYPE html>\n<html>", "found a web page (HTML), expected a file saved as"},
		"2003.xls":      {`<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">`, "found a workbook of Excel 2003 (XML), although its name ends in .xls"},
		"paper.pdf":     {"%PDF-1.7", "found a PDF document, expected a file saved as .xlsx"},
		"~$exam.xlsx":   {"\x05Admin" + strings.Repeat(" ", 100), `found the lock of a workbook that is open in a spreadsheet program, expected "exam.xlsx", or a copy of it`},
		"._exam.xlsx":   {"\x00\x05\x16\x07\x00\x02", "found what macOS keeps beside a file, although"},
		".~lock.e.ods#": {",me,desk,29.11.2026 14:20,file:///home/me;", `found the lock of a workbook that is open in a spreadsheet program, expected "e.ods"`},
		"cipher.xlsx":   {"\xd0\xcf\x11\xe0E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00", "found a workbook protected by a password"},
		"zero.xlsx":     {strings.Repeat("\x00", 5000), "found no workbook, although its name ends in .xlsx"},
		"exam.gsheet":   {`{"":"","doc_id":"1aB","email":"me@example.org"}`, "found a link to a document of Google Drive, expected"},
		"text.xlsx":     {"Thank you for your order\n", "found no workbook, although its name ends in .xlsx, expected a file saved as .xlsx"},
		"empty.xlsx":    {"", "found no workbook, although its name ends in .xlsx"},
		"notes.md":      {"# Notes\n", "save an .xls"},
		"native.jsonl":  {`{"id":"a","responses":["x"]}`, `native.jsonl:1: found no "format", expected a header`},
		"broken.json":   {`[{"id":"a","Q":"x"},{"id":"b","Q":"y"`, "broken.json:2: found a fault in record 2 (unexpected EOF), expected records such as"},
		"cut.json":      {`[{"id":"a","Q":"x"}`, "cut.json:1: found a fault in record 1 (unexpected EOF), expected"},
		"one.json":      {`[{"id":"a"},7]`, "one.json:2: found a fault in record 2 (7 in place of a record), expected"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		sets, err := Open(path, Options{})
		switch {
		case !strings.HasPrefix(c.want, "."):
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want %s", name, err, c.want)
			}
		case err != nil || sets[0].Table.Extension != c.want || len(sets[0].Respondents) != 2:
			t.Errorf("%s: %+v, error %v", name, sets, err)
		}
	}
}

// TestOpenNoFile names paths of other systems, addresses and pipes for what they are.
func TestOpenNoFile(t *testing.T) {
	for spec, want := range map[string]string{
		`C:\Users\me\exam.xlsx`:             `C:\Users\me\exam.xlsx: found no such file or folder, expected a table`,
		"c:/me/exam.csv":                    "c:/me/exam.csv: found no such file or folder, expected a table",
		`D:\exam`:                           `D:\exam: found no such file or folder, expected a table`,
		"https://example.org/exam.csv?id=1": "https://example.org/exam.csv?id=1: found an address on the Web, expected a file: download it first",
		"-":                                 "-: found no file, expected one: standard input is not read here, save the table first",
		"csv:ftp://example.org/exam.csv":    "found an address on the Web, expected a file: download it first",
		"file:///C:/my%20exam.xlsx":         "found the address of a file, expected its path: C:/my exam.xlsx",
		"file:/exams/exam.csv":              "found the address of a file, expected its path: /exams/exam.csv",
		`\\server\share\x.xlsx`:             "found no such file or folder, expected a table",
		"c:x.xlsx":                          "c:x.xlsx: found no such file or folder, expected a table",
		"exam.ods":                          "exam.ods: found no such file or folder, expected a table",
		"/dev/stdin":                        "standard input is not read here",
		os.DevNull:                          "found a pipe or device, expected a file: save the table first",
	} {
		if _, err := Open(spec, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", spec, err, want)
		}
	}
}
