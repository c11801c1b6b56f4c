package pairweb

import (
	"net/http"

	"github.com/luna-rating/luna/turing/internal/sitting"
)

// Options configure a [Server].
type Options struct {
	// Hosts are the names by which the server is known, besides localhost and addresses; nil is any
	// (see httpx.LocalHosts).
	Hosts []string
	// Log is told of internal errors; nil drops them.
	Log func(error)
}

// Labels are the words of a page.
type Labels struct {
	Title string // such as "Judge J1, round 2"
	There string // the name of a single other end, such as "Judge"; those of a pair are Left and Right
}

// Server serves the seats of a contest. It may be used by several goroutines at once.
type Server struct{}

// New returns a server without seats.
func New(o Options) *Server { panic("not yet") }

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { panic("not yet") }

// Close ends all streams, so that the HTTP server can shut down.
func (s *Server) Close() { panic("not yet") }

// Seat returns a new seat for a person. Its token is the secret of its address; one that is empty is
// drawn. A contest that goes on after a crash gives the same token again.
func (s *Server) Seat(token string) (*Seat, error) { panic("not yet") }

// Seat is where one person sits, over all rounds.
type Seat struct{}

// Token is the secret of the address.
func (s *Seat) Token() string { panic("not yet") }

// Path is the path of the page, such as "/3kTq…/".
func (s *Seat) Path() string { panic("not yet") }

// Show shows a sitting, which somebody else runs. The verdict of a judge comes by Sitting.Verdict.
func (s *Seat) Show(x *sitting.Sitting, l Labels) { panic("not yet") }

// Say shows a message, such as that the person waits for the next round.
func (s *Seat) Say(l Labels, message string) { panic("not yet") }
