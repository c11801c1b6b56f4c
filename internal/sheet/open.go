package sheet

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Limits of unpacking.
const (
	maxExpanded = 8 << 30   // bytes of a compressed text
	maxWindow   = 128 << 20 // bytes that Zstandard may refer back to
)

// expected is what errors say should be in a file.
const expected = "a table: .csv, .tsv, .txt, .xlsx or .parquet"

// Extension returns the extension of a file's name, in lower case and without that of compression.
func Extension(name string) string {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	return filepath.Ext(name)
}

// Open opens a file. How it is read depends on its content, not on its name.
func Open(path string, o Options) (*Reader, error) {
	f, err := files.Open(path, expected)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, files.Unreadable(path, err, expected)
	}
	r, err := newReader(f, path, o, info.Mode().IsRegular())
	if err != nil {
		f.Close()
		return nil, err
	}
	r.file, r.closers = true, append([]io.Closer{f}, r.closers...)
	return r, nil
}

// NewReader returns a reader of in, which errors call name. Once it has the header, it reads no
// more of a text than is ready.
func NewReader(in io.Reader, name string, o Options) (*Reader, error) {
	return newReader(in, name, o, false)
}

// newReader returns a reader of in. Eager input can be read without waiting.
func newReader(in io.Reader, name string, o Options, eager bool) (*Reader, error) {
	if err := o.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", text.OneLine(name), err)
	}
	r := &Reader{name: name, held: meter{name: name, most: o.MaxBytes}}
	if err := r.open(in, o, eager); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// open finds out what is in the input.
func (r *Reader) open(in io.Reader, o Options, eager bool) error {
	raw := bufio.NewReaderSize(in, 64<<10)
	unpacked, err := r.unpack(raw)
	if err != nil {
		return err
	}
	start, err := peekStart(unpacked)
	if err != nil {
		return readError(r.name, 0, err)
	}
	switch {
	case isZip(start):
		r.book, err = openWorkbook(unpacked, r.name, o.Sheet)
		if err == nil {
			r.dialect.Sheet = r.book.sheet
		}
		return err
	case foreign(start) != "":
		return refuse(r.name, foreign(start))
	case lockedBy(r.name) != "":
		return &files.Error{File: r.name, Err: ErrForeign, Msg: "found the lock of a workbook that is open " +
			"in a spreadsheet program, expected " + text.Quote(lockedBy(r.name)) + ", or a copy of it"}
	case o.Sheet != "":
		return files.New(r.name, 0, "a text, which has no sheets",
			"a workbook (.xlsx) for sheet "+text.Quote(o.Sheet))
	case bytes.HasPrefix(start, []byte(parquetMagic)):
		r.dialect.Records = "Parquet"
		r.rows, err = openParquet(unpacked, r.name, o)
		return err
	}
	if m := looksLikeRecords().FindSubmatch(start); m != nil {
		r.dialect.Records = "JSON"
		r.rows, err = openRecords(unpacked, r.name, o, eager, len(m[1]) > 0)
		return err
	}
	r.text, r.dialect, err = openText(raw, unpacked, r.name, o, eager, r.dialect)
	if e, ok := errors.AsType[*files.Error](err); ok && e.Err == nil && o.Encoding == "" &&
		strings.HasPrefix(Extension(r.name), ".xls") {
		return refuse(r.name, "no workbook")
	}
	return err
}

// peekStart returns the first bytes of the input, fewer only where it ends or has to be waited for.
func peekStart(in *bufio.Reader) ([]byte, error) {
	for n := 1; ; n = in.Buffered() + 1 {
		start, err := in.Peek(n)
		if err == io.EOF {
			return start, nil
		}
		if err != nil {
			return nil, err
		}
		start, _ = in.Peek(in.Buffered())
		if len(start) >= 8 || bytes.ContainsAny(start, "\r\n") {
			return start, nil
		}
	}
}

// The first bytes of compressed files.
const gzipped, zstandard = "\x1f\x8b", "\x28\xb5\x2f\xfd"

// Packed reports whether an input is compressed by gzip or Zstandard, without reading on.
func Packed(in *bufio.Reader) (bool, error) {
	start, err := peekStart(in)
	return bytes.HasPrefix(start, []byte(gzipped)) || bytes.HasPrefix(start, []byte(zstandard)), err
}

// unpack returns the input, decompressed if it is compressed.
func (r *Reader) unpack(raw *bufio.Reader) (*bufio.Reader, error) {
	start, err := peekStart(raw)
	if err != nil {
		return nil, readError(r.name, 0, err)
	}
	var in io.Reader
	switch {
	case bytes.HasPrefix(start, []byte(gzipped)):
		r.dialect.Compression = "gzip"
		z, err := gzip.NewReader(raw)
		if err != nil {
			return nil, readError(r.name, 0, err)
		}
		in = z
	case bytes.HasPrefix(start, []byte(zstandard)):
		r.dialect.Compression = "zstd"
		z, err := zstd.NewReader(raw, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, readError(r.name, 0, err)
		}
		r.closers = append(r.closers, z.IOReadCloser())
		in = z
	default:
		return raw, nil
	}
	return bufio.NewReaderSize(&bounded{in, maxExpanded}, 64<<10), nil
}

// Unpack returns the content of a file, decompressed if it is compressed by gzip or Zstandard.
// Errors call it name. Closing the result does not close in.
func Unpack(in io.Reader, name string) (io.ReadCloser, error) {
	r := &Reader{name: name}
	unpacked, err := r.unpack(bufio.NewReaderSize(in, 64<<10))
	if err != nil {
		r.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{unpacked, r}, nil
}

// bounded is a reader that fails after a number of bytes.
type bounded struct {
	in   io.Reader
	left int64
}

var errTooLarge = errors.New("it unpacks to more than this program reads")

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLarge
	}
	n, err := b.in.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// readError describes an error of reading.
func readError(name string, line int, err error) error {
	if told := (*files.Error)(nil); errors.As(err, &told) {
		return told
	}
	return &files.Error{File: name, Line: line, Err: err,
		Msg: "found an error while reading, expected " + expected + ": " +
			text.OneLine(err.Error())}
}
