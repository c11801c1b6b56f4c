package datasets

import (
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// chooseSheet finds the sheet of the responses and that of the key.
func (t *tableReader) chooseSheet() error {
	sheets := t.in.Sheets()
	if t.d.Table.Sheet = t.in.Dialect().Sheet; len(sheets) < 2 {
		return nil
	}
	chosen, keys := t.d.Table.Sheet, map[string]bool{}
	for _, s := range sheets {
		if t.o.Sheet != "" && t.o.Sheet != sheet.All && (t.key != nil || s == chosen) {
			continue // it does not matter
		}
		var err error
		if keys[s], err = t.hasKey(s); err != nil {
			return err
		}
	}
	best := chosen
	if t.o.Sheet == "" || t.o.Sheet == sheet.All {
		var err error
		if best, err = t.bestSheet(sheets, keys); err != nil {
			return err
		}
	}
	read := []string{best}
	switch {
	case t.o.Sheet == sheet.All:
		read = slices.DeleteFunc(slices.Clone(sheets), func(s string) bool { return keys[s] })
	case strings.Contains(t.o.Sheet, sheet.Between):
		read = strings.Split(t.o.Sheet, sheet.Between)
	case best != chosen:
		in, err := t.in.Open(best)
		if err != nil {
			return err
		}
		t.in, t.d.Table.Sheet = in, best
	}
	if len(read) > 1 {
		var err error
		if read, err = t.joinSheets(read, best); err != nil {
			return err
		}
	}
	var others []string
	for _, s := range sheets {
		switch {
		case slices.Contains(read, s):
		case t.key != nil || !keys[s]:
			others = append(others, text.Quote(s))
		case t.o.Expected == nil:
			if err := t.readKeySheet(s); err != nil {
				return err
			}
		}
	}
	if len(others) > 0 && (t.o.Sheet == "" || t.o.Sheet == sheet.All) {
		t.note("sheet %s is read, not %s (choose with --sheet; all reads those of one form)", text.Quote(t.d.Table.Sheet),
			strings.Join(others, ", "))
	}
	return nil
}

// bestSheet returns the sheet whose first rows look most like a table of responses, the first of
// those that do so equally.
func (t *tableReader) bestSheet(
	sheets []string, keys map[string]bool,
) (best string, err error) {
	most := -1
	for _, name := range sheets {
		n := 0
		if !keys[name] {
			if n, err = t.rank(name); err != nil {
				return "", err
			}
		}
		if n > most {
			best, most = name, n
		}
	}
	return best, nil
}

// rank says how much the first rows of a sheet look like a table of responses.
func (t *tableReader) rank(name string) (int, error) {
	in, err := t.in.Open(name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	head := &tableReader{in: in, o: t.o, d: &Dataset{Table: &TableInfo{}}, path: t.path}
	if head.readHeader() != nil {
		return 0, nil // what is wrong shows if it is chosen
	}
	l, err := columns.Recognise(head.row.Cells, cellsOf(head.head), head.known(t.o.columns()))
	if err != nil {
		return 1, nil
	}
	n := 2
	if l.Rating >= 0 || l.Long != nil {
		n += 2
	}
	if l.ID >= 0 {
		n++
	}
	return n + min(len(head.head), 3), nil
}

// hasKey reports whether a sheet is a table of acceptable answers.
func (t *tableReader) hasKey(name string) (bool, error) {
	in, err := t.in.Open(name)
	if err != nil {
		return false, err
	}
	defer in.Close()
	row, err := in.Next()
	if err == io.EOF {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	k, found := columns.RecogniseKey(row.Cells)
	return found && !k.Weak || columns.IsKeySheet(name), nil
}

func (t *tableReader) readKeySheet(name string) error {
	in, err := t.in.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	t.key, err = readKey(in, t.path+", sheet "+name, t.opts)
	if err == nil {
		t.note("acceptable answers are in sheet %s", text.Quote(name))
	}
	return err
}
