package sheet

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// Digest returns a digest of what is written in a table, which errors call name. It is the same
// after a program has opened and saved the table: it is of the cells of all sheets (numbers to 12
// digits, formulas without their values) and of the texts of comments and text boxes. Formats,
// empty rows and the order of sheets do not count.
func Digest(in io.Reader, name string) (string, error) {
	r, err := newReader(in, name, Options{Skip: SkipAll}, true)
	if err != nil {
		return "", err
	}
	defer r.Close()
	if r.book != nil {
		return r.book.digest()
	}
	return digestRows(r.Next)
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// digest returns the digest of all sheets.
func (b *workbook) digest() (string, error) {
	b.formats = &formats{} // numbers as they are stored
	var sheets []string
	for _, p := range b.pages {
		rows, err := b.open(p)
		if err != nil {
			return "", damagedBook(b.name, err)
		}
		rows.(*excelGrid).formulas = true
		digest, err := digestRows(rows.next)
		if err != nil {
			return "", damagedBook(b.name, err)
		}
		remarks, err := b.remarks(p.part)
		if err != nil {
			return "", damagedBook(b.name, err)
		}
		if digest+remarks != "" {
			sheets = append(sheets, fmt.Sprintf("%q %s %s", p.name, digest, remarks))
		}
	}
	slices.Sort(sheets)
	return hash(strings.Join(sheets, "\n")), nil
}

// digestRows returns the digest of rows, "" if all are empty.
func digestRows(next func() (Row, error)) (string, error) {
	h, filled := sha256.New(), false
	for {
		row, err := next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		blank := 0
		for _, cell := range row.Cells {
			if cell = canonical(cell); cell == "" {
				blank++
				continue
			}
			fmt.Fprint(h, strings.Repeat(",", blank), strconv.Quote(cell), ",")
			blank, filled = 0, true
		}
		if blank < len(row.Cells) {
			fmt.Fprintln(h)
		}
	}
	if !filled {
		return "", nil
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// canonical returns a cell without what programs change.
func canonical(cell string) string {
	cell = strings.Join(strings.Fields(cell), " ")
	if isNumber(cell) {
		if v, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64); err == nil {
			return strconv.FormatFloat(v+0, 'g', 12, 64)
		}
	}
	return cell
}

// remarks returns the texts of a sheet's comments and text boxes, without white space.
func (b *workbook) remarks(part string) (string, error) {
	var all strings.Builder
	for _, kind := range []string{"/comments", "/drawing"} {
		related, err := b.related(part, kind)
		if err != nil {
			return "", err
		}
		for _, part := range slices.Sorted(maps.Values(related)) {
			if err := b.textsOf(part, &all); err != nil {
				return "", err
			}
		}
	}
	return strings.Join(strings.Fields(all.String()), ""), nil
}

// textsOf adds the texts of a part, none if it is missing.
func (b *workbook) textsOf(part string, to io.Writer) error {
	in, err := b.zip.Open(part)
	if err != nil {
		return nil
	}
	defer in.Close()
	within := false
	for s := newStream(in); ; {
		t, err := s.token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			within = t.Name.Local == "t"
		case xml.EndElement:
			within = false
		case xml.CharData:
			if within {
				to.Write(t)
			}
		}
	}
}

var cellName = text.Pattern(`(\$?)\b([A-Z]{1,3})(\$?)([0-9]{1,7})\b`)

// relative returns the formula with the cells that it refers to counted from its own, as it is in
// all cells that share it.
func (f formula) relative() string {
	text := strings.Join(strings.Fields(strings.ReplaceAll(f.text, "_xlfn.", "")), "")
	return "=" + cellName().ReplaceAllStringFunc(strings.ToUpper(text), func(name string) string {
		m := cellName().FindStringSubmatch(name)
		column, err := columnOf(m[2])
		if err != nil {
			return name
		}
		row, _ := strconv.Atoi(m[4])
		if m[1] == "" {
			column -= f.at.column
		}
		if m[3] == "" {
			row -= f.at.row
		}
		return fmt.Sprintf("%sC%d%sR%d", m[1], column, m[3], row)
	})
}
