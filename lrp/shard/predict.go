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
	"math"
	"os"
	"unicode"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

// Files are where respondents are.
type Files interface {
	// Open opens a file. One that can be read at any offset, such as an [os.File], is opened once.
	Open(name string) (io.ReadCloser, error)
	// Describe returns size and time of a file, which is open unless it is nil.
	Describe(name string, file io.ReadCloser) (Input, error)
}

// Local are the files of this computer.
type Local struct{}

const respondents = "respondents: a table, or JSON lines" // are expected

// Open implements [Files].
func (Local) Open(name string) (io.ReadCloser, error) {
	file, err := files.Open(name, respondents)
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Describe implements [Files]. It fails if the file is not a regular one.
func (Local) Describe(name string, file io.ReadCloser) (Input, error) {
	info, err := os.Stat(name)
	if open, ok := file.(*os.File); ok {
		info, err = open.Stat()
	}
	switch {
	case err != nil:
		return Input{}, files.Unreadable(name, err, respondents)
	case !info.Mode().IsRegular():
		return Input{}, files.New(name, 0, "no regular file", "one, because --shard divides it")
	}
	return NewInput(name, info.Size(), info.ModTime()), nil
}

// Predict writes the predictions of a part, counts its records and notes what it has read. Part I of
// N has the records that begin in the I-th of N equal shares of the bytes of all inputs.
func (m *Manifest) Predict(
	ctx context.Context, model *lrp.Model, from Files, w io.Writer, o batch.Options,
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
		s := share{Input: in, files: from, low: low, high: high, read: counter{Hash: sha256.New()}}
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
	files     Files
	file      io.ReadCloser
	low, high int64
	read      counter // from there on
}

// predict predicts the records of a share. A table and a compressed file are not divided: they
// belong to the share that has their first byte.
func (s *share) predict(
	ctx context.Context, model *lrp.Model, w io.Writer, o batch.Options,
) (sum batch.Summary, err error) {
	if s.file, err = s.files.Open(s.File); err != nil {
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

// unchanged checks that the open file is the one that the work began with.
func (s *share) unchanged() error {
	now, err := s.files.Describe(s.File, s.file)
	return cmp.Or(err, s.Unchanged(now))
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
	blank, before := true, 0
	if err := s.before(func(text []byte) bool {
		blank = bytes.IndexFunc(text, func(c rune) bool { return c != '\ufeff' && !unicode.IsSpace(c) }) < 0
		return blank
	}); err != nil {
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
		start, err := s.from(0)
		if err != nil {
			return sum, err
		}
		defer start.Close()
		in = io.MultiReader(io.LimitReader(start, s.From), in)
	} else {
		o.Before = func() int {
			counting = s.before(func(text []byte) bool {
				before += bytes.Count(text, []byte("\n"))
				return true
			})
			return before
		}
	}
	sum, err = batch.Predict(ctx, model, in, s.File, w, o)
	if err = errors.Join(err, counting); err == nil && !lines.ended {
		err = s.ended()
	}
	return sum, err
}
