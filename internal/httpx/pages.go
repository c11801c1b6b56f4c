package httpx

import (
	"net"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// The limits of a server for pages of a few people.
const (
	pageHeaderTime = 10 * time.Second
	pageBodyTime   = 30 * time.Second
	pageIdleTime   = 2 * time.Minute
	pageHeader     = 32 << 10
)

// Pages returns a server for pages of a few people, and the listener that it is to serve. It may
// take half of the files that the process may open.
func Pages(h http.Handler, l net.Listener) (*http.Server, net.Listener) {
	g := (&Gate{Body: pageBodyTime, Rooms: guard.NewRooms(guard.HalfOfFiles())}).Start()
	s := &http.Server{ReadHeaderTimeout: pageHeaderTime, ReadTimeout: pageBodyTime,
		IdleTimeout: pageIdleTime, MaxHeaderBytes: pageHeader}
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, end := g.Open(w, r)
		defer end()
		if err := Count(r.Context()); err != nil {
			WriteError(w, Rules{}.Of(err))
			return
		}
		h.ServeHTTP(w, r)
	})
	s.RegisterOnShutdown(func() { g.Drain(0) })
	return s, g.limit(s, l)
}
