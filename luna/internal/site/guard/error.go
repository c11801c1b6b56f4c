package guard

import (
	"fmt"
	"math"
	"time"
)

// LimitError reports that something was done too often.
type LimitError struct {
	What string        // such as "logins"
	Wait time.Duration // time until it may be tried again
}

// Error returns one line for the player who must wait.
func (e *LimitError) Error() string {
	return fmt.Sprintf("too many %s: try again in %d s", e.What, e.Seconds())
}

// Seconds returns the wait in whole seconds, at least 1.
func (e *LimitError) Seconds() int { return max(1, int(math.Ceil(e.Wait.Seconds()))) }
