package pages

import (
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// JSON answers a script with a value.
func (x *Exchange) JSON(status int, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	x.done = true
	x.w.Header().Set("Content-Type", "application/json")
	x.w.WriteHeader(status)
	_, _ = x.w.Write(data) // fails only if the client is gone
	return nil
}

// NoContent tells a script that there is nothing, and that there will be nothing.
func (x *Exchange) NoContent() error {
	x.done = true
	x.w.WriteHeader(http.StatusNoContent)
	return nil
}

// Stream begins an answer that goes on until the page returns. Each Write reaches the client at
// once; its error says that the client is gone. The page must return soon when [Exchange.Draining].
func (x *Exchange) Stream(contentType string) io.Writer {
	x.done = true
	h := x.w.Header()
	h.Set("Content-Type", contentType)
	h.Set("X-Accel-Buffering", "no") // some proxies wait for more otherwise
	conn := http.NewResponseController(x.w)
	// The time to read a request would end the connection. It fails only in tests without one.
	_ = conn.SetReadDeadline(time.Time{})
	return flushed{x.w, conn}
}

// Draining reports whether the server is about to end.
func (x *Exchange) Draining() bool { return x.site.Draining != nil && x.site.Draining() }

type flushed struct {
	io.Writer
	conn *http.ResponseController
}

// Write implements [io.Writer].
func (f flushed) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	if err == nil {
		err = f.conn.Flush()
	}
	return n, err
}
