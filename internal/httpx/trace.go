package httpx

import "strings"

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
