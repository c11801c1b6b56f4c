package pairweb

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/turing/lpp"
)

const (
	maxBody  = 64 << 10
	maxPages = 1000 // that type in one view of a seat
)

// typing is a request from a page: the keys that follow the first After keys typed there.
type typing struct {
	View   string  `json:"view"`
	Client uint32  `json:"client"` // a number that the page has drawn, not 0
	After  uint32  `json:"after"`
	Keys   []press `json:"keys"`
}

type press struct {
	Side keylog.Side `json:"side"`
	Text string      `json:"text"`
}

// accepted is the answer: the number of the page's keys that have been typed. A page that does not
// receive it sends the keys again; they are typed only once.
type accepted struct {
	Accepted uint32 `json:"accepted"`
}

func (s *Server) typed(w http.ResponseWriter, r *http.Request, seat *Seat) error {
	var t typing
	if err := body(w, r, &t); err != nil {
		return err
	}
	view, err := seat.of(t.View)
	if err != nil {
		return err
	}
	if t.Client == 0 {
		return httpx.Errorf(http.StatusBadRequest, "found client 0, expected another number")
	}
	n, err := view.typed(t)
	switch {
	case errors.Is(err, session.ErrOver), errors.Is(err, session.ErrPaused),
		errors.Is(err, session.ErrWaiting), errors.Is(err, session.ErrTooMany):
		return httpx.Errorf(http.StatusForbidden, "%s", err)
	case err != nil:
		return httpx.Errorf(http.StatusUnprocessableEntity, "%s", err)
	}
	return httpx.WriteJSON(w, http.StatusOK, accepted{n})
}

// typed types keys that were not typed before, and returns how many of the page were.
func (v *view) typed(t typing) (uint32, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := v.accepted[t.Client]
	if n < t.After {
		return n, nil // keys are missing: the page sends them
	}
	if n == 0 && len(v.accepted) >= maxPages {
		clear(v.accepted) // a person has opened so many pages that the first ones are closed
	}
	skip := int(n - t.After)
	for _, p := range t.Keys {
		rest := p.Text[min(skip, len(p.Text)):]
		skip = max(0, skip-len(p.Text))
		if rest == "" {
			continue
		}
		keys := make([]lpp.Key, len(rest))
		for i := range keys {
			keys[i] = lpp.Key(rest[i])
		}
		if err := v.session.TypeAs(uint64(t.Client)<<32|uint64(n+1), p.Side, keys...); err != nil {
			return n, err
		}
		n += uint32(len(keys))
		v.accepted[t.Client] = n
	}
	return n, nil
}

// answer is the form in which a page sends a verdict.
type answer struct {
	View       string      `json:"view"`
	Left       *int        `json:"left"`
	Right      *int        `json:"right"`
	Human      keylog.Side `json:"human"`
	Is         string      `json:"is"`
	Confidence *int        `json:"confidence"`
	Reason     string      `json:"reason"`
}

func (s *Server) verdict(w http.ResponseWriter, r *http.Request, seat *Seat) error {
	var a answer
	if err := body(w, r, &a); err != nil {
		return err
	}
	view, err := seat.of(a.View)
	if err != nil {
		return err
	}
	v := session.Verdict{Human: a.Human, Is: a.Is, Reason: a.Reason}
	if a.Confidence != nil {
		v.Confidence = *a.Confidence
	} else if view.session.Details().Confidence {
		return httpx.Errorf(http.StatusUnprocessableEntity, "found no confidence, expected 0 to 100")
	}
	if a.Left != nil && a.Right != nil {
		v.Left, v.Right = *a.Left, *a.Right
	}
	if err := view.session.Decide(v); err != nil {
		return httpx.Errorf(http.StatusUnprocessableEntity, "%s", err)
	}
	return httpx.WriteJSON(w, http.StatusOK, statusOf(view.session))
}

// of returns the view of a page, which must be the present one.
func (s *Seat) of(id string) (*view, error) {
	v := s.now()
	if v.id != id || v.session == nil {
		return nil, httpx.Errorf(http.StatusConflict,
			"found a page of an earlier round, expected the present one: load the page again")
	}
	return v, nil
}

// body reads a request in JSON.
func body(w http.ResponseWriter, r *http.Request, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil ||
		kind != "application/json" {
		return httpx.Errorf(http.StatusUnsupportedMediaType,
			"found content type %.80q, expected application/json", r.Header.Get("Content-Type"))
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("found more than one value")
		}
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return httpx.Errorf(http.StatusRequestEntityTooLarge, "found more than %d bytes", maxBody)
	}
	if err != nil {
		return httpx.Errorf(http.StatusBadRequest, "%s", fmt.Errorf("reading JSON: %w", err))
	}
	return nil
}
