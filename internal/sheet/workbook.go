package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Limits of a workbook. The format itself limits the size of a sheet.
const (
	maxWorkbook = 64 << 20  // bytes of its file
	maxUnzipped = 128 << 20 // bytes of all its parts
	maxSmall    = 16 << 20  // bytes of a part that is not a sheet
	maxParts    = 10_000
	maxSheets   = 1000
	maxNumber   = 1 << 20    // of a row
	maxColumn   = 1 << 14    // of a cell
	maxPadded   = 50_000_000 // cells of a sheet, empty ones between others included
)

// page is a sheet of a workbook.
type page struct {
	name, part string
	hidden     bool
}

// grid reads the rows of a sheet.
type grid interface {
	// next returns the next row that has cells.
	next() (Row, error)
	facts() *facts
}

// workbook reads a sheet of a workbook.
type workbook struct {
	name    string
	zip     *zip.Reader
	open    func(p page) (grid, error)
	pages   []page
	sheets  []string // with cells, not hidden
	sheet   string   // that is read
	rows    grid
	formats *formats // of an .xlsx
	stale   bool     // nothing was calculated by the program that wrote it
	sums    *summer  // of formulas without a stored value
	layout  Layout   // of what is added
}

// openWorkbook opens the named sheet, or the first one that has cells.
func openWorkbook(in io.Reader, name, sheet string) (*workbook, error) {
	z, err := openZip(in, name)
	if err != nil {
		return nil, err
	}
	b := &workbook{name: name, zip: z}
	if err := b.loadExcel(); err != nil {
		return nil, damagedBook(name, err)
	}
	if n := len(b.pages); n > maxSheets {
		return nil, files.New(name, 0, fmt.Sprintf("a workbook of %d sheets", n),
			fmt.Sprintf("at most %d", maxSheets))
	}
	if err := b.findFilled(); err != nil {
		return nil, err
	}
	return b, b.choose(sheet)
}

// openZip reads a workbook and checks its size and kind before it is unpacked.
func openZip(in io.Reader, name string) (*zip.Reader, error) {
	const smaller = "a smaller one, or the sheet saved as .csv"
	data, err := io.ReadAll(io.LimitReader(in, maxWorkbook+1))
	if err != nil {
		return nil, readError(name, 0, err)
	}
	if len(data) > maxWorkbook {
		return nil, files.New(name, 0,
			fmt.Sprintf("a workbook of more than %d MiB", maxWorkbook>>20), smaller)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, damagedBook(name, err)
	}
	if len(z.File) > maxParts {
		return nil, files.New(name, 0, fmt.Sprintf("a workbook of %d parts", len(z.File)),
			fmt.Sprintf("at most %d", maxParts))
	}
	if what := foreignZip(z); what != "" {
		return nil, refuse(name, what)
	}
	var size uint64
	for _, part := range z.File {
		if size += part.UncompressedSize64; part.UncompressedSize64 > maxUnzipped ||
			size > maxUnzipped {
			return nil, files.New(name, 0, fmt.Sprintf(
				"a workbook that unpacks to more than %d MiB", maxUnzipped>>20), smaller)
		}
	}
	return z, nil
}

func damagedBook(name string, err error) error {
	if told := (*files.Error)(nil); errors.As(err, &told) {
		return told
	}
	return &files.Error{File: name, Err: err, Msg: "found a damaged workbook, expected one " +
		"that a spreadsheet program opens: " + text.OneLine(err.Error())}
}

const stylesPart = "xl/styles.xml"

// loadExcel reads what the sheets of an .xlsx have in common.
func (b *workbook) loadExcel() error {
	var book struct {
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string `xml:"name,attr"`
			State string `xml:"state,attr"`
			ID    string `xml:"id,attr"`
		} `xml:"sheets>sheet"`
		Calc struct {
			OnLoad string `xml:"fullCalcOnLoad,attr"`
		} `xml:"calcPr"`
	}
	if err := b.unmarshal("xl/workbook.xml", &book); err != nil {
		return err
	}
	related, err := b.related("xl/workbook.xml", "/worksheet")
	if err != nil {
		return err
	}
	for _, s := range book.Sheets {
		if part, ok := related[s.ID]; ok {
			b.pages = append(b.pages, page{s.Name, part, s.State != "" && s.State != "visible"})
		}
	}
	b.stale = isTrue(book.Calc.OnLoad)
	b.formats = &formats{date1904: isTrue(book.Properties.Date1904)}
	texts := &texts{book: b}
	b.open = func(p page) (grid, error) {
		in, err := b.zip.Open(p.part)
		if err != nil {
			return nil, err
		}
		return &excelGrid{stream: newStream(in), book: b, texts: texts}, nil
	}
	return b.unmarshal(stylesPart, b.formats)
}

func isTrue(word string) bool { return word == "1" || word == "true" }

// related returns the parts of a kind that a part refers to, by identifier.
func (b *workbook) related(part, kind string) (map[string]string, error) {
	var list struct {
		To []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	folder, file := path.Split(part)
	err := b.unmarshal(folder+"_rels/"+file+".rels", &list)
	related := map[string]string{}
	for _, to := range list.To {
		if strings.HasSuffix(to.Type, kind) {
			target := strings.ReplaceAll(to.Target, `\`, "/")
			if !strings.HasPrefix(target, "/") {
				target = folder + target
			}
			related[to.ID] = strings.TrimPrefix(path.Clean(target), "/")
		}
	}
	return related, err
}

// unmarshal decodes a part that is not a sheet. It ignores a missing one.
func (b *workbook) unmarshal(part string, v any) error {
	f, err := b.zip.Open(part)
	if err != nil {
		return nil
	}
	defer f.Close()
	err = xml.NewDecoder(&bounded{f, maxSmall}).Decode(v)
	if err == io.EOF {
		return nil
	}
	return err
}

// findFilled lists the sheets with cells: those that are hidden only if there are no others.
func (b *workbook) findFilled() error {
	var hidden []string
	for _, p := range b.pages {
		filled, err := b.filled(p)
		switch {
		case err != nil:
			return err
		case filled && p.hidden:
			hidden = append(hidden, p.name)
		case filled:
			b.sheets = append(b.sheets, p.name)
		}
	}
	if len(b.sheets) == 0 {
		b.sheets = hidden
	}
	return nil
}

// choose opens the named sheet, or the first one with cells.
func (b *workbook) choose(sheet string) error {
	if sheet == "" || sheet == All && !slices.ContainsFunc(b.pages, func(p page) bool { return p.name == All }) {
		if len(b.sheets) == 0 {
			return files.New(b.name, 0, "a workbook without any cells", "a table with a header")
		}
		sheet = b.sheets[0]
	}
	sheet, _, _ = strings.Cut(sheet, Between)
	chosen := slices.IndexFunc(b.pages,
		func(p page) bool { return strings.EqualFold(p.name, sheet) })
	number, err := strconv.Atoi(sheet)
	switch {
	case chosen >= 0:
	case err == nil && number >= 1 && number <= len(b.pages):
		chosen = number - 1
	default:
		names := make([]string, len(b.pages))
		for i, p := range b.pages {
			names[i] = text.Quote(p.name)
		}
		return files.New(b.name, 0, "no sheet "+text.Quote(sheet),
			"one of "+strings.Join(names, ", "))
	}
	b.sheet = b.pages[chosen].name
	if b.rows, err = b.open(b.pages[chosen]); err != nil {
		return damagedBook(b.name, err)
	}
	return nil
}

// filled reports whether a sheet has cells.
func (b *workbook) filled(p page) (bool, error) {
	rows, err := b.open(p)
	if err != nil {
		return false, damagedBook(b.name, err)
	}
	for {
		row, err := rows.next()
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return true, nil // reading it will tell
		}
		if slices.ContainsFunc(row.Cells, func(c string) bool {
			return strings.TrimSpace(c) != ""
		}) {
			return true, nil
		}
	}
}

// next returns the next row that has cells.
func (b *workbook) next() (Row, error) {
	row, err := b.rows.next()
	if told := (*files.Error)(nil); err == nil || err == io.EOF {
		return row, err
	} else if errors.As(err, &told) {
		return Row{}, &files.Error{File: b.name, Line: told.Line, Msg: told.Msg, Err: told.Err}
	}
	return Row{}, &files.Error{File: b.name, Line: b.rows.facts().row, Err: err,
		Msg: "found a damaged row, expected cells: " + text.OneLine(err.Error())}
}

// Open returns a reader of another sheet of the same workbook. It must be closed before r.
func (r *Reader) Open(sheet string) (*Reader, error) {
	if r, _ = r.part(0); r.book == nil {
		return nil, files.New(r.name, 0, "a text, which has no sheets", "a workbook (.xlsx)")
	}
	b := *r.book
	b.name = r.name + ", sheet " + sheet
	if err := b.choose(sheet); err != nil {
		return nil, err
	}
	other := &Reader{name: b.name, book: &b, held: meter{name: b.name, most: r.held.most}}
	other.dialect.Sheet = b.sheet
	return other, nil
}
