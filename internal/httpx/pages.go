package httpx

import (
	"net"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// Pages returns a server for pages of a few people, and the listener that it is to serve. It may
// take half of the files that the process may open.
func Pages(h http.Handler, l net.Listener) (*http.Server, net.Listener) {
	g := (&Gate{Body: time.Minute / 2, Rooms: guard.NewRooms(guard.HalfOfFiles())}).Start()
	s := g.Server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, end := g.Open(w, r)
		defer end()
		if err := Count(r.Context()); err != nil {
			WriteError(w, Rules{}.Of(err))
			return
		}
		h.ServeHTTP(w, r)
	}))
	s.RegisterOnShutdown(func() { g.Drain(0) })
	return s, g.limit(s, l)
}
