package text

import (
	"regexp"
	"sync"
)

// Pattern returns a regular expression that is compiled when it is first used: programs start
// sooner, and most commands need few of their patterns. A mistake in it panics then.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
