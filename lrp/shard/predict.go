package shard

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"unicode"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

// Opener opens a file of respondents. What can be read at any offset, such as an [os.File], is
// opened once. What says its size and time is checked by them, see [Input.Unchanged].
type Opener func(name string) (io.ReadCloser, error)

// Predict writes the predictions of a part, counts its records and notes what it has read. Part I of
// N has the records that begin in the I-th of N equal shares of the bytes of all inputs.
func (m *Manifest) Predict(
	ctx context.Context, model *lrp.Model, open Opener, w io.Writer, o batch.Options,
) error {
	var total, offset int64
	for _, in := range m.Inputs {
		total += max(1, in.Bytes) // an empty table is found out
	}
	m.Records, m.Bad, m.Read = 0, 0, nil
	out := &joined{Writer: w, tables: o.Form == batch.CSV}
	for _, in := range m.Inputs {
		low := total*int64(m.Shard)/int64(m.Shards) - offset
		high := total*int64(m.Shard+1)/int64(m.Shards) - offset
		offset += max(1, in.Bytes)
		if high <= 0 || low >= max(1, in.Bytes) {
			continue
		}
		if high >= max(1, in.Bytes) {
			high = math.MaxInt64 // to the end, wherever that is
		}
		of := o
		if o.Note != nil {
			of.Note = func(note string) { o.Note(in.File + ": " + note) }
		}
		s := share{Input: in, open: open, low: low, high: high, read: counter{Hash: sha256.New()}}
		summary, err := s.predict(ctx, model, out.next(in.File), of)
		m.Records += summary.Records
		m.Bad += summary.Bad
		if err != nil {
			return err
		}
		if in.From, in.Bytes, in.SHA256 = s.From, s.read.bytes, s.read.digest(); in.Bytes > 0 {
			m.Read = append(m.Read, in)
		}
	}
	return nil
}

// share is a range of bytes of a file, to which the lines belong that begin in it.
type share struct {
	Input     // the file; From is where the first line begins
	open      Opener
	file      io.ReadCloser
	low, high int64
	read      counter // from there on
}

// predict predicts the records of a share. A table and a compressed file are not divided: they
// belong to the share that has their first byte.
func (s *share) predict(
	ctx context.Context, model *lrp.Model, w io.Writer, o batch.Options,
) (sum batch.Summary, err error) {
	if s.file, err = s.open(s.File); err != nil {
		return sum, err
	}
	defer s.file.Close()
	if err := s.unchanged(); err != nil {
		return sum, err
	}
	start := bufio.NewReader(s.file)
	packed, err := sheet.Packed(start)
	switch {
	case err != nil:
		return sum, err
	case !packed && o.Form == batch.JSONLines:
		sum, err = s.predictLines(ctx, model, w, o)
	case s.low <= 0:
		sum, err = s.predictWhole(ctx, model, io.TeeReader(start, &s.read), w, o)
	}
	return sum, cmp.Or(err, s.unchanged())
}

// unchanged checks the open file, if it tells its size and time.
func (s *share) unchanged() error {
	file, ok := s.file.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return s.Unchanged(Describe(s.File, info))
}

// predictWhole predicts the records of a file that is not divided.
func (s *share) predictWhole(
	ctx context.Context, model *lrp.Model, file io.Reader, w io.Writer, o batch.Options,
) (sum batch.Summary, err error) {
	in := file
	if o.Form == batch.JSONLines {
		unpacked, err := sheet.Unpack(file, s.File)
		if err != nil {
			return sum, err
		}
		defer unpacked.Close()
		in = unpacked
	}
	if sum, err = batch.Predict(ctx, model, in, s.File, w, o); err == nil {
		_, err = io.Copy(io.Discard, file)
	}
	return sum, cmp.Or(err, s.ended())
}

// ended checks that what the share has read ends where the file does.
func (s *share) ended() error {
	if end := s.From + s.read.bytes; end != s.Bytes {
		return files.New(s.File, 0, fmt.Sprintf("%d bytes", end),
			fmt.Sprintf("%d, the size that it was said to have", s.Bytes))
	}
	return nil
}

// predictLines predicts the records whose lines begin in a share.
func (s *share) predictLines(
	ctx context.Context, model *lrp.Model, w io.Writer, o batch.Options,
) (sum batch.Summary, err error) {
	if s.From, err = s.lineStart(); err != nil {
		return sum, err
	}
	blank, err := s.isBlank()
	if err != nil {
		return sum, err
	}
	file, err := s.from(s.From)
	if err != nil {
		return sum, err
	}
	defer file.Close()
	lines := s.lines(bufio.NewReader(file))
	in := io.TeeReader(lines, &s.read)
	var counting error
	if blank { // is read again, because a header may follow
		before, err := s.from(0)
		if err != nil {
			return sum, err
		}
		defer before.Close()
		in = io.MultiReader(io.LimitReader(before, s.From), in)
	} else {
		o.Before = func() (n int) {
			n, counting = s.linesBefore()
			return n
		}
	}
	sum, err = batch.Predict(ctx, model, in, s.File, w, o)
	if err = errors.Join(err, counting); err == nil && !lines.ended {
		err = s.ended()
	}
	return sum, err
}

// from returns the file from an offset on.
func (s *share) from(offset int64) (io.ReadCloser, error) {
	if at, ok := s.file.(io.ReaderAt); ok {
		return io.NopCloser(io.NewSectionReader(at, offset, math.MaxInt64-offset)), nil
	}
	file, err := s.open(s.File)
	if err != nil {
		return nil, err
	}
	if _, err = io.CopyN(io.Discard, file, offset); err != nil && err != io.EOF {
		file.Close()
		return nil, err
	}
	return file, nil
}

// lineStart returns where the first line begins that does not begin before the share.
func (s *share) lineStart() (int64, error) {
	if s.low <= 0 {
		return 0, nil
	}
	file, err := s.from(s.low - 1)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	n, err := io.Copy(io.Discard, &lineReader{in: bufio.NewReader(file)})
	return s.low - 1 + n, err
}

// isBlank reports whether the file before the share's lines has nothing but white space and a byte
// order mark.
func (s *share) isBlank() (bool, error) {
	file, err := s.from(0)
	if err != nil {
		return false, err
	}
	defer file.Close()
	r := bufio.NewReader(io.LimitReader(file, s.From))
	for {
		c, _, err := r.ReadRune()
		switch {
		case err == io.EOF:
			return true, nil
		case err != nil:
			return false, err
		case c != '\ufeff' && !unicode.IsSpace(c):
			return false, nil
		}
	}
}

// linesBefore counts the lines before the share's.
func (s *share) linesBefore() (n int, err error) {
	file, err := s.from(0)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	in, buffer := io.LimitReader(file, s.From), make([]byte, 1<<20)
	for {
		k, err := in.Read(buffer)
		n += bytes.Count(buffer[:k], []byte("\n"))
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// lines returns the lines of the share, with which the input begins.
func (s *share) lines(in *bufio.Reader) *lineReader {
	return &lineReader{in: in, left: max(0, s.high-1-s.From), ended: s.From >= s.high}
}

// lineReader reads a number of bytes and the rest of the line that the next byte belongs to.
type lineReader struct {
	in    *bufio.Reader
	left  int64
	ended bool
}

// Read implements [io.Reader].
func (l *lineReader) Read(p []byte) (int, error) {
	switch {
	case l.ended:
		return 0, io.EOF
	case l.left > 0:
		n, err := l.in.Read(p[:min(int64(len(p)), l.left)])
		l.left -= int64(n)
		return n, err
	}
	for n := range p {
		c, err := l.in.ReadByte()
		if err != nil {
			return n, err
		}
		p[n] = c
		if c == '\n' {
			l.ended = true
			return n + 1, nil
		}
	}
	return len(p), nil
}
