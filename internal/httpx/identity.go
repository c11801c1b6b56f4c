package httpx

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"log/slog"
	"math/rand/v2"
	"net/http"
)

// The headers that identify a request across programs.
const (
	RequestIDHeader = "X-Request-Id"
	traceHeader     = "Traceparent"
	stateHeader     = "Tracestate"
)

// maxRequestID bounds the identifiers that clients choose.
const maxRequestID = 128

// Identity identifies a request in logs, in errors and to other servers.
type Identity struct {
	RequestID string // the client's, or a new one
	Trace     Trace  // zero if the client sent none
	Route     string // the pattern that matched, set by [SetRoute]
	Player    string // who is logged in, set by [SetPlayer]

	parent, state string // Traceparent and Tracestate, as they came
}

type identityKey struct{}

// Identify returns the request with its [Identity] in the context, and puts the request identifier
// into the header of the answer. A client's X-Request-Id is kept if it has 1 to 128 letters,
// digits and -._~:/+=@ only.
func Identify(w http.ResponseWriter, r *http.Request) (*http.Request, *Identity) {
	id := &Identity{}
	if list := r.Header.Values(RequestIDHeader); len(list) == 1 && saneRequestID(list[0]) {
		id.RequestID = list[0]
	} else {
		id.RequestID = newRequestID()
	}
	if list := r.Header.Values(traceHeader); len(list) == 1 {
		if t, ok := ParseTraceparent(list[0]); ok {
			id.Trace, id.parent = t, list[0]
			id.state = joinStates(r.Header.Values(stateHeader))
		}
	}
	w.Header().Set(RequestIDHeader, id.RequestID)
	return r.WithContext(context.WithValue(r.Context(), identityKey{}, id)), id
}

// newRequestID returns 128 random bits. They identify a request and keep no secret.
func newRequestID() string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], rand.Uint64())
	binary.BigEndian.PutUint64(b[8:], rand.Uint64())
	return hex.EncodeToString(b[:])
}

func saneRequestID(s string) bool {
	if s == "" || len(s) > maxRequestID {
		return false
	}
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && ('0' > c || c > '9') {
			switch c {
			case '-', '.', '_', '~', ':', '/', '+', '=', '@':
			default:
				return false
			}
		}
	}
	return true
}

// IdentityOf returns the identity of the request that a context belongs to, nil if there is none.
func IdentityOf(ctx context.Context) *Identity {
	id, _ := ctx.Value(identityKey{}).(*Identity)
	return id
}

// SetRoute records the pattern that a request matched. It bounds the labels of metrics, as paths
// would not.
func SetRoute(r *http.Request, pattern string) {
	if id := IdentityOf(r.Context()); id != nil {
		id.Route = pattern
	}
}

// SetPlayer records which player sent a request, so that their use can be counted.
func SetPlayer(r *http.Request, player string) {
	if id := IdentityOf(r.Context()); id != nil {
		id.Player = player
	}
}

// Attrs returns the identifiers for a log record.
func (id *Identity) Attrs() []slog.Attr {
	attrs := []slog.Attr{slog.String("request_id", id.RequestID)}
	if id.Trace != (Trace{}) {
		attrs = append(attrs, slog.String("trace_id", id.Trace.ID))
	}
	return attrs
}

// LogID returns the identifiers of a request as a group for a log record, empty if it has none.
func LogID(r *http.Request) slog.Attr {
	id := IdentityOf(r.Context())
	if id == nil {
		return slog.Attr{}
	}
	return slog.Attr{Value: slog.GroupValue(id.Attrs()...)} // without a name, it is inlined
}

// Forward adds the identifiers of the request that a context belongs to to the headers of a request
// to another server. The trace context is passed on as it came, as W3C Trace Context asks of a
// program that records no spans.
func Forward(ctx context.Context, h http.Header) {
	id := IdentityOf(ctx)
	if id == nil {
		return
	}
	h.Set(RequestIDHeader, id.RequestID)
	if id.parent != "" {
		h.Set(traceHeader, id.parent)
		if id.state != "" {
			h.Set(stateHeader, id.state)
		}
	}
}
