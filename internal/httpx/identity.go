package httpx

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
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

// Trace is the content of a traceparent header.
type Trace struct {
	ID      string // of the whole trace, 32 hexadecimal digits
	Parent  string // the caller's span, 16 hexadecimal digits
	Sampled bool   // the caller may have recorded the span
}

// The lengths of the parts of a traceparent header of version 00, and of the whole.
const (
	traceIDLength  = 32
	parentIDLength = 16
	traceLength    = 2 + 1 + traceIDLength + 1 + parentIDLength + 1 + 2
)

// maxTraceparent bounds what later versions may append.
const maxTraceparent = 512

// ParseTraceparent parses a traceparent header and reports whether it is valid: lower-case
// hexadecimal version-trace-parent-flags, in which version ff and identifiers of zeros are invalid.
// Later versions may append parts behind a hyphen. Source: W3C Trace Context, section 3.2
// (https://www.w3.org/TR/trace-context/#traceparent-header).
func ParseTraceparent(s string) (Trace, bool) {
	if len(s) < traceLength || len(s) > maxTraceparent {
		return Trace{}, false
	}
	version, rest := s[:2], s[traceLength:]
	if rest != "" && (version == "00" || rest[0] != '-') {
		return Trace{}, false
	}
	part := strings.SplitN(s[:traceLength], "-", 4)
	if len(part) != 4 || !hexDigits(part[0], 2) || version == "ff" ||
		!hexDigits(part[1], traceIDLength) || zeros(part[1]) ||
		!hexDigits(part[2], parentIDLength) || zeros(part[2]) || !hexDigits(part[3], 2) {
		return Trace{}, false
	}
	sampled := strings.IndexByte("13579bdf", part[3][1]) >= 0
	return Trace{ID: part[1], Parent: part[2], Sampled: sampled}, true
}

// hexDigits reports whether a text is n lower-case hexadecimal digits.
func hexDigits(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

func zeros(s string) bool { return strings.Trim(s, "0") == "" }

// maxState is how much of tracestate is passed on, as the specification suggests.
const maxState = 512

// joinStates joins the headers of the trace's vendors. A list that is too long is dropped, which is
// allowed, rather than cut.
func joinStates(list []string) string {
	s := strings.Join(list, ",")
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return ""
		}
	}
	if len(s) > maxState {
		return ""
	}
	return s
}
