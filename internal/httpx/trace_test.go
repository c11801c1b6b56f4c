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

func TestParseTraceparent(t *testing.T) {
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
		trace, ok := httpx.ParseTraceparent(s)
		if ok != want || ok && (trace.ID != traceID || trace.Parent != parentID) {
			t.Errorf("%q: %v %+v", s, ok, trace)
		}
	}
	if trace, _ := httpx.ParseTraceparent(parent00); !trace.Sampled {
		t.Error("flag 01 is not sampled")
	}
}

// What is valid keeps its parts, and nothing else gets into a log.
func FuzzParseTraceparent(f *testing.F) {
	for _, s := range []string{parent00, "", "cc-" + parent00[3:] + "-x", "00-----", parent00 + "-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		trace, ok := httpx.ParseTraceparent(s)
		if !ok {
			if trace != (httpx.Trace{}) {
				t.Errorf("%q: %+v although it is invalid", s, trace)
			}
			return
		}
		if !strings.HasPrefix(s[2:], "-"+trace.ID+"-"+trace.Parent+"-") ||
			strings.Trim(trace.ID+trace.Parent, "0123456789abcdef") != "" {
			t.Errorf("%q: %+v", s, trace)
		}
	})
}
