package sheet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/luna-rating/luna/internal/files"
)

const parquets = "testdata/parquet/"

func readTableFile(t *testing.T, name string, o Options) ([][]string, error) {
	t.Helper()
	r, err := Open(filepath.Join(parquets, name), o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return readAll(r)
}

var zeros = regexp.MustCompile(`(:\d\d\.\d*?)0+$`)

// sameCell reports whether cells say the same: pandas writes some numbers with exponents, and all
// six digits of a fraction of a second.
func sameCell(got, pandas string) bool {
	if got == pandas || got == zeros.ReplaceAllString(pandas, "$1") {
		return true
	}
	a, err := strconv.ParseFloat(got, 64)
	b, other := strconv.ParseFloat(pandas, 64)
	return err == nil && other == nil && a == b && strings.ContainsAny(pandas, "eE")
}

// TestParquet reads a table as pyarrow writes it, by all codecs and both kinds of pages, and
// compares each cell with what pandas shows.
func TestParquet(t *testing.T) {
	want, err := readTableFile(t, "all.csv", Options{})
	if err != nil || len(want) != 41 {
		t.Fatalf("%d rows: %v", len(want), err)
	}
	column := map[string]int{}
	for k, name := range want[0] {
		column[name] = k
	}
	for file, columns := range map[string]int{"snappy": 27, "gzip": 27, "zstd": 27, "brotli": 27, "lz4": 27,
		"plain": 25, "int96": 3} {
		rows, err := readTableFile(t, file+".parquet", Options{})
		if err != nil || len(rows) != len(want) || len(rows[0]) != columns {
			t.Errorf("%s: %d rows, error %v", file, len(rows), err)
			continue
		}
		for i, row := range rows {
			for k, cell := range row {
				if w := want[i][column[rows[0][k]]]; !sameCell(cell, w) {
					t.Errorf("%s, row %d, %s: %q, want %q", file, i, rows[0][k], cell, w)
				}
			}
		}
	}
	rows, err := readTableFile(t, "empty.parquet", Options{})
	if want := [][]string{{"id", "answer"}}; err != nil || !cmp.Equal(rows, want) {
		t.Errorf("without rows: %q, %v", rows, err)
	}
}

// TestParquetNested leaves out the columns that Skip names, and refuses the others by name.
func TestParquetNested(t *testing.T) {
	_, err := readTableFile(t, "nested.parquet", Options{})
	const want = `nested.parquet: found columns "half" (FLOAT16), "meta" (STRUCT), "seen" (MAP), ` +
		`"tags" (LIST), expected a text, number or time in each cell; ` +
		"--ignore-columns leaves out columns that are not needed"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v", err)
	}
	rows, err := readTableFile(t, "nested.parquet",
		Options{Skip: func(header []string) func(int) bool {
			return func(k int) bool { return header[k] != "half" }
		}})
	if err == nil || !strings.Contains(err.Error(), `found columns "half" (FLOAT16)`) {
		t.Errorf("one is needed: %q, %v", rows, err)
	}
	rows, err = readTableFile(t, "nested.parquet", Options{Skip: SkipAll})
	if want := [][]string{{"id", "tags", "answer", "meta", "seen", "half", "total"},
		{"ann", "", "rain", "", "", "", "3"}, {"bob", "", "snow", "", "", "", ""},
		{"cem", "", "", "", "", "", "1.25"}}; err != nil || !cmp.Equal(rows, want) {
		t.Errorf("left out: %q, %v", rows, err)
	}
}

// TestOlderKinds reads columns as writers describe them that know no logical types.
func TestOlderKinds(t *testing.T) {
	for older, c := range map[deprecated.ConvertedType]struct {
		of            format.Type
		value         string
		want, refused string
	}{
		deprecated.UTF8:            {format.ByteArray, "\x00", "\x00", ""},
		deprecated.Enum:            {format.ByteArray, "a", "a", ""},
		deprecated.Json:            {format.ByteArray, "{}", "{}", ""},
		deprecated.Decimal:         {format.Int32, "\xff\xff\xff\xff", "-0.01", ""},
		deprecated.Date:            {format.Int32, "\x01\x00\x00\x00", "1970-01-02", ""},
		deprecated.TimeMillis:      {format.Int32, "\x01\x00\x00\x00", "00:00:00.001", ""},
		deprecated.TimeMicros:      {format.Int64, "\x01\x00\x00\x00\x00\x00\x00\x00", "00:00:00.000001", ""},
		deprecated.TimestampMillis: {format.Int64, "\xff\xff\xff\xff\xff\xff\xff\xff", "1969-12-31 23:59:59.999", ""},
		deprecated.TimestampMicros: {format.Int64, "\x00\x00\x00\x00\x00\x00\x00\x00", "1970-01-01 00:00:00", ""},
		deprecated.Uint8:           {format.Int32, "\xff\x00\x00\x00", "255", ""},
		deprecated.Uint32:          {format.Int32, "\xff\xff\xff\xff", "4294967295", ""},
		deprecated.Uint64:          {format.Int64, "\xff\xff\xff\xff\xff\xff\xff\xff", "18446744073709551615", ""},
		deprecated.Int8:            {format.Int32, "\xff\xff\xff\xff", "-1", ""},
		deprecated.Int64:           {format.Int64, "\xfe\xff\xff\xff\xff\xff\xff\xff", "-2", ""},
		deprecated.Map:             {of: format.ByteArray, refused: "MAP"},
		deprecated.List:            {of: format.ByteArray, refused: "LIST"},
		deprecated.Bson:            {of: format.ByteArray, refused: "BSON"},
		deprecated.Interval:        {of: format.FixedLenByteArray, refused: "INTERVAL"},
		99:                         {format.Int32, "\x07\x00\x00\x00", "7", ""},
	} {
		k, refused := newChunk(&format.SchemaElement{Type: thrift.Null[format.Type]{V: c.of, Valid: true},
			ConvertedType: thrift.Null[deprecated.ConvertedType]{V: older, Valid: true},
			Scale:         thrift.Null[int32]{V: 2, Valid: true}})
		if refused != c.refused || refused == "" && k.cell([]byte(c.value)) != c.want {
			t.Errorf("%d: %q, refused %q, want %q, %q", older, k.cell([]byte(c.value)), refused, c.want, c.refused)
		}
	}
}

// footer returns a file with a description and nothing else.
func footer(t *testing.T, about *format.FileMetaData) []byte {
	t.Helper()
	data, err := thrift.Marshal(new(thrift.CompactProtocol), about)
	if err != nil {
		t.Fatal(err)
	}
	return withLength("PAR1" + string(data))
}

func withLength(data string) []byte {
	return append(binary.LittleEndian.AppendUint32([]byte(data), uint32(len(data)-4)), "PAR1"...)
}

// TestParquetFaults reads files that claim more than there is, for which the library's own reader
// would ask for all memory, and other faulty ones.
func TestParquetFaults(t *testing.T) {
	whole, err := os.ReadFile(parquets + "snappy.parquet")
	if err != nil {
		t.Fatal(err)
	}
	element := func(name string, of format.Type) format.SchemaElement {
		return format.SchemaElement{Name: name, Type: thrift.Null[format.Type]{V: of, Valid: true}}
	}
	root := format.SchemaElement{Name: "root", NumChildren: thrift.Null[int32]{V: 1, Valid: true}}
	one := thrift.Slice[format.SchemaElement]{root, element("a", format.Int32)}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"cut":                 {whole[:len(whole)/2], "(its end is missing), expected one as pandas writes it"},
		"short":               {[]byte("PAR1\x00\x00\x00\x00"), "(its end is missing)"},
		"encrypted":           {[]byte("PARE\x00\x00\x00\x00PARE"), "found an encrypted Parquet file, expected a file saved"},
		"long footer":         {[]byte("PAR1\xff\xff\xff\x7fPAR1"), "found a damaged or unusual Parquet file"},
		"no columns":          {footer(t, &format.FileMetaData{Schema: one[:1]}), "found no column that can be read"},
		"columns of a footer": {withLength("PAR1\x15\x04\x19\xfc\xff\xff\xff\xff\x07"), "damaged"},
		"deep":                {withLength("PAR1" + strings.Repeat("\x1c", 2<<20)), "(less than it says)"},
		"deep lists":          {withLength("PAR1\x09\xc8\x01" + strings.Repeat("\x19", 2<<20)), "(less than it says)"},
		"many rows": {footer(t, &format.FileMetaData{Schema: one, NumRows: 1 << 60, RowGroups: []format.RowGroup{{
			NumRows: 1 << 60, Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{DataPageOffset: 4}}}}}}),
			"f:1: found a damaged"},
		"no chunks": {footer(t, &format.FileMetaData{Schema: one, RowGroups: []format.RowGroup{{NumRows: 5}}}),
			`f:1: found a damaged or unusual Parquet file (column "a": less than it says)`},
		"keyed": {footer(t, &format.FileMetaData{Schema: one, EncryptionAlgorithm: format.EncryptionAlgorithm{
			Value: &format.AesGcmV1{}}}), "found an encrypted Parquet file"},
	} {
		r, err := NewReader(bytes.NewReader(c.data), "f", Options{})
		if err == nil {
			_, err = readAll(r)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
			continue
		}
		checkError(t, err)
	}
	_, err = readTableFile(t, "delta.parquet", Options{})
	if err == nil || !strings.Contains(err.Error(), `column "id": values encoded by DELTA_BINARY_PACKED, `) {
		t.Errorf("another encoding: %v", err)
	}
	for n := 4; n < len(whole); n += 97 {
		if _, err := NewReader(bytes.NewReader(whole[:n]), "f.parquet", Options{}); err == nil {
			t.Fatalf("the first %d bytes are read", n)
		}
	}
}

// TestParquetBombs unpacks pages that are longer than they say, or too long.
func TestParquetBombs(t *testing.T) {
	var zipped bytes.Buffer
	if err := Pack(&zipped, "gzip", func(w io.Writer) error {
		_, err := w.Write(make([]byte, 1<<20))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		codec format.CompressionCodec
		data  []byte
		size  int
		want  error
	}{
		{format.Gzip, zipped.Bytes(), 1 << 20, nil}, {format.Gzip, zipped.Bytes(), 1 << 10, errShort},
		{format.Gzip, zipped.Bytes(), maxPages + 1, files.ErrTooLarge}, {format.Gzip, zipped.Bytes(), 1 << 21, errShort},
		{format.Snappy, []byte("\xff\xff\xff\xff\x0f\x00"), 100, errShort},
	} {
		room := maxPages
		k := &chunk{room: &room}
		if err := decode(func() { k.unpack(c.data, c.size, c.codec) }); !errors.Is(err, c.want) {
			t.Errorf("%v to %d bytes: %v, want %v", c.codec, c.size, err, c.want)
		}
	}
	room := maxPages
	k := &chunk{room: &room, width: 1 << 20, of: &format.SchemaElement{}}
	if err := decode(func() {
		values := k.unpack(zipped.Bytes(), 1<<20, format.Gzip)
		k.plain(&values)
		k.width = 1
		k.plain(&values)
	}); !errors.Is(err, errShort) || k.width != 1 {
		t.Errorf("a value after the last: %v", err)
	}
	room = 100
	k = &chunk{room: &room} // the library does not end on this one
	if decode(func() { k.unpack([]byte("\xf0\xff\xff"), 100, format.Lz4Raw) }) == nil {
		t.Error("a damaged block of LZ4 is read")
	}
	r := runs{src: binary.AppendUvarint(nil, 1<<40), width: 1}
	if err := decode(func() { r.next() }); !errors.Is(err, errShort) {
		t.Errorf("a run of 2^39: %v", err)
	}
}

// TestRuns compares with the example of the specification, 0 to 7 in three bits each, and a run.
func TestRuns(t *testing.T) {
	r := runs{src: []byte{3, 0b10001000, 0b11000110, 0b11111010, 200 << 1 & 0xff, 3, 5}, width: 3}
	r.src[4] |= 0x80
	var got []int
	for range 10 {
		got = append(got, r.next())
	}
	if want := []int{0, 1, 2, 3, 4, 5, 6, 7, 5, 5}; !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// FuzzParquet reads anything that begins as a Parquet file does: rows of equal width, or an error.
func FuzzParquet(f *testing.F) {
	for _, name := range []string{"snappy", "gzip", "brotli", "lz4", "int96", "nested", "empty"} {
		data, err := os.ReadFile(parquets + name + ".parquet")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := NewReader(bytes.NewReader(append([]byte(parquetMagic), data[min(4, len(data)):]...)), "f",
			Options{MaxBytes: 1 << 20, Skip: SkipAll})
		if err != nil {
			checkError(t, err)
			return
		}
		defer r.Close()
		if r.rows == nil {
			return
		}
		rows, err := readAll(r)
		if err != nil {
			checkError(t, err)
		}
		for _, row := range rows {
			if len(row) != len(rows[0]) {
				t.Fatalf("%d cells below %d", len(row), len(rows[0]))
			}
		}
	})
}
