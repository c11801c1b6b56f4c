package jsonapi

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Route answers requests with a method and a path, in the form of [http.ServeMux] patterns.
type Route struct {
	Method, Path string
	// Answer returns a value to be sent as JSON, a [Stream], a [Sender], or an error, whose status
	// the rules of the site choose.
	Answer func(*Call) (any, error)
	Flags  Flags
	// ExtraBytes are counted as text to be kept, in addition to the body, for something new.
	ExtraBytes int
}

// Flags say how a route differs from most others.
type Flags int

// The flags of a route.
const (
	Public    Flags = 1 << iota // needs no token
	Changes                     // is a GET that changes something, and takes no HEAD
	Suspended                   // is open to suspended players
)

// Call is a request to a route.
type Call struct {
	Context context.Context
	Request *http.Request
	Address string           // the [httpx.AddressKey] of the client
	Account accounts.Account // the caller's account; none for a public route
	Fields  Fields           // the fields of the body
	Header  http.Header      // the header of the answer

	size int // of the body
}

// serve does what all routes have in common.
func (a *API) serve(w http.ResponseWriter, r *http.Request, rt Route) {
	v, err := a.answer(w, r, rt)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	switch s := v.(type) {
	case Stream:
		a.stream(w, r, s)
		return
	case Sender:
		if err := s(w); err != nil {
			a.fail(w, r, err)
		}
		return
	}
	text, err := a.encode(v)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	httpx.WriteEncoded(w, http.StatusOK, text)
}

// encode makes an answer. Only a few are made at a time, which bounds the memory for answers that
// then find no room.
func (a *API) encode(v any) ([]byte, error) {
	a.encoding <- struct{}{}
	defer func() { <-a.encoding }()
	return marshal(v)
}

func (a *API) answer(w http.ResponseWriter, r *http.Request, rt Route) (any, error) {
	public := rt.Flags&Public != 0
	if rt.Flags&Changes != 0 && r.Method != http.MethodGet {
		e := httpx.Errorf(http.StatusMethodNotAllowed, "found method %s, expected GET", r.Method)
		return nil, e.With("Allow", http.MethodGet)
	}
	if public && crossSite(r) {
		return nil, httpx.Errorf(http.StatusForbidden,
			"found a request from a page of another site, expected one from a program or from this site")
	}
	c := &Call{Context: r.Context(), Request: r, Address: addressKey(r), Header: w.Header()}
	if !public {
		var err error
		c.Account, err = a.accounts.Authenticate(c.Context, c.Address, bearer(r))
		_, suspended := errors.AsType[*accounts.SuspendedError](err)
		if err != nil && !(suspended && rt.Flags&Suspended != 0) {
			return nil, err
		}
		httpx.SetPlayer(r, string(c.Account.ID))
	}
	if rt.Method != http.MethodPost && rt.Method != http.MethodPut {
		return rt.Answer(c)
	}
	if public {
		if err := c.read(w, maxPublicBody); err != nil {
			return nil, err
		}
		return rt.Answer(c)
	}
	return a.keep(w, c, rt)
}

// keep answers a call whose texts may be kept for ever. Who sends texts is limited by what arrived,
// all together only by what was kept. Programs on this machine are not limited.
func (a *API) keep(w http.ResponseWriter, c *Call, rt Route) (any, error) {
	unread, local := c.read(w, MaxBody), a.local(c.Request)
	switch {
	case local && unread == nil:
		return rt.Answer(c)
	case local:
		return nil, unread
	case unread != nil:
		return nil, cmp.Or(a.accounts.ReceiveTexts(c.Address, c.size), unread)
	}
	undo, err := a.accounts.KeepTexts(c.Address, c.size+rt.ExtraBytes, rt.ExtraBytes > 0)
	if err != nil {
		return nil, err
	}
	v, err := rt.Answer(c)
	if err != nil || v == false { // which says that nothing was done
		undo()
	}
	return v, err
}

// Stream is an answer of unbounded length, which is sent as a JSON array, one value at a time. Its
// length is counted as requests of a player.
type Stream struct {
	Player accounts.ID
	Values iter.Seq2[any, error]
}

// Sender sends an answer itself. It returns an error if it has sent nothing.
type Sender func(http.ResponseWriter) error

// stream sends a stream. An error after the beginning breaks the connection.
func (a *API) stream(w http.ResponseWriter, r *http.Request, s Stream) {
	n := 0
	defer func() { a.accounts.ChargeAnswer(s.Player, n) }()
	out := bufio.NewWriterSize(w, 32<<10)
	w.Header().Set("Content-Type", httpx.JSONType)
	next := byte('[')
	for v, err := range s.Values {
		var text []byte
		if err == nil {
			text, err = marshal(v)
		}
		if err != nil {
			if n == 0 {
				a.fail(w, r, err)
				return
			}
			a.o.Log.Error("an answer was cut off", "route", r.Pattern, "error", err, httpx.LogID(r))
			panic(http.ErrAbortHandler)
		}
		_ = out.WriteByte(next) // an error comes back from the next Write
		if _, err := out.Write(text); err != nil {
			return // the client is gone
		}
		next, n = ',', n+len(text)+1
	}
	if n == 0 {
		_ = out.WriteByte(next)
	}
	_ = out.WriteByte(']')
	_ = out.Flush()
}

// marshal is [json.Marshal], but does not copy and check what a method MarshalJSON returns.
func marshal(v any) ([]byte, error) {
	if m, ok := v.(json.Marshaler); ok {
		return m.MarshalJSON()
	}
	return json.Marshal(v)
}
