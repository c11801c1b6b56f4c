package serve

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/luna-rating/luna/lrp"
)

// stream answers each line of the body with a line, in constant memory. Answers are sent off whenever the next line is not there yet.
type stream struct {
	s    *service
	m    *lrp.Model
	r    *http.Request
	conn *http.ResponseController
	in   *bufio.Reader
	out  *bufio.Writer
	line int // number of the line that was read last
	full bool
}

// stream answers POST /predict of JSON lines.
func (s *service) stream(w http.ResponseWriter, r *http.Request, full bool) error {
	conn := http.NewResponseController(w)
	_ = conn.EnableFullDuplex() // where there is none, as in tests, it is not needed
	w.Header().Set("Content-Type", typeLines)
	x := &stream{
		s: s, m: s.model.Load(), r: r, conn: conn, full: full,
		in: bufio.NewReaderSize(r.Body, 64<<10), out: bufio.NewWriterSize(w, 64<<10),
	}
	if err := x.run(); err != nil {
		x.put(problem{Error: err.Error()})
		_ = x.flush()
		panic(http.ErrAbortHandler) // what was answered must not pass for all
	}
	return nil
}

func (x *stream) run() error {
	for {
		if !x.ready() {
			if err := x.flush(); err != nil {
				return errGone
			}
			_ = x.conn.SetReadDeadline(time.Now().Add(x.s.o.ReadTimeout))
		}
		line, err := x.read()
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLong) {
			return fmt.Errorf("line %d: %w", x.line, x.unread(err))
		}
		last := errors.Is(err, io.EOF)
		if last {
			_ = x.conn.SetReadDeadline(time.Time{}) // whose end would count as that of the client
		}
		if errors.Is(err, errLong) {
			err = x.bad("", fmt.Sprintf("line %d: found more than %d bytes, expected at most that many", x.line, x.s.o.MaxBody))
		} else {
			err = x.answer(line)
		}
		if err != nil {
			return err
		}
		if last {
			return x.flush()
		}
	}
}

// unread words what kept the next line away.
func (x *stream) unread(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("found no whole line within %v, expected one or the end", x.s.o.ReadTimeout)
	}
	return fmt.Errorf("found only a part of the body: %w", err)
}

// ready tells whether a whole line is there without waiting.
func (x *stream) ready() bool {
	there, _ := x.in.Peek(x.in.Buffered())
	return bytes.IndexByte(there, '\n') >= 0
}

var errLong = errors.New("serve: long line")

// read returns the next line. The last one comes with [io.EOF] and may be empty; of one that is too long there is
// nothing but errLong.
func (x *stream) read() ([]byte, error) {
	x.line++
	var line []byte
	long := false
	for {
		piece, err := x.in.ReadSlice('\n')
		if long = long || int64(len(line)+len(piece)) > x.s.o.MaxBody+1; !long {
			line = append(line, piece...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long && (err == nil || errors.Is(err, io.EOF)) {
			return nil, errLong
		}
		return bytes.TrimRight(line, "\r\n"), err
	}
}

// answer writes the prediction for a line, or what is wrong with it. An empty line has no answer.
func (x *stream) answer(line []byte) error {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil
	}
	one, err := source{line, x.line}.one()
	if err != nil {
		return x.bad(one.ID, err.Error())
	}
	if err := one.check(x.m, &x.s.o); err != nil {
		return x.bad(one.ID, fmt.Sprintf("line %d: %v", x.line, err))
	}
	var p prediction
	gone := x.s.limit.turn(x.r.Context(), func() { p, err = x.s.rate(x.m, &one, x.full) })
	if gone != nil {
		return gone
	}
	if err != nil {
		x.s.o.ErrorLog.Printf("%v", err)
		return x.put(problem{ID: one.ID, Error: "found an internal error; the server's log tells more"})
	}
	return x.put(p)
}

// bad answers a line that is no record for the model.
func (x *stream) bad(id, message string) error {
	x.s.metrics.bad.Add(1)
	return x.put(problem{ID: id, Error: message})
}

// put adds a line to the answer.
func (x *stream) put(v any) error {
	line := encode(v)
	if x.out.Available() < len(line) {
		if err := x.flush(); err != nil {
			return err
		}
	}
	_, err := x.out.Write(line)
	return err
}

// flush sends off what is ready.
func (x *stream) flush() error {
	_ = x.conn.SetWriteDeadline(time.Now().Add(x.s.o.WriteTimeout))
	if x.out.Buffered() == 0 {
		return nil
	}
	if err := x.out.Flush(); err != nil {
		return errGone
	}
	if err := x.conn.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return errGone
	}
	return nil
}
