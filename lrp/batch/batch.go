package batch

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/luna-rating/luna/lrp"
)

// Form is how records and answers are written.
type Form int

const (
	// JSONLines is an object a line; see [ParseRecord]. A first line that is the head of a data set in the native form is
	// checked and passed over.
	JSONLines Form = iota
	// CSV has a header with the column "id" and one named as each question, in any order; other columns are ignored. An empty
	// field is no answer.
	CSV
)

// Options say how a stream is read and answered.
type Options struct {
	Form Form // of the records and of the answers
	// Strict ends at the first bad record, with its error.
	Strict bool
	// Workers is the number of goroutines; 0 means one per processor. Answers do not depend on it.
	Workers int
	// Details adds intervals and grades to predictions, which takes longer.
	Details bool
	// Only, if not empty, is the identifier of the records that [Explain] answers alone.
	Only string
	// Bad, if not nil, is told of each bad record, in order, where Strict is not set.
	Bad func(*RecordError)
}

// Summary counts what a stream held.
type Summary struct {
	Records int // answered
	Bad     int // left out // left out
}

const (
	// A job ends with so many records or bytes.
	jobRecords = 256
	jobBytes   = 256 << 10
)

// job is some consecutive records and the answers to them.
type job struct {
	records []raw
	bytes   int
	out     []byte
	bad     []*RecordError
	answers int
	done    chan struct{}
}

// raw is a record as it was read: a line of JSON, the fields of CSV, or why there is neither.
type raw struct {
	line   int
	text   []byte
	fields []string
	err    error
}

// source reads records.
type source interface {
	// next returns the next record; it fails where nothing after it can be read, and with io.EOF at the end.
	next() (raw, error)
	// idle reports that the next record has still to come from whoever writes it.
	idle() bool
}

// answerer answers a record. It is called by many goroutines.
type answerer interface {
	// head is what goes before all answers.
	head() []byte
	// answer adds the answer to a record to out, or nothing where none was asked for.
	answer(out []byte, r raw) ([]byte, error)
}

// run answers all records of the source in order.
func run(ctx context.Context, from source, name string, by answerer, out io.Writer, o Options) (Summary, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	// The capacity of the queue bounds memory: a job that is not yet written holds a place in it.
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
				j.process(name, by)
				close(j.done)
			}
		}()
	}
	w := bufio.NewWriterSize(out, 64<<10)
	summary, err := write(ctx, w, by.head(), order, o)
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
		var end error
		for end == nil && len(j.records) < jobRecords && j.bytes < jobBytes {
			var r raw
			if r, end = from.next(); end == nil {
				j.records = append(j.records, r)
				j.bytes += len(r.text)
				for _, f := range r.fields {
					j.bytes += len(f)
				}
				if from.idle() {
					break
				}
			}
		}
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
		case end == io.EOF:
			return nil
		case end != nil:
			return end
		}
	}
}

func (j *job) process(name string, by answerer) {
	for _, r := range j.records {
		err := r.err
		if err == nil {
			var out []byte
			if out, err = by.answer(j.out, r); err == nil {
				if len(out) > len(j.out) {
					j.answers++
				}
				j.out = out
				continue
			}
		}
		j.bad = append(j.bad, &RecordError{File: name, Line: r.line, Err: err})
	}
	j.records = nil
}

// write writes the answers in order.
func write(ctx context.Context, w *bufio.Writer, head []byte, order <-chan *job, o Options) (Summary, error) {
	var s Summary
	if _, err := w.Write(head); err != nil {
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
			if o.Strict && len(j.bad) > 0 {
				return s, j.bad[0]
			}
			if _, err := w.Write(j.out); err != nil {
				return s, err
			}
			s.Records += j.answers
			s.Bad += len(j.bad)
			for _, b := range j.bad {
				if o.Bad != nil {
					o.Bad(b)
				}
			}
			if len(order) == 0 {
				if err := w.Flush(); err != nil {
					return s, err
				}
			}
		}
	}
}

// open returns the source of records in the form.
func open(m *lrp.Model, in io.Reader, name string, form Form) (source, error) {
	var ids []string
	for _, q := range m.Questions() {
		ids = append(ids, q.ID)
	}
	switch form {
	case JSONLines:
		return newLines(in, name, ids), nil
	case CSV:
		return newTable(in, name, ids)
	}
	return nil, fmt.Errorf("batch: unknown form %d", form)
}
