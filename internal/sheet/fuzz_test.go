package sheet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/files"
)

// FuzzText reads anything: rows, or an error of one line. What is read can be written and read
// again, and plain UTF-8 is read as package csv reads it.
func FuzzText(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "sep=;\r\na;b\r\n", "\xff\xfea\x00,\x00b\x00\n\x00",
		"\xef\xbb\xbfa\tb\r1\t\"2\"", "\"a\nb\",c", "a;\xe9\n", "\x1f\x8b", "PK\x03\x04",
		"'=x,-y\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := NewReader(bytes.NewReader(data), "f", Options{})
		if err != nil {
			checkError(t, err)
			return
		}
		defer r.Close()
		var rows [][]string
		for {
			row, err := r.Next()
			if err == io.EOF {
				break
			}
			if bad := (*BadRow)(nil); errors.As(err, &bad) {
				checkError(t, err)
				continue
			}
			if err != nil {
				checkError(t, err)
				return
			}
			rows = append(rows, row.Cells)
		}
		if r.book != nil {
			return
		}
		checkAgain(t, r.Dialect(), rows)
	})
}

// FuzzSheet reads the XML of a sheet, and adds columns if it can be read. What is added is read
// again.
func FuzzSheet(f *testing.F) {
	for _, s := range []string{`<row r="2"><c r="B2" s="1" t="str"><f>SUM(A1:Points!B5)</f><v/></c></row>`,
		`<row/><row r="9"><c><v>5</v></c><c r="ZZ9" t="s"><v>0</v></c></row>`,
		`<row><c t="inlineStr"><is><r><t>x</t></r><rPh><t>y</t></rPh></is></c></row></sheetData>`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, rows string) {
		data := sheetOf(t, rows)
		r, err := NewReader(bytes.NewReader(data), "f", Options{})
		if err != nil {
			checkError(t, err)
			return
		}
		before, err := readAll(r)
		if err != nil {
			checkError(t, err)
			return
		}
		if _, _, err := r.Sums(2); err != nil {
			checkError(t, err)
		}
		if r.Dialect().Sheet != "Sheet1" {
			return
		}
		var b bytes.Buffer
		if err := Append(&b, bytes.NewReader(data), "f", Options{}, Added{1: {"x"}, 7: {1}}); err != nil {
			return
		}
		r, err = NewReader(&b, "f", Options{Sheet: "Sheet1"})
		if err != nil {
			t.Fatal(err)
		}
		after, err := readAll(r)
		if err != nil || len(after) < len(before) || len(after) > len(before)+2 {
			t.Fatalf("%q, then %q, error %v", before, after, err)
		}
	})
}

func checkError(t *testing.T, err error) {
	t.Helper()
	if told := (*files.Error)(nil); !errors.As(err, &told) ||
		strings.ContainsAny(err.Error(), "\r\n") {
		t.Fatalf("error %q of type %T", err, err)
	}
}

// checkAgain writes the rows and reads the same ones. A carriage return before a line feed in a
// cell is lost, as package csv says.
func checkAgain(t *testing.T, d Dialect, rows [][]string) {
	t.Helper()
	cells := make([][]any, len(rows))
	for i, row := range rows {
		for _, c := range row {
			if strings.ContainsAny(c, "\r\x00\ufeff") || strings.HasPrefix(c, "sep=") {
				return
			}
			cells[i] = append(cells[i], c)
		}
	}
	d.Compression = ""
	var b bytes.Buffer
	if err := Write(&b, d, cells); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(&b, "f", Options{Comma: d.Comma, Encoding: encodingOf(b.Bytes(), d)})
	if err != nil {
		if len(rows) > 0 && strings.ContainsAny(rows[0][0], "<%{") {
			return // it looks like a document of another kind
		}
		t.Fatal(err)
	}
	again, err := readAll(r)
	if err != nil || !cmp.Equal(rows, again) {
		t.Fatalf("%+v: read %q again, error %v; want %q", d, again, err, rows)
	}
	if d.LineEnd != "\n" || d.Comma != ',' || d.Separator {
		return
	}
	plain := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(b.Bytes(), []byte(byteOrder))))
	plain.FieldsPerRecord = -1
	if _, err := plain.ReadAll(); err != nil && d.Encoding == utf8Name {
		t.Fatalf("package csv cannot read it: %v", err)
	}
}

// encodingOf returns the encoding that was written.
func encodingOf(text []byte, d Dialect) string {
	if bytes.HasPrefix(text, []byte(byteOrder)) {
		return utf8Name
	}
	return d.Encoding
}
