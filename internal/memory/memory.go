// Package memory trades time for memory where data are very large.
package memory

import (
	"os"
	"runtime/debug"
)

const (
	many  = 200_000 // respondents
	often = 35      // percent of the live memory, after which garbage is collected
)

// Save has garbage collected more often until the returned function is called, if there are very many
// respondents: what is live is then several GB, and by default garbage may take as much again. If GOGC
// is set, Save does nothing.
func Save(respondents int) (end func()) {
	if respondents <= many || os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(often)
	return func() { debug.SetGCPercent(before) }
}
