package sheet

import (
	"slices"
	"strings"

	numbersIn "github.com/luna-rating/luna/internal/numbers"
)

// Dialect is how a table is written.
type Dialect struct {
	Sheet        string // of a workbook; the fields below are for texts
	Comma        rune
	Encoding     string // its name on the Web, such as "windows-1252"
	Marked       bool   // the text begins with a byte order mark
	LineEnd      string // "\n", "\r\n" or "\r"
	DecimalComma bool   // numbers are written as 7,5
	Separator    bool   // the first line is "sep=;"
	Compression  string // "gzip", "zstd" or ""
	Records      string // "JSON" or "Parquet" for records, which are written as a text

	points bool // a number with a decimal point was seen
}

// String describes the dialect, such as "semicolons, decimal commas, windows-1252, CRLF".
func (d Dialect) String() string {
	switch {
	case d.Records != "":
		return d.Records
	case d.Comma == 0:
		return "workbook, sheet " + quote(d.Sheet)
	}
	parts := []string{commaName(d.Comma, true)}
	if d.DecimalComma {
		parts = append(parts, "decimal commas")
	}
	name := d.Encoding
	if strings.HasPrefix(name, "utf") {
		name = strings.ToUpper(name)
	}
	parts = append(parts, name)
	switch d.LineEnd {
	case "\r\n":
		parts = append(parts, "CRLF")
	case "\r":
		parts = append(parts, "CR")
	}
	if d.Compression != "" {
		parts = append(parts, d.Compression)
	}
	return strings.Join(parts, ", ")
}

// Extension returns the extension for a file in this dialect, given the name of the file that the
// table was read from: the extension of name, unless it stands for another form.
func (d Dialect) Extension(name string) string {
	extension, usual := Extension(name), []string{".csv", ".tsv", ".txt", ".tab"}
	switch {
	case d.Records != "":
	case d.Comma == 0:
		usual = []string{".xlsx", ".xlsm"}
	case d.Comma == '\t':
		usual = []string{".tsv", ".csv", ".txt", ".tab"}
	}
	if !slices.Contains(usual, extension) {
		extension = usual[0]
	}
	return extension + map[string]string{"gzip": ".gz", "zstd": ".zst"}[d.Compression]
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `'`) + `"` }

func commaName(comma rune, many bool) string {
	name := map[rune]string{',': "comma", ';': "semicolon", '\t': "tab", '|': "pipe"}[comma]
	if many {
		return name + "s"
	}
	return "a " + name
}

// observe learns from the cells of a row whether numbers have decimal commas. Marks before three
// digits may be those of thousands, unless a text with semicolons has commas.
func (d *Dialect) observe(cells []string) {
	if d.points || d.Comma == ',' && d.DecimalComma {
		return
	}
	for _, c := range cells {
		if len(c) < 3 || len(c) > 20 {
			continue
		}
		if c[0] == '+' || c[0] == '-' {
			c = c[1:]
		}
		switch _, fraction, mark := numbersIn.CutMark(c); {
		case mark == '.' && len(fraction) != 3:
			d.points, d.DecimalComma = true, false
			return
		case mark == ',' && (len(fraction) != 3 || d.Comma == ';'):
			d.DecimalComma = true
		}
	}
}
