package sheet

import (
	"regexp"
	"slices"
	"strings"
)

// Dialect is how a table is written.
type Dialect struct {
	Sheet        string // of a workbook; the fields below are those of texts
	Comma        rune
	Encoding     string // by the name that the Web has for it
	Marked       bool   // it begins with a byte order mark
	LineEnd      string // "\n", "\r\n" or "\r"
	DecimalComma bool   // numbers are written as 7,5
	Separator    bool   // the first line is "sep=;"
	Compression  string // "gzip", "zstd" or nothing

	points bool // a number with a decimal point was seen
}

// String describes the dialect, such as "semicolons, decimal commas, windows-1252, CRLF".
func (d Dialect) String() string {
	if d.Comma == 0 {
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

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `'`) + `"` }

func commaName(comma rune, many bool) string {
	name := map[rune]string{',': "comma", ';': "semicolon", '\t': "tab", '|': "pipe"}[comma]
	if many {
		return name + "s"
	}
	return "a " + name
}

var (
	withComma = regexp.MustCompile(`^[+-]?[0-9]+,[0-9]+$`)
	withPoint = regexp.MustCompile(`^[+-]?[0-9]+\.[0-9]+$`)
)

// observe learns from the cells of a row whether numbers have decimal commas.
func (d *Dialect) observe(cells []string) {
	if d.points || d.Comma == ',' && d.DecimalComma {
		return
	}
	for _, c := range cells {
		if len(c) < 3 || len(c) > 20 || !slices.Contains([]byte("+-0123456789"), c[0]) {
			continue
		}
		switch {
		case withPoint.MatchString(c):
			d.points, d.DecimalComma = true, false
			return
		case withComma.MatchString(c):
			d.DecimalComma = true
		}
	}
}
