package sheet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
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
	maxStructs   = 1 << 18   // that describe a file
)

// parquetFile reads the rows of a Parquet file (https://parquet.apache.org/docs/file-format), of
// which the first is the header. Package parquet-go describes the format. Its reader is not used:
// it makes room for as much as a damaged file claims to hold, which ends the program.
type parquetFile struct {
	name    string
	data    []byte
	header  []string
	columns []*chunk // that are read
	leaves  int
	groups  []format.RowGroup // not yet read
	left    int64             // rows of the group
	row     int               // the next
	room    int               // for more pages, in bytes
	most    int               // of it
}

func openParquet(in io.Reader, name string, o Options) (*parquetFile, error) {
	p := &parquetFile{name: name, most: maxPages}
	if o.MaxBytes > 0 {
		p.most = int(min(o.MaxBytes, maxPages))
	}
	var err error
	if p.data, err = files.ReadAll(in, name, maxHeld, "a smaller file"); err != nil {
		return nil, readError(name, 0, err)
	}
	end := len(p.data) - 8
	if end < 4 || string(p.data[end+4:]) != parquetMagic {
		return nil, p.damaged(0, errors.New("its end is missing"))
	}
	var about format.FileMetaData
	start := max(int64(end)-int64(binary.LittleEndian.Uint32(p.data[end:])), 0)
	if _, err := describe(p.data[start:end], &about); err != nil {
		return nil, p.damaged(0, err)
	}
	if about.EncryptionAlgorithm.Value != nil {
		return nil, refuse(name, "an encrypted Parquet file")
	}
	p.groups = about.RowGroups
	return p, p.describeColumns(about.Schema, o.Skip)
}

// describeColumns finds out the columns from the tree of their types.
func (p *parquetFile) describeColumns(
	schema []format.SchemaElement, skip func([]string) func(int) bool,
) error {
	refused := map[int]string{}
	for i := 1; i < len(schema); {
		c, what := newChunk(&schema[i])
		if c.leaf, c.room = p.leaves, &p.room; what == "" {
			c.at, p.columns = len(p.header), append(p.columns, c)
		} else {
			refused[len(p.header)] = fmt.Sprintf("%s (%s)", text.Quote(schema[i].Name), what)
		}
		p.header = append(p.header, schema[i].Name)
		for todo := 1; todo > 0; i++ { // the column and what is in it
			if i >= len(schema) || schema[i].NumChildren.V < 0 {
				return p.damaged(0, errShort)
			}
			todo += int(schema[i].NumChildren.V) - 1
			if schema[i].Type.Valid {
				p.leaves++
			}
		}
	}
	if skip != nil {
		skips := skip(p.header)
		maps.DeleteFunc(refused, func(k int, _ string) bool { return skips(k) })
	}
	switch {
	case len(refused) > 0:
		return files.New(p.name, 0, "columns "+strings.Join(slices.Sorted(maps.Values(refused)), ", "),
			"a text, number or time in each cell; --ignore-columns leaves out columns that are not needed")
	case len(p.columns) == 0:
		return files.New(p.name, 0, "no column that can be read", "a table with a header")
	}
	return nil
}

// next returns the next row.
func (p *parquetFile) next() (row Row, err error) {
	if p.row++; p.row == 1 {
		return Row{0, slices.Clone(p.header)}, nil
	}
	row = Row{p.row - 1, make([]string, len(p.header))}
	for p.left == 0 {
		if len(p.groups) == 0 {
			return Row{}, io.EOF
		}
		if err := p.open(&p.groups[0]); err != nil {
			return Row{}, p.damaged(row.Number, err)
		}
		p.groups = p.groups[1:]
	}
	p.left--
	for _, c := range p.columns {
		if row.Cells[c.at], err = c.next(); err != nil {
			return Row{}, p.damaged(row.Number, fmt.Errorf("column %s: %w", text.Quote(p.header[c.at]), err))
		}
	}
	return row, nil
}

// open goes to a group of rows.
func (p *parquetFile) open(g *format.RowGroup) error {
	if len(g.Columns) != p.leaves || g.NumRows < 0 {
		return fmt.Errorf("%d rows of %d columns", g.NumRows, len(g.Columns))
	}
	p.left, p.room = g.NumRows, p.most
	for _, c := range p.columns {
		m, end := &g.Columns[c.leaf].MetaData, int64(len(p.data))
		start, size := m.DataPageOffset, m.TotalCompressedSize
		if d := m.DictionaryPageOffset; d > 0 {
			start = min(start, d)
		}
		if start < 0 || start > end || size < 0 || size > end-start {
			return errShort
		}
		c.pages = pages{rest: p.data[start : start+size], codec: m.Codec}
	}
	return nil
}

func (p *parquetFile) damaged(row int, err error) error {
	return &files.Error{File: p.name, Line: row, Err: err, Msg: "found a damaged or unusual " +
		"Parquet file (" + text.OneLine(err.Error()) + "), expected one as pandas writes it"}
}

var errShort = errors.New("less than it says")

// describe decodes a structure at the start of data, and returns the bytes that it takes.
func describe(data []byte, into any) (n int, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%v", fault)
		}
	}()
	in := &careful{new(thrift.CompactProtocol).NewReaderFromBytes(data), len(data), 0}
	err = thrift.NewDecoder(in).Decode(into)
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err) // without the way to it, which may be long
	}
	return in.BytesRead(), err
}

// careful keeps package thrift from making room for more than there is, and from going deep.
type careful struct {
	thrift.BytesReader
	size, structs int
}

// ReadField refuses what no description of a Parquet file has.
func (c *careful) ReadField() (thrift.Field, error) {
	f, err := c.BytesReader.ReadField()
	return f, c.check(f.Type, 1, err)
}

// ReadList refuses lists that cannot be complete.
func (c *careful) ReadList() (thrift.List, error) {
	l, err := c.BytesReader.ReadList()
	if l.Type == thrift.LIST || int(l.Size) > c.size-c.BytesRead() {
		return l, errShort
	}
	return l, c.check(l.Type, int(l.Size), err)
}

func (c *careful) check(t thrift.Type, n int, err error) error {
	if t == thrift.STRUCT {
		c.structs += n
	}
	if c.structs > maxStructs || t == thrift.MAP || t == thrift.SET {
		return errShort
	}
	return err
}
