package pages

import (
	"encoding/json"
	"io"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
)

// JSON answers a script with a value.
func (x *Exchange) JSON(status int, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	x.done, x.refused = true, status >= 400
	x.w.Header().Set("Content-Type", "application/json")
	x.w.WriteHeader(status)
	_, _ = x.w.Write(data) // fails only if the client is gone
	return nil
}

// NoContent tells a script that there is nothing, and that nothing will follow.
func (x *Exchange) NoContent() error {
	x.done = true
	x.w.WriteHeader(http.StatusNoContent)
	return nil
}

// Stream begins an answer that continues until the page returns, if there is room for it. Each
// Write reaches the client at once; its error means that the client is gone. The context of the
// request then ends when the server does, too, and the page must return.
func (x *Exchange) Stream(contentType string) (io.Writer, error) {
	ctx, err := httpx.Stay(x.Context())
	if err != nil {
		return nil, err
	}
	x.done, x.Request = true, x.Request.WithContext(ctx)
	h := x.w.Header()
	h.Set("Content-Type", contentType)
	h.Set("X-Accel-Buffering", "no") // some proxies wait for more otherwise
	return flushed{x.w, http.NewResponseController(x.w)}, nil
}

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
