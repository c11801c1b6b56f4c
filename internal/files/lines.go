package files

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// LineReader reads lines that end in LF or CRLF.
type LineReader struct {
	in   *bufio.Reader
	max  int64
	line int
	buf  []byte
	// After a line that is too long: whether its rest is still to be read, and the error
	// that came with its last bytes.
	rest bool
	err  error
}

// NewLineReader returns a reader of lines of at most max bytes, line break included.
func NewLineReader(in io.Reader, max int64) *LineReader {
	return &LineReader{in: bufio.NewReaderSize(in, 64<<10), max: max}
}

// Line returns the number of the line that was read last, or whose reading failed, from 1.
func (r *LineReader) Line() int { return r.line }

// Read returns the next line without its line break, valid until the next call. At the
// end of the input the error is [io.EOF]: the line is what follows the last line break,
// nil if nothing does. The error of a line over the limit is [bufio.ErrTooLong]; call
// Skip to go on after it.
func (r *LineReader) Read() ([]byte, error) {
	r.buf = r.buf[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		r.buf = append(r.buf, part...)
		if int64(len(r.buf)) > r.max {
			r.line++
			r.rest, r.err = err == bufio.ErrBufferFull, err
			return nil, bufio.ErrTooLong
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(r.buf) == 0:
			return nil, io.EOF
		}
		r.line++
		if err != nil && err != io.EOF {
			return nil, err
		}
		return bytes.TrimSuffix(bytes.TrimSuffix(r.buf, []byte("\n")), []byte("\r")), err
	}
}

// maxSkipped bounds the rest of a line that is too long. A device may never end it.
const maxSkipped = 1 << 30

// Skip reads the rest of a line that is too long. It returns an error if the input fails
// before the line ends.
func (r *LineReader) Skip() error {
	for skipped := 0; r.rest; {
		var part []byte
		part, r.err = r.in.ReadSlice('\n')
		if skipped += len(part); skipped > maxSkipped {
			return errors.New("found a line that does not end within 1 GiB, expected lines")
		}
		r.rest = r.err == bufio.ErrBufferFull
	}
	if r.err == io.EOF {
		return nil
	}
	return r.err
}
