package shard

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"path"
	"sync"
	"unicode"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

const respondents = "respondents: a table, or JSON lines" // are expected

const table = ".csv" // extension of parts of tables

// Inputs describes files of respondents and returns the extension of the answers. The files must be
// of one form.
func Inputs(from Storage, names []string) (list []Input, extension string, err error) {
	for _, name := range names {
		is := ".jsonl"
		if format, known := datasets.ByExtension(path.Base(name)); known && format.Named("csv") {
			is = table
		}
		if extension = cmp.Or(extension, is); extension != is {
			return nil, "", files.New(name, 0, "tables and JSON lines", "files of one form")
		}
		in, err := from.Describe(name, nil)
		if err != nil {
			return nil, "", files.Unreadable(name, err, respondents)
		}
		list = append(list, in)
	}
	return list, extension, nil
}

// Predict writes the predictions of a part, counts its records and notes what it has read. Part I
// of N has the records that begin in the I-th of N equal shares of the bytes of all inputs.
func (m *Manifest) Predict(
	ctx context.Context, model *lrp.Model, from Storage, w io.Writer, o batch.Options,
) error {
	var total, offset int64
	for _, in := range m.Inputs {
		total += max(1, in.Bytes) // an empty table is found out
	}
	m.Records, m.Bad, m.Read = 0, 0, nil
	if path.Ext(m.File) == table {
		o.Form = batch.CSV
	}
	all := &joined{w: w, tables: o.Form == batch.CSV}
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
		s := share{Input: in, from: from, low: low, high: high, read: counter{Hash: sha256.New()}}
		err := all.add(in.File, func(w io.Writer) error {
			summary, err := s.predict(ctx, model, w, of)
			m.Records += summary.Records
			m.Bad += summary.Bad
			return err
		})
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
	from      Storage
	file      io.ReadCloser
	low, high int64
	read      counter // from there on
}

// predict predicts the records of a share. A table and a compressed file are not divided: they
// belong to the share that has their first byte.
func (s *share) predict(
	ctx context.Context, model *lrp.Model, w io.Writer, o batch.Options,
) (sum batch.Summary, err error) {
	if s.file, err = s.from.Open(s.File); err != nil {
		return sum, files.Unreadable(s.File, err, respondents)
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
		sum, err = s.predictLines(ctx, model, start, w, o)
	case s.low <= 0:
		sum, err = s.predictWhole(ctx, model, io.TeeReader(start, &s.read), w, o)
	}
	return sum, cmp.Or(err, s.unchanged())
}

// unchanged checks that the open file is the one that the work began with.
func (s *share) unchanged() error {
	now, err := s.from.Describe(s.File, s.file)
	if same := now.Bytes == s.Bytes && (now.Time == s.Time || s.Time == ""); err == nil && !same {
		return files.New(s.File, 0, fmt.Sprintf("%d bytes of %s", now.Bytes, now.Time),
			fmt.Sprintf("%d bytes of %s, with which the work began", s.Bytes, s.Time))
	}
	return err
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
	if err == nil {
		err = s.ended()
	}
	return sum, err
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
	ctx context.Context, model *lrp.Model, file *bufio.Reader, w io.Writer, o batch.Options,
) (sum batch.Summary, err error) {
	lines, err := s.lines(file)
	if err != nil {
		return sum, err
	}
	var counting error
	o.Before = sync.OnceValues(func() (n int, blank bool) {
		n, blank, counting = s.before()
		return n, blank
	})
	sum, err = batch.Predict(ctx, model, io.TeeReader(lines, &s.read), s.File, w, o)
	if err == nil { // else some may be at work still
		err = counting
	}
	if err == nil && !lines.ended {
		err = s.ended()
	}
	return sum, err
}

// lines returns the lines of the share, and notes where they begin in the file, at whose start it
// is.
func (s *share) lines(file *bufio.Reader) (*lineReader, error) {
	if s.low > 0 {
		if at, ok := s.file.(io.ReaderAt); ok {
			file.Reset(io.NewSectionReader(at, s.low-1, math.MaxInt64-s.low))
		} else if _, err := io.CopyN(io.Discard, file, s.low-1); err != nil && err != io.EOF {
			return nil, err
		}
		n, err := io.Copy(io.Discard, &lineReader{in: file}) // the rest of the line before
		if err != nil {
			return nil, err
		}
		s.From = s.low - 1 + n
	}
	return &lineReader{in: file, left: max(0, s.high-1-s.From), ended: s.From >= s.high}, nil
}

// before counts the lines before the share's, and reports whether they are blank.
func (s *share) before() (lines int, blank bool, err error) {
	at, ok := s.file.(io.ReaderAt)
	in := io.Reader(io.NewSectionReader(at, 0, s.From))
	if !ok {
		file, err := s.from.Open(s.File)
		if err != nil {
			return 0, false, err
		}
		defer file.Close()
		in = io.LimitReader(file, s.From)
	}
	blank = true
	solid := func(c rune) bool { return c != '\ufeff' && !unicode.IsSpace(c) }
	n, buffer := 0, make([]byte, 1<<20)
	for err == nil {
		n, err = io.ReadFull(in, buffer)
		lines += bytes.Count(buffer[:n], []byte("\n"))
		blank = blank && bytes.IndexFunc(buffer[:n], solid) < 0
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return lines, blank, err
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
