// Package batch predicts and explains the ratings of respondents in JSON lines or a table. It uses
// all processors, and answers in the order of the input. JSON lines are a stream, read in constant
// memory; a table is read as a whole first.
//
// An invalid record is reported with its line and skipped. Answers are written as soon as no more
// input is ready, so a program at the other end of two pipes may wait for each answer.
package batch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp"
)

// Form is the format of records and answers.
type Form int

const (
	// JSONLines has one object {"id":…,"responses":[…]} per line. The identifier is a string or a
	// number, a response a string or null; other fields are ignored. The first line may be the
	// header of a data set in the native format, whose questions must be the model's.
	JSONLines Form = iota
	// CSV is a table of any kind that [grade.Read] reads; it is read as a whole. A respondent
	// without an identifier is identified by the number of the row. An empty cell is no answer.
	CSV
)

// Options say how a stream is read and answered.
type Options struct {
	Form Form // of the records
	// Answers is the form of the predictions; nil stands for that of the records.
	Answers *Form
	// Strict stops at the first invalid record and returns its error.
	Strict bool
	// Workers is the number of goroutines; 0 means one per processor. Answers do not depend on it.
	Workers int
	// Details adds intervals and grades to predictions, which takes longer.
	Details bool
	// Transductive fits the model again with the texts of all valid records
	// ([lrp.Model.Transduce]), which are read to the end first. Answers say so: a line has
	// "transductive":true and a table the column "rating (transductive)".
	Transductive bool
	// Grade, if not nil, sets the grades that others gave the respondents of all valid records
	// ([lrp.Model.WithGrades]), which are read to the end first.
	Grade func(*datasets.Dataset) error
	// Scale is the scale that ratings are written in; the zero value stands for [0,1].
	Scale datasets.Scale
	// Table says how a table is read. Key, Max and ScoreMax have no effect.
	Table datasets.TableOptions
	// Note, if not nil, is called for each finding about a table, and for each remark on a
	// transductive model.
	Note func(note string)
	// Warn, if not nil, is called before the first answer if the first records look like responses
	// to other questions than those of the model ([lrp.Model.Unlike]).
	Warn func(warning string)
	// Only, if not empty, is the identifier of the only respondent that [Explain] explains.
	Only string
	// Before, if not nil, says that JSON lines continue a file, and returns how many of its lines
	// came before and whether these are blank. It is called when that matters, by many goroutines.
	Before func() (lines int, blank bool)
	// Bad, if not nil, is called for each record that is skipped, in order, with the line where the
	// record begins, from 1, and its identifier, "" if none is found. The error names the input and
	// the line.
	Bad func(line int, id string, err error)

	totals *bool // is set to whether a table has totals
}

// before is [Options.Before] for any input.
func (o *Options) before() (lines int, blank bool) {
	if o.Before == nil {
		return 0, true
	}
	return o.Before()
}

// Summary counts the records of a stream.
type Summary struct {
	Records int // answered
	Bad     int // skipped
}

// A job ends after this many records or bytes.
const (
	jobRecords = 256
	jobBytes   = 256 << 10
)

// job is a run of consecutive records and the answers to them.
type job struct {
	records []raw
	bytes   int
	out     []byte
	bad     []recordError
	err     error // of the encoder
	answers int
	done    chan struct{}
}

// recordError is what is wrong with the record that begins at a line.
type recordError struct {
	line int
	id   string
	err  error
}

// raw is a record as read: a line of JSON, the fields of a CSV row, or an error.
type raw struct {
	line   int
	text   []byte
	fields []string
	total  string // of a table's row, as it is there; "" if it has none
	err    error
}

// source reads records.
type source interface {
	// next returns the next record. Its error ends the stream: io.EOF at the end of the input.
	next() (raw, error)
	// idle reports whether the next record has not been received yet.
	idle() bool
}

// answerer answers records. It is called by many goroutines.
type answerer interface {
	// header is written before all answers.
	header() []byte
	// answer appends the answer to a record to out, or nothing if it is not asked for.
	answer(out []byte, r raw) ([]byte, error)
}

// run answers all records of the source in order by a model.
func run(
	ctx context.Context, from source, name string, m rater, by answerer, out io.Writer, o Options,
) (Summary, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	// The capacity of the queue bounds memory: a job stays in it until it is written.
	order, work := make(chan *job, 2*o.Workers), make(chan *job)
	var failed error // read after order is closed
	go func() {
		defer close(order)
		defer close(work)
		failed = read(ctx, from, order, work)
	}()
	for range o.Workers {
		go func() {
			for j := range work {
				if j.err = encode(ctx, m, j.records, o); j.err == nil {
					j.process(name, o.before, by)
				}
				close(j.done)
			}
		}()
	}
	w := bufio.NewWriterSize(out, 64<<10)
	summary, err := write(ctx, w, by.header(), order, o)
	if err == nil {
		err = failed
	}
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	return summary, err
}

// read makes jobs of the records until there are no more or ctx ends.
func read(ctx context.Context, from source, order, work chan<- *job) error {
	for {
		j := &job{done: make(chan struct{})}
		err := j.read(from)
		if len(j.records) > 0 {
			for _, queue := range []chan<- *job{order, work} {
				select {
				case queue <- j:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// read reads as many records as a job has, fewer if they are large, the source is idle or it fails.
func (j *job) read(from source) error {
	for len(j.records) < jobRecords && j.bytes < jobBytes {
		r, err := from.next()
		if err != nil {
			return err
		}
		j.records = append(j.records, r)
		j.bytes += len(r.text)
		for _, f := range r.fields {
			j.bytes += len(f)
		}
		if from.idle() {
			return nil
		}
	}
	return nil
}

// process answers the records.
func (j *job) process(name string, before func() (int, bool), by answerer) {
	for _, r := range j.records {
		out, err := j.out, r.err
		if err == nil {
			out, err = by.answer(j.out, r)
		}
		if errors.Is(err, lrp.ErrEncoder) {
			j.err = err
			return
		}
		if err != nil {
			line, _ := before()
			line += r.line
			j.bad = append(j.bad, recordError{line, r.identify(), files.At(name, line, err)})
			continue
		}
		if len(out) > len(j.out) {
			j.answers++
		}
		j.out = out
	}
	j.records = nil
}

// write writes the answers in order.
func write(
	ctx context.Context, w *bufio.Writer, header []byte, order <-chan *job, o Options,
) (Summary, error) {
	var s Summary
	if _, err := w.Write(header); err != nil {
		return s, err
	}
	for {
		select {
		case <-ctx.Done():
			return s, ctx.Err()
		case j, ok := <-order:
			if !ok {
				return s, ctx.Err()
			}
			select {
			case <-j.done:
			case <-ctx.Done():
				return s, ctx.Err()
			}
			if err := j.write(w, &s, o); err != nil {
				return s, err
			}
			if len(order) == 0 {
				if err := w.Flush(); err != nil {
					return s, err
				}
			}
		}
	}
}

// write writes the answers of the job, counts its records and reports the invalid ones.
func (j *job) write(w *bufio.Writer, s *Summary, o Options) error {
	if j.err != nil {
		return j.err
	}
	if o.Strict && len(j.bad) > 0 {
		return j.bad[0].err
	}
	if _, err := w.Write(j.out); err != nil {
		return err
	}
	s.Records += j.answers
	s.Bad += len(j.bad)
	if o.Bad != nil {
		for _, b := range j.bad {
			o.Bad(b.line, b.id, b.err)
		}
	}
	return nil
}

// open returns the source of records in the form.
func open(m *lrp.Model, in io.Reader, name string, o Options) (source, error) {
	switch o.Form {
	case JSONLines:
		return newLines(in, name, m.Questions(), o.before), nil
	case CSV:
		return newTable(m, in, name, o)
	}
	return nil, fmt.Errorf("batch: found form %d, expected JSONLines or CSV", o.Form)
}
