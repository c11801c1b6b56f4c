package httpx

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// The headers that identify a request across programs.
const (
	RequestIDHeader = "X-Request-Id"
	traceHeader     = "Traceparent"
	stateHeader     = "Tracestate"
)

// requestID matches the identifiers that clients may choose.
var requestID = text.Pattern(`^[-A-Za-z0-9._~:/+=@]{1,128}$`)

// Identity identifies a request in logs, in errors and to other servers.
type Identity struct {
	RequestID string // the client's, or a new one
	TraceID   string // the client's, "" if it sent none
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
	if list := r.Header.Values(RequestIDHeader); len(list) == 1 && requestID().MatchString(list[0]) {
		id.RequestID = list[0]
	} else {
		id.RequestID = newRequestID()
	}
	if list := r.Header.Values(traceHeader); len(list) == 1 {
		if id.TraceID = TraceID(list[0]); id.TraceID != "" {
			id.parent = list[0]
			id.state = joinStates(r.Header.Values(stateHeader))
		}
	}
	w.Header().Set(RequestIDHeader, id.RequestID)
	return r.WithContext(context.WithValue(r.Context(), identityKey{}, id)), id
}

// newRequestID returns 128 random bits. They identify a request and keep no secret.
func newRequestID() string {
	return fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())
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
	if id.TraceID != "" {
		attrs = append(attrs, slog.String("trace_id", id.TraceID))
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

// traceparent matches a traceparent header: lower-case hexadecimal version-trace-parent-flags.
// Later versions than 00 may append parts behind a hyphen. Source: W3C Trace Context, section 3.2
// (https://www.w3.org/TR/trace-context/#traceparent-header).
var traceparent = text.Pattern(`^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$`)

// maxTraceparent bounds what later versions may append.
const maxTraceparent = 512

// TraceID returns the identifier in a traceparent header, "" if the header is not valid.
func TraceID(header string) string {
	m := traceparent().FindStringSubmatch(header)
	if m == nil || len(header) > maxTraceparent || m[1] == "ff" || m[1] == "00" && m[4] != "" ||
		strings.Trim(m[2], "0") == "" || strings.Trim(m[3], "0") == "" {
		return ""
	}
	return m[2]
}

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
