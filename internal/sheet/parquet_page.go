package sheet

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// chunk reads a column of a Parquet file.
type chunk struct {
	at, leaf  int // its numbers among the columns, and among those that hold values
	of        *format.SchemaElement
	kind      string // as package format writes it
	perSecond int64  // units of times
	width     int    // bytes of a value; 0 if the length stands before it
	room      *int   // for more pages of the file, in bytes
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
	values     []byte
	index      runs // of the values in the dictionary, if there are none here
}

// next returns the next cell.
func (c *chunk) next() string {
	for c.left == 0 {
		c.nextPage()
	}
	c.left--
	switch {
	case c.of.RepetitionType.V == format.Optional && c.levels.next() == 0:
		return ""
	case c.values != nil:
		return c.plain(&c.values)
	}
	return c.dictionary[c.index.next()]
}

// plain takes the cell off the start of plain values.
func (c *chunk) plain(values *[]byte) string {
	n, b := c.width, *values
	if n == 0 {
		n, b = int(little(b[:4])), b[4:]
	}
	*values = b[n:]
	return c.cell(b[:n])
}

// nextPage goes to the next page, or reads the dictionary.
func (c *chunk) nextPage() {
	var h format.PageHeader
	n := describe(c.rest, &h)
	end := n + int(h.CompressedPageSize)
	data, size, codec := c.rest[n:end], int(h.UncompressedPageSize), c.codec
	c.rest, c.levels = c.rest[end:], runs{}
	d, d2 := h.DataPageHeader.V, h.DataPageHeaderV2.V
	if h.Type == format.DataPageV2 { // what says which values are missing is before what is packed
		before, levels := int(d2.RepetitionLevelsByteLength), int(d2.DefinitionLevelsByteLength)
		data, size = c.cutLevels(data, before, levels), size-before-levels
		if d2.IsCompressed.Valid && !d2.IsCompressed.V {
			codec = format.Uncompressed
		}
		d = format.DataPageHeader{NumValues: d2.NumValues, Encoding: d2.Encoding}
	}
	data = c.unpack(data, size, codec)
	switch {
	case h.Type == format.DictionaryPage:
		*c.room -= 9 * c.size // its texts
		for c.size, c.dictionary = 0, nil; len(data) > 0; {
			c.dictionary = append(c.dictionary, c.plain(&data))
		}
		return
	case c.of.RepetitionType.V == format.Optional && d.DefinitionLevelEncoding == format.RLE:
		data = c.cutLevels(data, 4, int(little(data[:4])))
	}
	c.start(d.NumValues, d.Encoding, data)
}

// cutLevels takes what says which values are missing, and what is before it, off the start of data.
func (c *chunk) cutLevels(data []byte, before, size int) []byte {
	c.levels = runs{src: data[before:][:size], width: 1}
	return data[before+size:]
}

// start begins with the values of a page.
func (c *chunk) start(n int32, encoding format.Encoding, data []byte) {
	c.left, c.index, c.values = max(n, 0), runs{}, nil
	switch boolean := c.of.Type.V == format.Boolean; {
	case len(data) == 0: // all are missing
	case encoding == format.Plain && boolean:
		c.index = runs{run: data, width: 1, step: 1, left: 8 * len(data)}
	case encoding == format.Plain:
		c.values = data
	case encoding == format.RLE && boolean:
		c.index = runs{src: data[4:], width: 1}
	case (encoding == 2 || encoding == format.RLEDictionary) && data[0] < 32: // 2 is its older number
		c.index = runs{src: data[1:], width: int(data[0])}
	default:
		panic(fmt.Errorf("values encoded by %v, not plain or by a dictionary", encoding))
	}
}

// unpack returns the bytes of a page, of which there are size, in place of the page before.
func (c *chunk) unpack(data []byte, size int, codec format.CompressionCodec) (out []byte) {
	*c.room -= size - c.size
	if c.size = size; size < 0 || *c.room < 0 {
		panic(fmt.Errorf("pages that are %w", files.ErrTooLarge))
	}
	switch in := bytes.NewReader(data); codec {
	case format.Uncompressed:
		out = data
	case format.Snappy:
		if n, _ := snappy.DecodedLen(data); n == size {
			out = must(snappy.Decode(nil, data))
		}
	case format.Lz4Raw:
		out = make([]byte, size)
		size = must(lz4.UncompressBlock(data, out))
	case format.Brotli:
		out = must(io.ReadAll(io.LimitReader(brotli.NewReader(in), int64(size)+1)))
	case format.Gzip, format.Zstd:
		z := must(Unpack(in, "a page"))
		defer z.Close()
		out = must(io.ReadAll(io.LimitReader(z, int64(size)+1)))
	default:
		panic(fmt.Errorf("pages packed by %v, not by snappy, gzip, zstd, brotli or lz4_raw", codec))
	}
	expect(len(out) == size)
	return out
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
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

func (r *runs) next() (value int) {
	for r.left == 0 {
		head, n := binary.Uvarint(r.src)
		size := (r.width + 7) / 8
		expect(n > 0 && head < 1<<24)
		r.at, r.step, r.left = 0, 0, int(head>>1)
		if head&1 == 1 {
			size, r.step, r.left = r.left*r.width, r.width, 8*r.left
		}
		r.run, r.src = r.src[n:n+size], r.src[n+size:]
	}
	for i := range r.width {
		value |= int(r.run[(r.at+i)/8]>>((r.at+i)%8)&1) << i
	}
	r.left, r.at = r.left-1, r.at+r.step
	return value
}

var (
	// shownKinds are the types of the values that a cell can show: none, or these.
	shownKinds = text.Pattern(`^($|STRING|ENUM|JSON|NULL|INT\(|UUID|DATE|DECIMAL|` +
		`TIME.*\(.*(MILLIS|MICROS|NANOS)\))`)
	perSecond = map[string]int64{"MILLIS": 1e3, "MICROS": 1e6, "NANOS": 1e9}
	// layouts show fractions of a second where there are any.
	layouts = map[string]string{"TIME": "15:04:05.999999999", "TIMESTAMP": "2006-01-02 15:04:05.999999999"}
	// olderKinds are the types by the numbers that they had before there were logical ones.
	olderKinds = strings.Fields("STRING MAP MAP LIST ENUM DECIMAL DATE TIME(MILLIS) TIME(MICROS) " +
		"TIMESTAMP(MILLIS) TIMESTAMP(MICROS) INT(8,false) INT(16,false) INT(32,false) INT(64,false) " +
		"INT(8,true) INT(16,true) INT(32,true) INT(64,true) JSON BSON INTERVAL")
	truths = map[format.Type][]string{format.Boolean: {"FALSE", "TRUE"}}
	widths = map[format.Type]int{format.Int32: 4, format.Int64: 8, format.Int96: 12, format.Float: 4,
		format.Double: 8}
)

// newChunk finds out how values are written, and returns their type if a cell cannot show them.
func newChunk(s *format.SchemaElement) (c *chunk, refused string) {
	c = &chunk{of: s, kind: s.LogicalType.String(),
		width: cmp.Or(widths[s.Type.V], max(int(s.TypeLength.V), 0))}
	if k := s.ConvertedType; c.kind == "" && k.Valid && k.V >= 0 && int(k.V) < len(olderKinds) {
		c.kind = olderKinds[k.V]
	}
	if d, ok := s.LogicalType.Value.(*format.DecimalType); ok {
		s.Scale.V = d.Scale
	}
	shown := shownKinds().FindStringSubmatch(c.kind)
	if shown == nil || !s.Type.Valid || s.RepetitionType.V == format.Repeated || uint32(s.Scale.V) > 100 {
		return c, cmp.Or(c.kind, map[bool]string{true: "LIST", false: "STRUCT"}[s.Type.Valid])
	}
	c.perSecond = perSecond[shown[2]]
	return c, ""
}

// little returns the little-endian number in bytes, of which eight count.
func little(b []byte) uint64 {
	var all [8]byte
	copy(all[:], b)
	return binary.LittleEndian.Uint64(all[:])
}

// cell returns a value as a spreadsheet shows it, with all digits.
func (c *chunk) cell(b []byte) string {
	u, unused := little(b), 64-8*min(len(b), 8)
	v := int64(u<<unused) >> unused
	switch kind, _, _ := strings.Cut(c.kind, "("); {
	case kind == "DATE":
		return time.Unix(v*86400, 0).UTC().Format(time.DateOnly)
	case c.perSecond > 0:
		return time.Unix(v/c.perSecond, v%c.perSecond*(1e9/c.perSecond)).UTC().Format(layouts[kind])
	case kind == "DECIMAL":
		digits := big.NewInt(v)
		if c.of.Type.V >= format.ByteArray && len(b) > 0 { // big-endian, in two's complement
			b = b[:min(len(b), 64)] // more than any writer's numbers have
			digits.SetBytes(b).Sub(digits, new(big.Int).Lsh(big.NewInt(int64(b[0]>>7)), uint(8*len(b))))
		}
		number, _ := new(big.Rat).SetString(fmt.Sprintf("%de-%d", digits, c.of.Scale.V))
		return number.FloatString(int(c.of.Scale.V))
	case kind == "UUID" && len(b) == 16:
		return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	case strings.HasSuffix(c.kind, ",false)"):
		return strconv.FormatUint(u, 10)
	}
	switch c.of.Type.V {
	case format.Int32, format.Int64:
		return strconv.FormatInt(v, 10)
	case format.Int96: // nanoseconds of the day, and days since 4714 BC
		return time.Unix((int64(little(b[8:]))-2440588)*86400, v).UTC().Format(layouts["TIMESTAMP"])
	case format.Float:
		return float(float64(math.Float32frombits(uint32(u))), 32)
	case format.Double:
		return float(math.Float64frombits(u), 64)
	}
	if !utf8.Valid(b) {
		return fmt.Sprintf("0x%x", b)
	}
	return string(b)
}

func float(v float64, bits int) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', -1, bits), "NaN") // is missing
}
