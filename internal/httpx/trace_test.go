package httpx_test

import (
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/httpx"
)

const (
	traceID  = "0af7651916cd43dd8448eb211c80319c"
	parentID = "b7ad6b7169203331"
	parent00 = "00-" + traceID + "-" + parentID + "-01"
)

func TestTraceID(t *testing.T) {
	for s, want := range map[string]bool{
		parent00:                                                             true,
		"00-" + traceID + "-" + parentID + "-00":                             true,
		"00-" + traceID + "-" + parentID + "-ff":                             true,
		"cc-" + traceID + "-" + parentID + "-01":                             true,
		"cc-" + traceID + "-" + parentID + "-01-what-comes":                  true,
		"cc-" + traceID + "-" + parentID + "-01.what":                        false,
		"00-" + traceID + "-" + parentID + "-01-more":                        false,
		"00-" + traceID + "-" + parentID + "-01-":                            false,
		"ff-" + traceID + "-" + parentID + "-01":                             false,
		"0-" + traceID + "-" + parentID + "-01":                              false,
		"00-" + strings.ToUpper(traceID) + "-" + parentID + "-01":            false,
		"00-" + strings.Repeat("0", 32) + "-" + parentID + "-01":             false,
		"00-" + traceID + "-" + strings.Repeat("0", 16) + "-01":              false,
		"00-" + traceID + "-" + parentID + "-1":                              false,
		"00-" + traceID + "-" + parentID + "-0g":                             false,
		"00-" + traceID[:31] + "-" + parentID + "0-01":                       false,
		"00_" + traceID + "_" + parentID + "_01":                             false,
		" " + parent00:                                                       false,
		parent00 + " ":                                                       false,
		"":                                                                   false,
		"cc-" + traceID + "-" + parentID + "-01-" + strings.Repeat("x", 600): false,
	} {
		if id := httpx.TraceID(s); want != (id != "") || want && id != traceID {
			t.Errorf("%q: %q", s, id)
		}
	}
}

// What is valid keeps its identifier, and nothing else gets into a log.
func FuzzTraceID(f *testing.F) {
	for _, s := range []string{parent00, "", "cc-" + parent00[3:] + "-x", "00-----", parent00 + "-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if id := httpx.TraceID(s); id != "" && (s[3:35] != id || strings.Trim(id, "0123456789abcdef") != "") {
			t.Errorf("%q: %q", s, id)
		}
	})
}
