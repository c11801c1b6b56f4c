package serve

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/lrp"
)

// stream answers each line of the body with a line, in constant memory. It sends the answers
// whenever the next line has not arrived yet.
type stream struct {
	s       *service
	m       *lrp.Model
	r       *http.Request
	conn    *http.ResponseController
	body    *bufio.Reader
	in      *files.LineReader // of body
	out     *bufio.Writer
	details bool

	mu    sync.Mutex
	waits bool // for the client to send more
}

// stream answers POST /predict of JSON lines.
func (s *service) stream(c *call, details bool) error {
	conn := http.NewResponseController(c.w)
	_ = conn.EnableFullDuplex() // fails if there is no connection, as in tests
	c.w.Header().Set("Content-Type", typeLines)
	c.w.Header().Set("X-Accel-Buffering", "no") // nginx would wait for more
	in := httpx.Charge(c.r.Context(), s.expanded(c.r), &s.gate.Bodies, s.o.MaxBody+1)
	defer in.Release()
	body := bufio.NewReaderSize(in, 64<<10)
	x := &stream{
		s: s, m: c.m, r: c.r, conn: conn, details: details,
		body: body, in: files.NewLineReader(body, s.o.MaxBody+1), out: bufio.NewWriterSize(c.w, 64<<10),
	}
	defer context.AfterFunc(c.staying, x.hurry)()
	if err := x.run(); err != nil {
		x.put(problem{Error: err.Error()})
		_ = x.flush()
		panic(http.ErrAbortHandler) // so that a part does not look complete
	}
	return nil
}

func (x *stream) run() error {
	for {
		if !x.ready() {
			if err := x.flush(); err != nil {
				return errGone
			}
			x.wait(true)
		}
		line, err := x.in.Read()
		long := err == bufio.ErrTooLong
		if long {
			err = x.in.Skip()
		}
		x.wait(false) // else a time limit would count as the client's end
		last := err == io.EOF
		if err != nil && !last {
			return fmt.Errorf("line %d: %w", x.in.Line(), x.lineUnread(err))
		}
		if long {
			err = x.reject("", "line %d: found more than %d bytes, expected at most that many",
				x.in.Line(), x.s.o.MaxBody)
		} else {
			err = x.answer(bytes.TrimRight(line, "\r\n"))
		}
		if err != nil {
			return err
		}
		if last {
			return x.flush()
		}
	}
}

// wait begins or ends a wait for the next line.
func (x *stream) wait(waits bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	until := time.Time{}
	if x.waits = waits; waits && x.s.gate.Draining() {
		until = time.Now().Add(linger)
	} else if waits {
		until = time.Now().Add(x.s.o.ReadTimeout)
	}
	_ = x.conn.SetReadDeadline(until)
}

// hurry shortens a wait, since the server is about to end.
func (x *stream) hurry() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.waits {
		_ = x.conn.SetReadDeadline(time.Now().Add(linger))
	}
}

// lineUnread returns the error for a line that did not arrive.
func (x *stream) lineUnread(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) && x.s.gate.Draining() {
		return errors.New("found the server shutting down, expected no more lines; send the rest again")
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("found no whole line within %v, expected one or the end",
			x.s.o.ReadTimeout)
	}
	if errors.Is(err, httpx.ErrNoRoom) {
		return errors.New("found no room for the line among the bodies that are being read; try " +
			"again later")
	}
	if errors.Is(err, httpx.ErrGzip) {
		return fmt.Errorf("found a body that %w", err)
	}
	return fmt.Errorf("found only a part of the body: %w", err)
}

// ready reports whether a complete line has arrived.
func (x *stream) ready() bool {
	arrived, _ := x.body.Peek(x.body.Buffered())
	return bytes.IndexByte(arrived, '\n') >= 0
}

// answer writes the prediction for a line, or what is wrong with it. An empty line is not answered.
func (x *stream) answer(line []byte) error {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil
	}
	one, err := source{line, x.in.Line()}.one()
	if err != nil {
		return x.reject(one.ID, "%v", err)
	}
	if err := one.check(x.m, &x.s.o); err != nil {
		return x.reject(one.ID, "line %d: %v", x.in.Line(), err)
	}
	var p prediction
	gone := x.s.limit.computeLine(x.r.Context(), func() {
		p, err = x.s.rate(x.m, &one, x.details)
	})
	if gone != nil {
		return gone
	}
	if err != nil {
		return x.put(problem{ID: one.ID, Error: x.s.asFailure(x.r, err).Message})
	}
	return x.put(p)
}

// reject answers a line that is no record for the model.
func (x *stream) reject(id, format string, args ...any) error {
	x.s.bad.Add(1)
	return x.put(problem{ID: id, Error: fmt.Sprintf(format, args...)})
}

// put writes a line of the answer.
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

// flush sends the lines that are ready.
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
