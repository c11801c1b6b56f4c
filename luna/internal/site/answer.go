package site

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// answer is an answer whose bytes are charged until the client has received them. An answer for
// which there is no room becomes a refusal.
type answer struct {
	httpx.Recorder
	site  *Site
	ctx   context.Context // of the request
	body  *httpx.Charged
	begun bool
}

// newAnswer returns the answer to a request, and the request with a body that is charged.
func (s *Site) newAnswer(w http.ResponseWriter, r *http.Request) (*answer, *http.Request) {
	a := &answer{Recorder: httpx.Recorder{ResponseWriter: w}, site: s, ctx: r.Context(),
		body: httpx.Charge(r.Context(), r.Body, &s.gate.Bodies, 0)}
	r = r.WithContext(a.ctx)
	r.Body = io.NopCloser(a.body)
	return a, r
}

// WriteHeader implements [http.ResponseWriter]. The head waits for the first bytes of the body, for
// which there may be no room.
func (a *answer) WriteHeader(status int) {
	if status < 200 {
		a.ResponseWriter.WriteHeader(status)
		return
	}
	a.Status = cmp.Or(a.Status, status)
}

// Write implements [http.ResponseWriter].
func (a *answer) Write(p []byte) (int, error) {
	if a.body.Refused && !a.begun {
		return 0, a.refuse(busy(http.StatusServiceUnavailable,
			"too many bodies are being read: try again soon").With("Connection", "close"))
	}
	if e := httpx.Displaced(a.ctx); e != nil && !a.begun {
		return 0, a.refuse(e)
	}
	player := ""
	if id := httpx.IdentityOf(a.ctx); id != nil && id.Player != "" {
		player = id.Player
		a.site.accounts.ChargeAnswer(accounts.ID(player), len(p))
	}
	release, full := httpx.Hold(a.ctx, &a.site.gate.Answers, player, len(p))
	defer release()
	switch {
	case full == nil:
		return a.write(p)
	case full.Whose != "":
		return 0, a.refuse(busy(http.StatusTooManyRequests,
			"too many long answers are under way to you: read them, then try again"))
	}
	return 0, a.refuse(busy(http.StatusServiceUnavailable, "too many long answers are under way: try again soon"))
}

// busy returns a refusal after which there may be room again in five seconds.
func busy(status int, why string) *httpx.Error {
	return httpx.Errorf(status, "%s", why).With("Retry-After", "5")
}

func (a *answer) write(p []byte) (int, error) {
	a.flushHead()
	return httpx.WritePaced(&a.Recorder, p)
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
	a.Recorder.WriteHeader(cmp.Or(a.Status, http.StatusOK))
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
	httpx.WriteError(a.ResponseWriter, e)
	return e
}

// end sends a head without a body and gives back what the body has taken.
func (a *answer) end() {
	a.body.Release()
	a.flushHead()
}

// known reports whether a request may name a host. Others are refused: the page of an attacker
// could make its own name resolve to this machine, and then read what only this machine should see.
func (s *Site) known(host string) bool {
	if s.o.Hosts == nil {
		return true
	}
	names := s.o.Hosts
	if base, err := url.Parse(s.o.BaseURL); err == nil && base.Host != "" {
		names = append(slices.Clip(names), base.Hostname())
	}
	return httpx.KnownHost(host, names)
}

func errHost(host string) *httpx.Error {
	return httpx.Errorf(http.StatusMisdirectedRequest, "found host %q, expected localhost, an "+
		"address, the name in --base-url or one that --host gives", host)
}

// hsts makes browsers use only https, for a year.
const hsts = "max-age=31536000"

// setHeaders sets what every answer has, unless its handler knows better.
func (s *Site) setHeaders(h http.Header) {
	httpx.Secure(h, httpx.DataPolicy)
	if strings.HasPrefix(strings.ToLower(s.o.BaseURL), "https://") {
		h.Set("Strict-Transport-Security", hsts)
	}
}
