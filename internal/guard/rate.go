package guard

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Rate is the rate of a token bucket: Burst times at once, and once more after each Every.
type Rate struct {
	Burst int
	Every time.Duration
}

// String formats the rate as "500, then 1 in 10s".
func (r Rate) String() string { return fmt.Sprintf("%d, then 1 in %s", r.Burst, r.Every) }

// RateFlag is a [Rate] as the value of a command-line flag.
type RateFlag Rate

// Flag returns a flag that sets the rate.
func (r *Rate) Flag() *RateFlag { return (*RateFlag)(r) }

// String formats the rate as "500/10s".
func (f *RateFlag) String() string { return fmt.Sprintf("%d/%s", f.Burst, f.Every) }

// Type names the value in help texts.
func (f *RateFlag) Type() string { return "BURST/TIME" }

// Set parses a rate in the form of [RateFlag.String].
func (f *RateFlag) Set(text string) error {
	burst, every, _ := strings.Cut(text, "/")
	n, err1 := strconv.Atoi(burst)
	d, err2 := time.ParseDuration(every)
	if err1 != nil || err2 != nil || n < 1 || d <= 0 {
		return fmt.Errorf("found %q, BURST/TIME as 500/10s is needed, both above 0", text)
	}
	f.Burst, f.Every = n, d
	return nil
}
