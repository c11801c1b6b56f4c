package sheet

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/luna-rating/luna/internal/files"
)

// readAll returns the cells of all rows.
func readAll(r *Reader) ([][]string, error) {
	var rows [][]string
	for {
		row, err := r.Next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		rows = append(rows, row.Cells)
	}
}

func readText(t *testing.T, text, name string, o Options) ([][]string, Dialect, error) {
	t.Helper()
	r, err := NewReader(strings.NewReader(text), name, o)
	if err != nil {
		return nil, Dialect{}, err
	}
	defer r.Close()
	rows, err := readAll(r)
	return rows, r.Dialect(), err
}

func utf16(t *testing.T, s string, order unicode.Endianness, mark unicode.BOMPolicy) string {
	t.Helper()
	out, err := unicode.UTF16(order, mark).NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func latin(t *testing.T, s string) string {
	t.Helper()
	out, err := charmap.Windows1252.NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestText(t *testing.T) {
	want := [][]string{{"Name", "Frage 1", "Punkte"}, {"Zoë", "eins; zwei, drei \"vier\"", "7,5"},
		{"Ann", "–", "3"}}
	semicolons := "Name;Frage 1;Punkte\nZoë;\"eins; zwei, drei \"\"vier\"\"\";7,5\nAnn;–;3\n"
	crlf := strings.ReplaceAll(semicolons, "\n", "\r\n")
	tabs := "Name\tFrage 1\tPunkte\nZoë\t\"eins; zwei, drei \"\"vier\"\"\"\t7,5\nAnn\t–\t3\n"
	for _, c := range []struct{ name, text, want string }{
		{"plain", semicolons, "semicolons, decimal commas, UTF-8"},
		{"no line end at the end", strings.TrimSpace(semicolons),
			"semicolons, decimal commas, UTF-8"},
		{"mark", byteOrder + crlf, "semicolons, decimal commas, UTF-8, CRLF"},
		{"carriage returns", strings.ReplaceAll(semicolons, "\n", "\r"),
			"semicolons, decimal commas, UTF-8, CR"},
		{"Windows", latin(t, crlf), "semicolons, decimal commas, windows-1252, CRLF"},
		{"Excel's Unicode text", utf16(t, tabs, unicode.LittleEndian, unicode.UseBOM),
			"tabs, decimal commas, UTF-16LE"},
		{"big-endian", utf16(t, tabs, unicode.BigEndian, unicode.UseBOM),
			"tabs, decimal commas, UTF-16BE"},
		{"UTF-16 without mark", utf16(t, tabs, unicode.LittleEndian, unicode.IgnoreBOM),
			"tabs, decimal commas, UTF-16LE"},
		{"big-endian without mark", utf16(t, tabs, unicode.BigEndian, unicode.IgnoreBOM),
			"tabs, decimal commas, UTF-16BE"},
		{"separator line", "sep=;\r\n" + crlf, "semicolons, decimal commas, UTF-8, CRLF"},
		{"quoted separator line", "\"sep=;\"\r\n" + crlf,
			"semicolons, decimal commas, UTF-8, CRLF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows, d, err := readText(t, c.text, "f", Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, rows); diff != "" || d.String() != c.want {
				t.Errorf("dialect %s, want %s\n%s", d, c.want, diff)
			}
			// Byte by byte, as from a slow program.
			r, err := NewReader(iotest.OneByteReader(strings.NewReader(c.text)), "f", Options{})
			if err != nil {
				t.Fatal(err)
			}
			if rows, err = readAll(r); err != nil || !cmp.Equal(rows, want) {
				t.Errorf("byte by byte: rows %q, error %v", rows, err)
			}
			// Written again in the dialect.
			var b bytes.Buffer
			if err := Append(&b, strings.NewReader(c.text), "f", Options{}, nil); err != nil {
				t.Fatal(err)
			}
			rows, again, err := readText(t, b.String(), "f", Options{})
			if err != nil || !cmp.Equal(rows, want) || again.String() != c.want {
				t.Errorf("again: rows %q in %s, error %v", rows, again, err)
			}
		})
	}
}

func TestDelimiter(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       rune
	}{
		{"id,a,b\n1,x;y;z,w\n", "f", ','},
		{"id;a;b\n1;x, y, z, q;w\n2;u, v;w\n", "f", ';'},
		{"id\ta, or b, or c?\tb\n1\tx\ty\n", "f", '\t'},
		{"Name;Why, and how?;Total\n", "f", ';'},
		{"one\ntwo\n", "f", ','},
		{"one\ntwo\n", "f.tsv.gz", '\t'},
		{"a,b\tc\n", "f.tsv", '\t'},
		{"", "f", ','},
		{"id|a\n1|x\n", "f", '|'},
		{"\"a;b;c\",d\n\"1;2\",x\n", "f", ','},
	} {
		_, d, err := readText(t, c.text, c.name, Options{})
		if err != nil || d.Comma != c.want {
			t.Errorf("%q: delimiter %q, want %q (error %v)", c.text, d.Comma, c.want, err)
		}
	}
	rows, _, err := readText(t, "a;b,c\n", "f", Options{Comma: ','})
	if err != nil || !cmp.Equal(rows, [][]string{{"a;b", "c"}}) {
		t.Errorf("with the delimiter named: %q, error %v", rows, err)
	}
}

func TestEncodingByName(t *testing.T) {
	mac, err := charmap.Macintosh.NewEncoder().String("Zoë,é\n")
	if err != nil {
		t.Fatal(err)
	}
	rows, d, err := readText(t, mac, "f", Options{Encoding: "macintosh"})
	if err != nil || !cmp.Equal(rows, [][]string{{"Zoë", "é"}}) || d.Encoding != "macintosh" {
		t.Errorf("rows %q in %s, error %v", rows, d, err)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a,b\n1,\x00\n", "f:2: found a NUL byte (a binary or damaged file), expected text"},
		{"a,b\n1,\"x\n2,y\n", "f:2: found a damaged row (extraneous or missing \" in quoted-field), " +
			"expected cells delimited by a comma"},
		{"a,b\n1,x,\"y\" z\n", "f:2: found a damaged row (extraneous or "},
		{"a,b\n1," + strings.Repeat(",", maxCells), "f:2: found a row of more than 131072 cells"},
		{"a,b\n1,\"" + strings.Repeat("x\n", maxRow), "found a row of more than 16777216 bytes"},
		{"%PDF-1.7", "f: found a PDF document, expected a file saved as .xlsx or .csv"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "f: found an old Excel workbook (.xls) or one"},
		{"<html><body><table>", "f: found a web page (HTML), expected"},
		{"PK\x03\x04....", "f: found a damaged workbook, expected one that"},
		{"\x1f\x8b\x08\x00\x00", "f: found an error while reading, expected a table"},
	} {
		_, _, err := readText(t, c.text, "f", Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) ||
			strings.ContainsAny(err.Error(), "\r\n") {
			t.Errorf("%.30q: error %v, want %s", c.text, err, c.want)
		}
		if _, ok := errors.AsType[*files.Error](err); !ok {
			t.Errorf("%.30q: error of type %T", c.text, err)
		}
	}
	for want, o := range map[string]Options{
		`found delimiter "x", expected`:                            {Comma: 'x'},
		`found encoding "klingon", expected a name`:                {Encoding: "klingon"},
		`found a text, which has no sheets, expected a workbook (`: {Sheet: "Key"},
	} {
		if _, _, err := readText(t, "a,b\n", "f", o); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %s", o, err, want)
		}
	}
	for path, want := range map[string]string{
		filepath.Join(t.TempDir(), "none.csv"): "found no such file or folder",
		t.TempDir():                            "found a folder",
	} {
		if _, err := Open(path, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestGoesOnAfterABadRow reads the rows behind one that is damaged.
func TestGoesOnAfterABadRow(t *testing.T) {
	r, err := NewReader(strings.NewReader("sep=,\na,b\n1,x,\"y\" z\n2,w\n"), "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	bad := 0
	for {
		row, err := r.Next()
		if err == io.EOF {
			break
		}
		if _, ok := errors.AsType[*BadRow](err); ok {
			bad++
		} else if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, row.Number)
	}
	if bad != 1 || !cmp.Equal(lines, []int{2, 3, 4}) {
		t.Errorf("%d bad rows, lines %v", bad, lines)
	}
}

// TestBareQuotes reads quotation marks inside cells, unless a cell's end may be hidden by them.
func TestBareQuotes(t *testing.T) {
	for line, want := range map[string]string{
		`1,a 5" disk,x`:             `1|a 5" disk|x`,
		`1,he said "no" twice,x`:    `1|he said "no" twice|x`,
		`1,"he said "no, no" to",x`: `1|he said "no, no" to|x`,
		`1,"no" he said,x`:          `1|no he said|x`,
		`1,y,"no" he said`:          `1|y|no he said`,
		`1,"a ""b"" c" d,x`:         `1|a "b" c d|x`,
		`1,so "no", he said,x`:      `1|so "no", he said|x`,
		`1,"no, he said,x`:          "",
		`1,"no" he, x,"y" z,x`:      "",
		`1,a "b,c" d,x`:             "",
	} {
		r, err := NewReader(strings.NewReader("i,q,r\n"+line+"\n2,b,c\n"), "f", Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := readAll(r)
		if want == "" {
			if err == nil || r.Notes() != nil {
				t.Errorf("%s: rows %q, notes %q", line, rows, r.Notes())
			}
			continue
		}
		if err != nil || strings.Join(rows[1], "|") != want || len(r.Notes()) != 1 ||
			!strings.HasSuffix(r.Notes()[0], "first on line 2") {
			t.Errorf("%s: rows %q, notes %q, error %v", line, rows, r.Notes(), err)
		}
	}
}

func TestCompressed(t *testing.T) {
	for _, packing := range []string{"gzip", "zstd"} {
		d := Dialect{Compression: packing, Comma: ';', LineEnd: "\r\n", Encoding: latinName}
		path := filepath.Join(t.TempDir(), "f.csv.x")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := Write(f, d, [][]any{{"id", "é"}, {1, 0.5}}); err != nil {
			t.Fatal(err)
		}
		f.Close()
		r, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := readAll(r)
		if err != nil || !cmp.Equal(rows, [][]string{{"id", "é"}, {"1", "0.5"}}) ||
			r.Dialect().String() != "semicolons, windows-1252, CRLF, "+packing {
			t.Errorf("rows %q in %s, error %v", rows, r.Dialect(), err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestBombsAreBounded stops at the limit of what is unpacked.
func TestBombsAreBounded(t *testing.T) {
	in := &bounded{bytes.NewReader(make([]byte, 100)), 10}
	got, err := io.ReadAll(in)
	if len(got) != 10 || err != errTooLarge {
		t.Errorf("%d bytes, error %v", len(got), err)
	}
}

func TestFormulasAreNeutralised(t *testing.T) {
	cells := []string{"=cmd|' /C calc'!A0", "+1+1", "-x", "@SUM(A1)", "\tx", "'=x", "''-", "'x", "x",
		"-", "=", "'"}
	numbers := []string{"-5", "+3.5", "-7,5", "1e5", "0"}
	var row []any
	for _, c := range append(cells, numbers...) {
		row = append(row, c)
	}
	var b bytes.Buffer
	if err := Write(&b, Dialect{Comma: ';'}, [][]any{row}); err != nil {
		t.Fatal(err)
	}
	want := `'=cmd|' /C calc'!A0;'+1+1;'-x;'@SUM(A1);'` + "\tx" + `;''=x;'''-;'x;x;'-;'=;';` +
		"-5;+3.5;-7,5;1e5;0\n"
	if b.String() != want {
		t.Errorf("wrote %q, want %q", b.String(), want)
	}
	rows, _, err := readText(t, b.String(), "f", Options{Comma: ';'})
	if err != nil || len(rows) != 1 || !cmp.Equal(rows[0], append(cells, numbers...)) {
		t.Errorf("read %q, error %v", rows, err)
	}
}

func TestAppend(t *testing.T) {
	in := latin(t, "sep=;\r\nName;Punkte\r\nZoë;7,5\r\nAnn\r\n")
	added := Added{2: {"rating", "low"}, 3: {7.25, 6}, 4: {"=x", nil}}
	var b bytes.Buffer
	if err := Append(&b, strings.NewReader(in), "f", Options{}, added); err != nil {
		t.Fatal(err)
	}
	want := latin(t, "sep=;\r\nName;Punkte;rating;low\r\nZoë;7,5;7,25;6\r\nAnn;;'=x;\r\n")
	if b.String() != want {
		t.Errorf("wrote %q, want %q", b.String(), want)
	}
	// What Windows-1252 cannot hold is written as UTF-8.
	b.Reset()
	if err := Append(&b, strings.NewReader(in), "f", Options{}, Added{4: {"→"}}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), byteOrder) || !strings.Contains(b.String(), "Ann;;→") {
		t.Errorf("wrote %q, want UTF-8 with a mark", b.String())
	}
}

func TestExtension(t *testing.T) {
	for _, c := range []struct {
		d          Dialect
		name, want string
	}{
		{Dialect{Comma: ','}, "a.CSV", ".csv"}, {Dialect{Comma: ';'}, "a.xlsx", ".csv"},
		{Dialect{Comma: '\t'}, "a.xls", ".tsv"}, {Dialect{Comma: '\t'}, "a.txt", ".txt"},
		{Dialect{Comma: ',', Compression: "gzip"}, "a.csv.gz", ".csv.gz"},
		{Dialect{}, "a.xlsm", ".xlsm"}, {Dialect{}, "a.csv", ".xlsx"},
	} {
		if got := c.d.Extension(c.name); got != c.want {
			t.Errorf("%+v of %s: %s, want %s", c.d, c.name, got, c.want)
		}
	}
}
