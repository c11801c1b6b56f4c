package guard

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Rate is the rate of a token bucket, which a command-line flag may set: Burst times at once, and
// once more after each Every.
type Rate struct {
	Burst int
	Every time.Duration
}

// String formats the rate as "500/10s".
func (r *Rate) String() string { return fmt.Sprintf("%d/%s", r.Burst, r.Every) }

// Type names the value in help texts.
func (r *Rate) Type() string { return "BURST/TIME" }

// Set parses a rate in the form of [Rate.String].
func (r *Rate) Set(text string) error {
	burst, every, _ := strings.Cut(text, "/")
	n, err1 := strconv.Atoi(burst)
	d, err2 := time.ParseDuration(every)
	if err1 != nil || err2 != nil || n < 1 || d <= 0 {
		return fmt.Errorf("found %q, BURST/TIME as 500/10s is needed, both above 0", text)
	}
	r.Burst, r.Every = n, d
	return nil
}
