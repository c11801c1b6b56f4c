package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestWarningsAreCounted(t *testing.T) {
	for n, want := range map[int]string{
		maxWarnings + 1: "and 1 more line left out\n",
		maxWarnings + 7: "and 7 more lines left out\n",
	} {
		var out bytes.Buffer
		c := &cobra.Command{}
		c.SetErr(&out)
		errs := make([]error, maxWarnings+1)
		for i := range errs {
			errs[i] = errors.New("odd")
		}
		warnOf(c, errs, n, "more line", "left out")
		if text := out.String(); !strings.HasSuffix(text, want) ||
			strings.Count(text, "odd") != maxWarnings {
			t.Errorf("of %d lines: found %q, expected %q at the end", n, text, want)
		}
	}
}
