package sheet

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

const (
	parquetMagic = "PAR1"
	maxPages     = 256 << 20 // bytes of the pages that are unpacked at once
	maxItems     = 1 << 19   // that describe a file
)

// parquetFile reads the rows of a Parquet file (https://parquet.apache.org/docs/file-format), of
// which the first is the header. Package parquet-go describes the format. Its reader is not used:
// it makes room for as much as a damaged file claims to hold, which ends the program.
type parquetFile struct {
	name       string
	data       []byte
	header     []string
	columns    []*chunk          // that are read
	leaves     int               // columns that hold values
	groups     []format.RowGroup // not yet read
	left       int64             // rows of the group
	row        int               // the next
	room, most int               // bytes for more pages: now, and when none is open
}

func openParquet(in io.Reader, name string, o Options) (*parquetFile, error) {
	data, err := files.ReadAll(in, name, maxHeld, "a smaller file")
	if err != nil {
		return nil, readError(name, 0, err)
	}
	p := &parquetFile{name: name, data: slices.Clip(data),
		most: int(min(cmp.Or(max(o.MaxBytes, 0), maxPages), maxPages))}
	var about format.FileMetaData
	refused := map[int]string{}
	if err := decode(func() {
		end := len(data) - 8
		if end < 4 || string(data[end+4:]) != parquetMagic {
			panic(errors.New("its end is missing"))
		}
		describe(data[max(int64(end)-int64(little(data[end:end+4])), 0):end], &about)
		p.describeColumns(about.Schema, refused)
	}); err != nil {
		return nil, p.damaged(0, err)
	}
	if o.Skip != nil {
		skips := o.Skip(p.header)
		maps.DeleteFunc(refused, func(k int, _ string) bool { return skips(k) })
	}
	switch {
	case about.EncryptionAlgorithm.Value != nil:
		return nil, refuse(name, "an encrypted Parquet file")
	case len(refused) > 0:
		return nil, files.New(name, 0, "columns "+strings.Join(slices.Sorted(maps.Values(refused)), ", "),
			"a text, number or time in each cell; --ignore-columns leaves out columns that are not needed")
	case len(p.columns) == 0:
		return nil, files.New(name, 0, "no column that can be read", "a table with a header")
	}
	p.groups = slices.DeleteFunc(about.RowGroups, func(g format.RowGroup) bool { return g.NumRows == 0 })
	return p, nil
}

// describeColumns finds out the columns from the tree of their types, and which are refused.
func (p *parquetFile) describeColumns(schema []format.SchemaElement, refused map[int]string) {
	for i := 1; i < len(schema); {
		c, what := newChunk(&schema[i])
		if c.at, c.leaf, c.room = len(p.header), p.leaves, &p.room; what == "" {
			p.columns = append(p.columns, c)
		} else {
			refused[c.at] = fmt.Sprintf("%s (%s)", text.Quote(schema[i].Name), what)
		}
		p.header = append(p.header, schema[i].Name)
		for todo := 1; todo > 0; i++ { // the column and what is in it
			todo += int(schema[i].NumChildren.V) - 1
			if schema[i].Type.Valid {
				p.leaves++
			}
		}
	}
}

// next returns the next row.
func (p *parquetFile) next() (Row, error) {
	if p.row++; p.row == 1 {
		return Row{0, slices.Clone(p.header)}, nil
	}
	if p.left == 0 && len(p.groups) == 0 {
		return Row{}, io.EOF
	}
	row, c := Row{p.row - 1, make([]string, len(p.header))}, p.columns[0]
	err := decode(func() {
		if p.left == 0 {
			g := &p.groups[0]
			expect(len(g.Columns) == p.leaves && g.NumRows >= 0)
			p.left, p.room, p.groups = g.NumRows, p.most, p.groups[1:]
			for _, c = range p.columns {
				m := &g.Columns[c.leaf].MetaData
				start := min(m.DataPageOffset, cmp.Or(m.DictionaryPageOffset, m.DataPageOffset))
				c.pages = pages{codec: m.Codec, dictionary: truths[c.of.Type.V],
					rest: p.data[start:][:m.TotalCompressedSize]}
			}
		}
		p.left--
		for _, c = range p.columns {
			row.Cells[c.at] = c.next()
		}
	})
	if err != nil {
		return Row{}, p.damaged(row.Number, fmt.Errorf("column %s: %w", text.Quote(p.header[c.at]), err))
	}
	return row, nil
}

func (p *parquetFile) damaged(row int, err error) error {
	return &files.Error{File: p.name, Line: row, Err: err, Msg: "found a damaged or unusual " +
		"Parquet file (" + text.OneLine(err.Error()) + "), expected one as pandas writes it"}
}

var errShort = errors.New("less than it says")

// decode returns the error with which f panics. Data that end too early for an index or a slice are
// an error like any other. What decodes them need not compare lengths where it cuts b[n:], which
// fails if n is beyond the end, as b[:n] alone may not.
func decode(f func()) (err error) {
	defer func() {
		fault := recover()
		err, _ = fault.(error)
		if _, short := fault.(runtime.Error); short || fault != nil && err == nil {
			err = errShort
		}
	}()
	f()
	return nil
}

func expect(enough bool) {
	if !enough {
		panic(errShort)
	}
}

// describe decodes a structure at the start of data, and returns the bytes that it takes.
func describe(data []byte, into any) int {
	in := &careful{new(thrift.CompactProtocol).NewReaderFromBytes(data), len(data), maxItems}
	expect(thrift.NewDecoder(in).Decode(into) == nil)
	return in.BytesRead()
}

// careful keeps package thrift from making room for more than there can be, and from going deep.
type careful struct {
	thrift.BytesReader
	size, left int // of data; and for structures and items of lists
}

// ReadField counts the structures, of which one may be in another.
func (c *careful) ReadField() (thrift.Field, error) {
	f, err := c.BytesReader.ReadField()
	if f.Type == thrift.STRUCT {
		c.left -= 2
	}
	return f, c.check(f.Type, err)
}

// ReadList counts the items before there is room for them.
func (c *careful) ReadList() (thrift.List, error) {
	l, err := c.BytesReader.ReadList()
	expect(l.Type != thrift.LIST && int(l.Size) <= c.size-c.BytesRead())
	c.left -= int(l.Size)
	return l, c.check(l.Type, err)
}

// check also refuses what no description of a Parquet file has.
func (c *careful) check(t thrift.Type, err error) error {
	expect(c.left >= 0 && t != thrift.MAP && t != thrift.SET)
	return err
}
