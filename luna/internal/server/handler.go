package server

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/export"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/wire"
)

// ServeHTTP answers a request by the part of the server that its path is of.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r = s.fromClient(r)
	seen := &recorder{ResponseWriter: w}
	start := time.Now()
	defer func() {
		s.o.Log.LogAttrs(r.Context(), slog.LevelDebug, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.Int("status", seen.status), slog.Int("bytes", seen.bytes), slog.Duration("took", time.Since(start)))
	}()
	switch path := r.URL.Path; {
	case s.api.Owns(path):
		s.api.ServeHTTP(seen, r)
	case path == export.Path || strings.HasPrefix(path, export.Path+"/"):
		s.serveExport(seen, r)
	default:
		s.pages.ServeHTTP(seen, r)
	}
}

func (s *Server) serveExport(w http.ResponseWriter, r *http.Request) {
	key := "no address"
	if a, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		key = auth.AddressKey(a.Addr())
	}
	if wait := s.exports.Take(key); wait > 0 {
		limit := &accounts.LimitError{What: "requests for the export", Wait: wait}
		text, _ := json.Marshal(wire.Message{Message: limit.Error()}) // of a string, which cannot fail
		w.Header().Set("Retry-After", strconv.Itoa(limit.Seconds()))
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write(text)
		return
	}
	s.export.ServeHTTP(w, r)
}

// fromClient gives a request that a trusted proxy forwards the address of its client: the last one in X-Forwarded-For that is not a trusted
// proxy's. What stands before it anybody could have written.
func (s *Server) fromClient(r *http.Request) *http.Request {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !s.trusted(peer.Addr()) {
		return r
	}
	client := peer.Addr()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && s.trusted(client); i-- {
		hop, err := address(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		client = hop
	}
	out := r.WithContext(r.Context())
	out.RemoteAddr = netip.AddrPortFrom(client, 0).String()
	return out
}

// address reads what proxies write: an address, some with a port.
func address(text string) (netip.Addr, error) {
	if a, err := netip.ParseAddrPort(text); err == nil {
		return a.Addr(), nil
	}
	return netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
}

func (s *Server) trusted(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	for _, p := range s.o.Proxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// recorder notes what was answered.
type recorder struct {
	http.ResponseWriter
	status, bytes int
}

// Unwrap lets [http.ResponseController] reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader notes the status.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write notes the length.
func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.bytes += n
	return n, err
}
