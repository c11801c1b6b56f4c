package httpx

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// A body may take 10 seconds, and one more for each 500 bytes received, as Apache's mod_reqtimeout
// proposes.
const (
	bodyPatience = 10 * time.Second
	bodyRate     = 500
)

// pacedBody is a body that must not arrive too slowly, unless it is that of a stream.
type pacedBody struct {
	io.ReadCloser
	request *request
	ctx     context.Context
	began   time.Time
	size    int64
	unread  bool         // the end was not read
	waits   atomic.Int64 // since when for more of it, in Unix nanoseconds; 0 if nobody does
}

// Read implements [io.Reader].
func (b *pacedBody) Read(p []byte) (int, error) {
	paced := b.waits.Load() != 0
	if paced {
		b.hurry()
	}
	if displaced := Displaced(b.ctx); displaced != nil {
		return 0, displaced
	}
	n, err := b.ReadCloser.Read(p)
	b.size += int64(n)
	switch displaced := Displaced(b.ctx); {
	case err == io.EOF:
		b.unread = false
		b.waits.Store(0)
		_ = b.request.conn.SetReadDeadline(time.Time{}) // else it would count as the client's end
	case err != nil && displaced != nil:
		return n, displaced
	case paced && errors.Is(err, os.ErrDeadlineExceeded) && b.request.gate.Draining():
		return n, tooMany(http.StatusServiceUnavailable, "the server is shutting down")
	case paced && errors.Is(err, os.ErrDeadlineExceeded):
		return n, Errorf(http.StatusRequestTimeout, "found only a part of the body within %v, or "+
			"less than %d bytes a second after %v", b.request.gate.Body, bodyRate, bodyPatience).
			With("Connection", "close")
	case paced:
		b.waits.Store(time.Now().UnixNano())
	}
	return n, err
}

// hurry sets the time by which more of the body must arrive.
func (b *pacedBody) hurry() {
	if b.waits.Load() == 0 {
		return
	}
	patience := bodyPatience + time.Duration(b.size/bodyRate)*time.Second
	by := b.began.Add(min(b.request.gate.Body, patience))
	end := time.Unix(0, b.request.gate.drain.until.Load())
	if b.request.gate.Draining() && end.Before(by) {
		by = end
	}
	_ = b.request.conn.SetReadDeadline(by)
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
