package sheet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"github.com/luna-rating/luna/internal/files"
)

// chunk reads a column of a Parquet file.
type chunk struct {
	at, leaf int // its numbers among the columns, and among those that hold values
	kind     format.LogicalTypeValue
	physical format.Type
	width    int  // bytes of a value; 0 if the length stands before it
	optional bool // values may be missing
	room     *int // for more pages of the file, in bytes
	pages
}

// pages are those of a column in a group of rows, from the one that is read.
type pages struct {
	rest       []byte // not yet read
	codec      format.CompressionCodec
	dictionary []string
	size       int   // bytes of the page
	left       int32 // values of the page, and those that are missing
	levels     runs  // 0 for values that are missing
	indexed    bool  // values are in the dictionary
	index      runs
	values     []byte
}

// next returns the next cell.
func (c *chunk) next() (string, error) {
	for c.left == 0 {
		if err := c.nextPage(); err != nil {
			return "", err
		}
	}
	c.left--
	if c.optional {
		if level, err := c.levels.next(); err != nil || level == 0 {
			return "", err
		}
	}
	if !c.indexed {
		return c.plain(&c.values)
	}
	k, err := c.index.next()
	if err == nil && k >= len(c.dictionary) {
		err = fmt.Errorf("value %d of %d", k+1, len(c.dictionary))
	}
	if err != nil {
		return "", err
	}
	return c.dictionary[k], nil
}

// plain takes the cell off the start of plain values.
func (c *chunk) plain(values *[]byte) (string, error) {
	n, b := uint32(c.width), *values
	if n == 0 && len(b) >= 4 {
		n, b = binary.LittleEndian.Uint32(b), b[4:]
	} else if n == 0 {
		return "", errShort
	}
	if uint64(n) > uint64(len(b)) {
		return "", errShort
	}
	*values = b[n:]
	return c.cell(b[:n]), nil
}

// nextPage goes to the next page, or reads the dictionary.
func (c *chunk) nextPage() error {
	const maxHeader = 1 << 20
	var h format.PageHeader
	n, err := describe(c.rest[:min(len(c.rest), maxHeader)], &h)
	packed, size := int(h.CompressedPageSize), int(h.UncompressedPageSize)
	if err != nil || packed < 0 || packed > len(c.rest)-n {
		return errShort
	}
	data := c.rest[n : n+packed]
	c.rest, c.levels = c.rest[n+packed:], runs{}
	switch h.Type {
	case format.DictionaryPage:
		data, err = c.unpack(data, size, c.codec)
		*c.room -= 9 * c.size // its texts
		c.size, c.dictionary = 0, nil
		for err == nil && len(data) > 0 {
			var cell string
			cell, err = c.plain(&data)
			c.dictionary = append(c.dictionary, cell)
		}
		return err
	case format.DataPage:
		d := h.DataPageHeader.V
		data, err = c.unpack(data, size, c.codec)
		if err == nil && c.optional && len(data) >= 4 && d.DefinitionLevelEncoding == format.RLE {
			data, err = c.cutLevels(data, 4, int(binary.LittleEndian.Uint32(data)))
		}
		return c.start(d.NumValues, d.Encoding, data, err)
	case format.DataPageV2:
		d, codec := h.DataPageHeaderV2.V, c.codec
		if d.IsCompressed.Valid && !d.IsCompressed.V {
			codec = format.Uncompressed
		}
		before, levels := int(d.RepetitionLevelsByteLength), int(d.DefinitionLevelsByteLength)
		if data, err = c.cutLevels(data, before, levels); err == nil {
			data, err = c.unpack(data, size-before-levels, codec)
		}
		return c.start(d.NumValues, d.Encoding, data, err)
	}
	return nil
}

// cutLevels takes what says which values are missing, and what is before it, off the start of data.
func (c *chunk) cutLevels(data []byte, before, size int) ([]byte, error) {
	if before < 0 || size < 0 || before > len(data) || size > len(data)-before {
		return nil, errShort
	}
	c.levels = runs{src: data[before : before+size], width: 1}
	return data[before+size:], nil
}

// start begins with the values of a page, unless there is an error.
func (c *chunk) start(n int32, encoding format.Encoding, data []byte, err error) error {
	const older format.Encoding = 2 // that meant RLEDictionary
	c.left, c.index, c.values = n, runs{}, data
	c.indexed = encoding != format.Plain
	if c.physical == format.Boolean {
		c.indexed, c.dictionary = true, []string{"FALSE", "TRUE"}
	}
	switch {
	case err != nil:
		return err
	case n < 0:
		return errShort
	case len(data) == 0: // all are missing
	case encoding == format.Plain:
		c.index = runs{run: data, width: 1, step: 1, left: 8 * len(data)} // of truth values
	case encoding == format.RLE && c.physical == format.Boolean && len(data) > 4:
		c.index = runs{src: data[4:], width: 1}
	case (encoding == older || encoding == format.RLEDictionary) && data[0] < 32:
		c.index = runs{src: data[1:], width: int(data[0])}
	default:
		return fmt.Errorf("values encoded by %v, not plain or by a dictionary", encoding)
	}
	return nil
}

// unpack returns the bytes of a page, of which there are size, in place of the page before.
func (c *chunk) unpack(data []byte, size int, codec format.CompressionCodec) ([]byte, error) {
	*c.room -= size - c.size
	if c.size = size; *c.room < 0 {
		return nil, fmt.Errorf("pages that are %w", files.ErrTooLarge)
	}
	var in io.Reader = bytes.NewReader(data)
	var err error
	switch codec {
	case format.Uncompressed:
	case format.Snappy:
		if n, _ := snappy.DecodedLen(data); n != size {
			return nil, errShort
		}
		data, err = snappy.Decode(nil, data)
		in = bytes.NewReader(data)
	case format.Lz4Raw:
		out, n := make([]byte, max(size, 0)), 0
		n, err = lz4.UncompressBlock(data, out)
		in = bytes.NewReader(out[:max(n, 0)])
	case format.Brotli:
		in = brotli.NewReader(in)
	case format.Gzip, format.Zstd:
		var z io.ReadCloser
		if z, err = Unpack(in, "a page"); err == nil {
			defer z.Close()
			in = z
		}
	default:
		err = fmt.Errorf("pages packed by %v, not by snappy, gzip, zstd, brotli or lz4_raw", codec)
	}
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(in, int64(size)+1))
	if err == nil && len(out) != size {
		err = errShort
	}
	return out, err
}

// runs reads whole numbers that are written as runs of equal ones and as packed bits
// (https://parquet.apache.org/docs/file-format/data-pages/encodings, RLE).
type runs struct {
	src      []byte // not yet read
	width    int    // bits of a number
	left     int    // numbers of the run
	run      []byte
	at, step int // bit of the next number, and bits to the one after it
}

func (r *runs) next() (value int, err error) {
	for r.left == 0 {
		head, n := binary.Uvarint(r.src)
		size := (r.width + 7) / 8
		r.at, r.step, r.left = 0, 0, int(head>>1&(1<<23-1))
		if head&1 == 1 {
			size, r.step, r.left = r.left*r.width, r.width, 8*r.left
		}
		if n <= 0 || head>>24 > 0 || size > len(r.src)-n {
			return 0, errShort
		}
		r.run, r.src = r.src[n:n+size], r.src[n+size:]
	}
	for i := range r.width {
		value |= int(r.run[(r.at+i)/8]>>((r.at+i)%8)&1) << i
	}
	r.left, r.at = r.left-1, r.at+r.step
	return value, nil
}
