package httpx

import (
	"net/http"
	"time"
)

// An answer is written in pieces, each of which the client must take in time: at least 2 KiB/s.
const (
	pieceSize = 32 << 10
	pieceTime = 16 * time.Second
)

// WritePaced writes a part of an answer as fast as the client takes it. It cuts off a client that
// takes less than 2 KiB/s for 16 seconds, however long the whole answer takes.
func WritePaced(w http.ResponseWriter, p []byte) (n int, err error) {
	conn := http.NewResponseController(w)
	for first := true; first || n < len(p); first = false {
		// Fails if there is no connection, as in tests.
		_ = conn.SetWriteDeadline(time.Now().Add(pieceTime))
		m, err := w.Write(p[n:min(len(p), n+pieceSize)])
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
