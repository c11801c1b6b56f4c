package sheet

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// looksLikeRecords matches the start of a list of records in JSON, or of one record on each line.
var looksLikeRecords = text.Pattern(`^\x{feff}?\s*(\[\s*)?\{\s*"`)

// maxNested bounds how deep the values of a record may be.
const maxNested = 20

// list is rows that are not yet returned.
type list []Row

func (l *list) next() (Row, error) {
	if len(*l) == 0 {
		return Row{}, io.EOF
	}
	row := (*l)[0]
	*l = (*l)[1:]
	return row, nil
}

// records reads records in JSON as the rows of a table, of which the first is the header. A value
// in another is in a column named as in "answers.0.text".
type records struct {
	in      *json.Decoder
	columns map[string]int
	rows    list
}

// openRecords reads all records, since the last may have a value that no other has.
func openRecords(in *bufio.Reader, name string, o Options, eager, inList bool) (*list, error) {
	c, err := findCode(in, name, o.Encoding, eager)
	if err != nil {
		return nil, readError(name, 0, err)
	}
	r := &records{json.NewDecoder(&bounded{c, maxHeld}), map[string]int{}, list{{}}}
	r.in.UseNumber()
	held := meter{name: name, most: maxHeld}
	if inList {
		_, err = r.in.Token()
	}
	for err == nil && r.in.More() {
		r.rows = append(r.rows, Row{Number: len(r.rows)})
		row := &r.rows[len(r.rows)-1]
		if err = r.value(row, "", 0); err == nil {
			if err := held.add(row.Number, row.Cells); err != nil {
				return nil, err
			}
		}
	}
	if inList && err == nil {
		_, err = r.in.Token()
	}
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, &files.Error{File: name, Line: len(r.rows) - 1, Err: err, Msg: fmt.Sprintf("found a fault in record "+
			`%d (%s), expected records such as {"id":1,"Q1":"…"}`, len(r.rows)-1, text.OneLine(err.Error()))}
	}
	for i, row := range r.rows {
		r.rows[i].Cells = append(row.Cells, make([]string, len(r.columns)-len(row.Cells))...)
	}
	return &r.rows, nil
}

// value adds the next value to a row, under a name.
func (r *records) value(row *Row, name string, depth int) error {
	t, err := r.in.Token()
	delim, nested := t.(json.Delim)
	switch {
	case err != nil:
		return err
	case !nested && depth == 0, depth > maxNested:
		return fmt.Errorf("%v in place of a record", t)
	case !nested:
		return r.set(row, name, t)
	}
	for i := 0; r.in.More(); i++ {
		inner := strconv.Itoa(i)
		if delim == '{' {
			key, err := r.in.Token()
			if err != nil {
				return err
			}
			inner = key.(string)
		}
		if err := r.value(row, strings.TrimPrefix(name+"."+inner, "."), depth+1); err != nil {
			return err
		}
	}
	_, err = r.in.Token() // what ends it
	return err
}

// set sets a cell of a row.
func (r *records) set(row *Row, name string, value json.Token) error {
	k, known := r.columns[name]
	if !known {
		if k = len(r.columns); k == maxCells {
			return fmt.Errorf("more than %d different names", maxCells)
		}
		r.columns[name] = k
		r.rows[0].Cells = append(r.rows[0].Cells, name)
	}
	for len(row.Cells) <= k {
		row.Cells = append(row.Cells, "")
	}
	switch v := value.(type) {
	case nil:
	case bool:
		row.Cells[k] = strings.ToUpper(strconv.FormatBool(v))
	default:
		row.Cells[k] = fmt.Sprint(v)
	}
	return nil
}
