package sheet

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// stream reads the tokens of a part of a workbook.
type stream struct {
	in     io.Reader
	piece  int // bytes since the last token
	tokens int // so far
	xml    *xml.Decoder
}

// Limits of a part: bytes of a token, such as a cell's text or a tag with its attributes, and
// tokens, of which a cell takes five.
const (
	maxPiece  = 1 << 20
	maxTokens = 10_000_000
)

func newStream(in io.Reader) *stream {
	s := &stream{in: in}
	s.xml = xml.NewDecoder(s)
	return s
}

func (s *stream) Read(p []byte) (int, error) {
	if s.piece > maxPiece {
		return 0, fmt.Errorf("a text or tag of more than %d bytes", maxPiece)
	}
	n, err := s.in.Read(p)
	s.piece += n
	return n, err
}

// token returns the next token, whose names are not resolved.
func (s *stream) token() (xml.Token, error) {
	if s.tokens++; s.tokens > maxTokens {
		return nil, files.New("", 0, fmt.Sprintf("a sheet of more than %d cells", maxTokens/5),
			"a smaller one, or the sheet saved as .csv")
	}
	s.piece = 0
	return s.xml.RawToken()
}

// inside is token where the end of the part would be a fault.
func (s *stream) inside() (xml.Token, error) {
	t, err := s.token()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return t, err
}

func attribute(start xml.StartElement, name string) string {
	for _, a := range start.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// content is what an element of a cell or shared text holds.
type content struct {
	value   string // in its elements v and t
	stored  bool   // it has an element v
	formula xml.StartElement
	text    string // of the formula
}

// content reads up to the end of an element. Pronunciations are left out.
func (s *stream) content(end string) (c content, err error) {
	var value, formula strings.Builder
	var to *strings.Builder
	spoken := false
	for {
		t, err := s.inside()
		if err != nil {
			return c, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "v", "t":
				to, c.stored = &value, c.stored || t.Name.Local == "v"
			case "f":
				to, c.formula = &formula, t
			case "rPh":
				spoken = true
			}
		case xml.CharData:
			if to != nil && !spoken {
				to.Write(t)
			}
		case xml.EndElement:
			to = nil
			switch t.Name.Local {
			case "rPh":
				spoken = false
			case end:
				c.value, c.text = value.String(), formula.String()
				return c, nil
			}
			if value.Len()+formula.Len() > maxPiece {
				return c, fmt.Errorf("a cell of more than %d bytes", maxPiece)
			}
		}
	}
}

// texts holds the texts that the cells of all sheets share. They are read when one is needed.
type texts struct {
	book *workbook
	list []string
	err  error
	read bool
}

func (t *texts) at(index string) (string, error) {
	if !t.read {
		t.read = true
		t.err = t.load()
	}
	i, err := strconv.Atoi(index)
	switch {
	case t.err != nil:
		return "", t.err
	case err != nil || i < 0 || i >= len(t.list):
		return "", fmt.Errorf("text %s of %d", text.Quote(index), len(t.list))
	}
	return t.list[i], nil
}

func (t *texts) load() error {
	related, err := t.book.related("xl/workbook.xml", "/sharedStrings")
	if err != nil {
		return err
	}
	size := meter{name: t.book.name, most: maxHeld}
	for _, part := range related {
		in, err := t.book.zip.Open(part)
		if err != nil {
			return err
		}
		defer in.Close()
		s := newStream(in)
		for {
			token, err := s.token()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			if start, ok := token.(xml.StartElement); ok && start.Name.Local == "si" {
				c, err := s.content("si")
				if err != nil {
					return err
				}
				t.list = append(t.list, unescape(c.value))
				if err := size.add(0, t.list[len(t.list)-1:]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

var escape = text.Pattern(`_x[0-9A-Fa-f]{4}_`)

// unescape returns a text with its escaped characters, such as _x000D_.
func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return escape().ReplaceAllStringFunc(s, func(e string) string {
		c, _ := strconv.ParseUint(e[2:6], 16, 16)
		return string(rune(c))
	})
}

// excelGrid reads the sheet of an .xlsx.
type excelGrid struct {
	*stream
	known facts
	book  *workbook
	texts *texts
	ended bool
	cells int

	formulas bool // read instead of their values
}

func (g *excelGrid) facts() *facts { return &g.known }

func (g *excelGrid) next() (Row, error) {
	for !g.ended {
		t, err := g.token()
		if err != nil {
			return Row{}, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "col":
				if isTrue(attribute(t, "hidden")) {
					g.known.hide(attribute(t, "min"), attribute(t, "max"))
				}
			case "row":
				cells, err := g.row(t)
				if err != nil {
					return Row{}, err
				}
				if len(cells) > 0 {
					return Row{g.known.row, cells}, nil
				}
			}
		case xml.EndElement:
			g.ended = t.Name.Local == "sheetData"
		}
	}
	return Row{}, io.EOF
}

// row reads a row.
func (g *excelGrid) row(start xml.StartElement) (cells []string, err error) {
	if err := g.known.goTo(attribute(start, "r")); err != nil {
		return nil, err
	}
	for column := 0; ; {
		t, err := g.inside()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.EndElement:
			if t.Name.Local == "row" {
				return cells, nil
			}
		case xml.StartElement:
			if t.Name.Local != "c" {
				continue
			}
			column++
			if r := attribute(t, "r"); r != "" {
				if column, err = columnOf(r); err != nil {
					return nil, err
				}
			}
			value, filled, err := g.cell(t, column)
			if err != nil {
				return nil, err
			}
			if !filled {
				continue
			}
			if g.cells += max(column-len(cells), 0); g.cells > maxPadded {
				return nil, files.New("", g.known.row,
					fmt.Sprintf("a sheet of more than %d cells", maxPadded), "a smaller one")
			}
			for len(cells) < column {
				cells = append(cells, "")
			}
			cells[column-1] = value
		}
	}
}

// columnOf returns the column of a cell's name.
func columnOf(name string) (int, error) {
	column := 0
	for _, c := range strings.TrimRight(name, "0123456789") {
		if c < 'A' || c > 'Z' || column > maxColumn {
			return 0, errors.New("a cell called " + text.Quote(name))
		}
		column = column*26 + int(c-'A') + 1
	}
	if column < 1 || column > maxColumn {
		return 0, errors.New("a cell called " + text.Quote(name))
	}
	return column, nil
}

// cell reads a cell, and reports whether it has a value or a formula.
func (g *excelGrid) cell(start xml.StartElement, column int) (value string, filled bool, err error) {
	c, err := g.content("c")
	if err != nil {
		return "", false, err
	}
	value = c.value
	kind := attribute(start, "t")
	formula := c.formula.Name.Local != ""
	if formula {
		if f := g.known.formula(column, kind, c); g.formulas {
			return f.relative(), true, nil
		}
	}
	switch kind {
	case "s":
		value, err = g.texts.at(value)
	case "str", "inlineStr":
		value = unescape(value)
	case "b":
		value = map[string]string{"0": "FALSE", "1": "TRUE"}[value]
	case "", "n":
		style, _ := strconv.Atoi(attribute(start, "s"))
		value = g.book.formats.display(value, style)
	}
	return value, value != "" || formula, err
}
