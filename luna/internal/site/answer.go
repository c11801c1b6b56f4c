package site

import (
	"io"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// The limits on the memory for bodies that are being read, and for answers until clients have
// received them. The limits per address do not apply to this machine's addresses.
const (
	bodiesInAll    = 64 << 20
	bodiesOfOne    = 16 << 20 // of an address
	answersInAll   = 128 << 20
	answersOfOne   = 32 << 20 // of an address
	answersOfOwner = 8 << 20  // of a player
)

// answer is an answer whose bytes are charged until the client has received them. An answer for
// which there is no room becomes a refusal.
type answer struct {
	httpx.Recorder
	site    *Site
	request *http.Request
	body    *httpx.Charged
	begun   bool
}

// newAnswer returns the answer to a request, and the request with a body that is charged.
func (s *Site) newAnswer(w http.ResponseWriter, r *http.Request) (*answer, *http.Request) {
	a := &answer{Recorder: httpx.Recorder{ResponseWriter: w}, site: s}
	a.body = &httpx.Charged{In: r.Body, Of: s.bodies, Shares: s.shareOf(r, bodiesOfOne)}
	out := r.WithContext(r.Context())
	out.Body = struct {
		io.Reader
		io.Closer
	}{a.body, r.Body}
	a.request = out
	return a, out
}

// shareOf returns the share of a client's address, or none if it is unlimited.
func (s *Site) shareOf(r *http.Request, limit int64) []httpx.Share {
	client := httpx.ClientOf(r.Context())
	if client == "" {
		return nil
	}
	return []httpx.Share{{Holder: client, Limit: limit}}
}

// WriteHeader implements [http.ResponseWriter]. The head waits for the first bytes of the body, for
// which there may be no room.
func (a *answer) WriteHeader(status int) {
	if status < 200 {
		a.ResponseWriter.WriteHeader(status)
		return
	}
	if a.Status == 0 {
		a.Status = status
	}
}

// Write implements [http.ResponseWriter].
func (a *answer) Write(p []byte) (int, error) {
	if a.body.Refused && !a.begun {
		return 0, a.refuse(httpx.Errorf(http.StatusServiceUnavailable,
			"too many bodies are being read: try again soon").With("Connection", "close"))
	}
	if e := httpx.Displaced(a.request.Context()); e != nil && !a.begun {
		return 0, a.refuse(e)
	}
	n := int64(len(p))
	if n <= httpx.FreeBytes {
		return a.write(p)
	}
	shares := a.site.shareOf(a.request, answersOfOne)
	if id := httpx.IdentityOf(a.request.Context()); id != nil && id.Player != "" {
		a.site.accounts.ChargeAnswer(accounts.ID(id.Player), len(p))
		shares = append(shares,
			httpx.Share{Holder: "player " + id.Player, Limit: answersOfOwner})
	}
	switch a.site.answers.Take(n, shares...) {
	case httpx.HasRoom:
		defer a.site.answers.Release(n, shares...)
		return a.write(p)
	case httpx.FullShare:
		return 0, a.refuse(httpx.Errorf(http.StatusTooManyRequests,
			"too many long answers are under way to you: read them, then try again"))
	}
	return 0, a.refuse(httpx.Errorf(http.StatusServiceUnavailable,
		"too many long answers are under way: try again soon"))
}

func (a *answer) write(p []byte) (int, error) {
	a.flushHead()
	n, err := httpx.WritePaced(a.ResponseWriter, p)
	a.Bytes += int64(n)
	return n, err
}

// FlushError sends buffered data, for [http.ResponseController].
func (a *answer) FlushError() error {
	a.flushHead()
	return http.NewResponseController(a.ResponseWriter).Flush()
}

func (a *answer) flushHead() {
	if a.begun {
		return
	}
	a.begun = true
	if a.Status == 0 {
		a.Status = http.StatusOK
	}
	a.ResponseWriter.WriteHeader(a.Status)
}

// refuse answers with an error, or cuts the connection if the answer has begun, so that a part does
// not look complete.
func (a *answer) refuse(e *httpx.Error) error {
	if a.begun {
		panic(http.ErrAbortHandler)
	}
	a.begun, a.Status = true, e.Status
	a.Header().Del("ETag")
	a.Header().Set("Cache-Control", "no-store")
	if e.Header.Get("Retry-After") == "" {
		e = e.With("Retry-After", retrySoon)
	}
	httpx.WriteError(a.ResponseWriter, e)
	return e
}

// retrySoon is the number of seconds after which there may be room again.
const retrySoon = "5"

// end sends a head without a body and gives back what the body has taken.
func (a *answer) end() {
	a.body.Release()
	a.flushHead()
}
