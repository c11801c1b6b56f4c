package cli

import (
	"bytes"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"
)

// Quiet adds the flag --quiet to a program: what its commands say of their work on standard error,
// in lines that start with the program's name, is left out, but for warnings and errors.
func Quiet(root *cobra.Command) {
	root.PersistentFlags().BoolP("quiet", "q", false, "no progress and no notes: warnings and errors alone")
}

// unnoted is a stream without lines of notes. No terminal is found behind it, so that no command
// shows a bar or asks.
type unnoted struct {
	w       io.Writer
	program string
	mu      sync.Mutex
	rest    []byte // of a line that is not complete
}

// Write implements [io.Writer].
func (u *unnoted) Write(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var kept strings.Builder
	for line := range bytes.Lines(append(u.rest, p...)) {
		text := string(line)
		note, ours := strings.CutPrefix(text, u.program+": ")
		if u.rest = nil; !strings.HasSuffix(text, "\n") {
			u.rest = line
		} else if !ours || strings.HasPrefix(note, "warning: ") {
			kept.WriteString(text)
		}
	}
	_, err := io.WriteString(u.w, kept.String())
	return len(p), err
}
