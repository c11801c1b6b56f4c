package cli

import (
	"fmt"
	"math"
	"net/netip"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// TestCheckedFlags sets flags to values that are possible and to others.
func TestCheckedFlags(t *testing.T) {
	for _, c := range []struct{ flag, value, want string }{
		{"count", "0", "--count is 0, a number from 1 to 5 is needed"},
		{"count", "5", ""},
		{"count", "many", `--count: found "many", expected a whole number`},
		{"workers", "-1", "--workers is -1, at least 0 is needed"},
		{"workers", "0", ""},
		{"share", "1", "--share is 1, a share is needed"},
		{"share", "NaN", "--share is NaN, a share is needed"},
		{"share", "0.5", ""},
		{"wait", "0s", "--wait is 0s, more than 0 is needed"},
		{"wait", "1ms", ""},
		{"out", "", "--out is empty, a folder is needed"},
		{"out", "here", ""},
		{"format", "xml", `unknown format "xml"; known: text, json`},
		{"lines", "json", ""}, // of which there is one form
		{"lines", "xml", `unknown lines "xml"; known: text, jsonl`},
		{"network", "10.0.0.0/8,::ffff:192.0.2.1", ""},
		{"network", "10.0.0.0/8,here", `--network is "here", an address or network is needed`},
	} {
		var count, workers int
		var share float64
		var wait time.Duration
		var out, format string
		var list []netip.Prefix
		command := &cobra.Command{Use: "try"}
		flags := command.Flags()
		flags.IntVar(&count, "count", 1, "")
		flags.Float64Var(&share, "share", 0, "")
		flags.DurationVar(&wait, "wait", 0, "")
		flags.StringVar(&out, "out", "", "")
		WorkersVar(flags, &workers, "trials")
		EnumVar(flags, &format, "format", "%s", TextOrJSON...)
		EnumVar(flags, &format, "lines", "%s", "text", "jsonl")
		NetworksVar(flags, &list, "network", "")
		FromTo(flags, 1, 5, "count")
		Bound(flags, Above0, Below1, "a share is needed", "share")
		Bound(flags, Above0, math.MaxFloat64, "more than 0 is needed", "wait")
		NotEmpty(flags, "a folder", "out")
		err := command.ParseFlags([]string{"--" + c.flag, c.value})
		found := ""
		if err != nil {
			found = Program{}.flagError(command, err).Error()
		}
		if found != c.want || (err != nil) != (c.want != "") {
			t.Errorf("--%s %q: found %q, expected %q", c.flag, c.value, found, c.want)
		}
		if c.flag == "network" && err == nil && fmt.Sprint(list) != "[10.0.0.0/8 192.0.2.1/32]" {
			t.Errorf("found the networks %v", list)
		}
	}
}
