package shard

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"unicode"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

// Opener opens a file of respondents. Where it is a file of this computer, it can be sought in.
type Opener func(name string) (io.ReadCloser, error)

// Predict writes the predictions of a part and counts its records. Part I of N has the records that
// begin in the I-th of N equal shares of the bytes of all inputs.
func (m *Manifest) Predict(
	ctx context.Context, model *lrp.Model, open Opener, w io.Writer, o batch.Options,
) error {
	var total, offset int64
	for _, in := range m.Inputs {
		total += max(1, in.Bytes) // an empty table is found out
	}
	m.Records, m.Bad = 0, 0
	out := &joined{Writer: w, tables: o.Form == batch.CSV}
	for _, in := range m.Inputs {
		low := total*int64(m.Shard)/int64(m.Shards) - offset
		high := total*int64(m.Shard+1)/int64(m.Shards) - offset
		offset += max(1, in.Bytes)
		if high <= 0 || low >= max(1, in.Bytes) {
			continue
		}
		of := o
		if o.Note != nil {
			of.Note = func(note string) { o.Note(in.File + ": " + note) }
		}
		s := share{in.File, open, low, high}
		summary, err := s.predict(ctx, model, out.next(in.File), of)
		m.Records += summary.Records
		m.Bad += summary.Bad
		if err != nil {
			return err
		}
	}
	return nil
}

// share is a range of bytes of a file, to which the lines belong that begin in it.
type share struct {
	name      string
	open      Opener
	low, high int64
}

// predict predicts the records of a share. A table and a compressed file are not divided: they
// belong to the share that has their first byte.
func (s *share) predict(
	ctx context.Context, model *lrp.Model, w io.Writer, o batch.Options,
) (batch.Summary, error) {
	file, err := s.open(s.name)
	if err != nil {
		return batch.Summary{}, err
	}
	defer file.Close()
	start := bufio.NewReader(file)
	packed, err := sheet.Packed(start)
	switch {
	case err != nil:
		return batch.Summary{}, err
	case !packed && o.Form == batch.JSONLines:
		return s.predictLines(ctx, model, w, o)
	case s.low > 0:
		return batch.Summary{}, nil
	case o.Form == batch.CSV:
		return batch.Predict(ctx, model, start, s.name, w, o)
	}
	unpacked, err := sheet.Unpack(start, s.name)
	if err != nil {
		return batch.Summary{}, err
	}
	defer unpacked.Close()
	return batch.Predict(ctx, model, unpacked, s.name, w, o)
}

// predictLines predicts the records whose lines begin in a share.
func (s *share) predictLines(
	ctx context.Context, model *lrp.Model, w io.Writer, o batch.Options,
) (batch.Summary, error) {
	low, err := s.lineStart()
	if err != nil {
		return batch.Summary{}, err
	}
	// Blank lines at the beginning are read again, because a header may follow them.
	if blank, err := s.isBlank(low); err != nil {
		return batch.Summary{}, err
	} else if blank {
		low = 0
	}
	file, err := s.from(low)
	if err != nil {
		return batch.Summary{}, err
	}
	defer file.Close()
	var counting error
	if low > 0 {
		o.Before = func() (n int) {
			n, counting = s.linesBefore(low)
			return n
		}
	}
	summary, err := batch.Predict(ctx, model, s.linesFrom(low, bufio.NewReader(file)), s.name, w, o)
	return summary, errors.Join(err, counting)
}

// from opens the file at an offset.
func (s *share) from(offset int64) (io.ReadCloser, error) {
	file, err := s.open(s.name)
	if err != nil || offset == 0 {
		return file, err
	}
	if f, ok := file.(io.Seeker); ok {
		_, err = f.Seek(offset, io.SeekStart)
	} else {
		_, err = io.CopyN(io.Discard, file, offset)
	}
	if err != nil && err != io.EOF {
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

// isBlank reports whether the file up to an offset has nothing but white space and a byte order
// mark.
func (s *share) isBlank(end int64) (bool, error) {
	file, err := s.open(s.name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	r := bufio.NewReader(io.LimitReader(file, end))
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

// linesBefore counts the lines before an offset, at which one begins.
func (s *share) linesBefore(end int64) (n int, err error) {
	file, err := s.open(s.name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	in, buffer := io.LimitReader(file, end), make([]byte, 1<<20)
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

// linesFrom returns the lines of the share from one that begins at an offset.
func (s *share) linesFrom(offset int64, in *bufio.Reader) io.Reader {
	return &lineReader{in: in, left: max(0, s.high-1-offset), ended: offset >= s.high}
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
