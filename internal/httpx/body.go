package httpx

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// A body may take 10 seconds, and one more for each 500 bytes received, as Apache's mod_reqtimeout
// proposes.
const (
	bodyPatience = 10 * time.Second
	bodyRate     = 500
)

// Read implements [io.Reader].
func (q *request) Read(p []byte) (int, error) {
	paced := q.waits.Load() != 0
	if paced {
		q.hurry()
	}
	if displaced := Displaced(q.ctx); displaced != nil {
		return 0, displaced
	}
	n, err := q.ReadCloser.Read(p)
	q.size.Add(int64(n))
	switch displaced := Displaced(q.ctx); {
	case err == io.EOF:
		q.unread = false
		q.waits.Store(0)
		_ = q.conn.SetReadDeadline(time.Time{}) // else it would count as the client's end
	case err != nil && displaced != nil:
		return n, displaced
	case paced && errors.Is(err, os.ErrDeadlineExceeded) && q.gate.Draining():
		return n, tooMany(http.StatusServiceUnavailable, "the server is shutting down")
	case paced && errors.Is(err, os.ErrDeadlineExceeded):
		return n, Errorf(http.StatusRequestTimeout, "found only a part of the body within %v, or "+
			"less than %d bytes a second after %v", q.gate.Body, bodyRate, bodyPatience).
			With("Connection", "close")
	case paced:
		q.waits.Store(time.Now().UnixNano())
	}
	return n, err
}

// hurry sets the time by which more of the body must arrive.
func (q *request) hurry() {
	if q.waits.Load() == 0 {
		return
	}
	patience := bodyPatience + time.Duration(q.size.Load()/bodyRate)*time.Second
	by := q.began.Add(min(q.gate.Body, patience))
	end := time.Unix(0, q.gate.until.Load())
	if q.gate.Draining() && end.Before(by) {
		by = end
	}
	_ = q.conn.SetReadDeadline(by)
}

// FreeBytes is the number of bytes of each body and answer that take nothing from a room, so that
// small requests are always served.
const FreeBytes = 32 << 10

// ErrNoRoom is the error of reading a body that there is no room for.
var ErrNoRoom = errors.New("found no room among the bodies that are being read")

// Charged is a body whose bytes, except the first [FreeBytes], take a place in a room.
type Charged struct {
	Refused bool // a read failed for want of room

	in         io.Reader
	room       *guard.Room
	place      *guard.Place
	line, size int64
}

// Charge returns the body of a request that takes a place in a room. Line, if above 0, has only the
// line being read count, up to this many bytes, rather than all bytes read.
func Charge(ctx context.Context, in io.Reader, room *guard.Room, line int64) *Charged {
	return &Charged{in: in, room: room, place: requestOf(ctx).newPlace(), line: line}
}

// Read implements [io.Reader]. Where there is no room, it gives the bytes back and fails with
// [ErrNoRoom].
func (c *Charged) Read(p []byte) (int, error) {
	if c.Refused {
		return 0, ErrNoRoom
	}
	n, err := c.in.Read(p)
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 && c.line > 0 {
		c.size = int64(n - end - 1)
	} else {
		c.size += int64(n)
	}
	if c.line > 0 {
		c.size = min(c.size, c.line)
	}
	if c.room.Set(c.place, max(0, c.size-FreeBytes)) != nil {
		c.Refused = true
		return 0, ErrNoRoom
	}
	return n, err
}

// Release gives the bytes back.
func (c *Charged) Release() { c.room.Leave(c.place) }
