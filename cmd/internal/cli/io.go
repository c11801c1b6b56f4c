package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/luna-rating/luna/internal/files"
)

// Readable returns a writer of text for people. Control characters other than newline and tab, and
// characters that change the direction of text, are written as escapes such as \x1b: names from
// data sets and accounts could otherwise control a terminal, or look like others. The styles of
// tables are kept.
func Readable(w io.Writer) io.Writer {
	inner := w
	if g, ok := w.(*gate); ok {
		inner = g.w
	}
	if _, ok := inner.(*readable); ok {
		return w
	}
	return &readable{w: w}
}

type readable struct {
	w io.Writer

	mu   sync.Mutex
	rest []byte // the beginning of a character that the next write continues
}

// Write implements [io.Writer].
func (r *readable) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := append(r.rest, p...)
	n := len(text)
	for i := max(0, n-utf8.UTFMax); i < n; i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			n = i
		}
	}
	r.rest = append([]byte(nil), text[n:]...)
	if _, err := r.w.Write([]byte(visible(string(text[:n])))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// end writes a replacement for an incomplete character at the end.
func (r *readable) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.rest) > 0 {
		r.rest = nil
		_, _ = r.w.Write([]byte("\ufffd")) // nobody could be told
	}
}

// styles are the sequences with which tables are styled: reset, bold, faint, green and yellow.
var styles = []string{"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;32m", "\x1b[33m"}

func visible(s string) string {
	var b strings.Builder
next:
	for i := 0; i < len(s); {
		for _, style := range styles {
			if s[i] == styles[0][0] && strings.HasPrefix(s[i:], style) {
				b.WriteString(style)
				i += len(style)
				continue next
			}
		}
		c, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case c == '\n' || c == '\t':
			b.WriteRune(c)
		case c < 0x80 && unicode.IsControl(c):
			fmt.Fprintf(&b, `\x%02x`, c)
		case unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c):
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c) // U+FFFD if it is not UTF-8
		}
	}
	return b.String()
}

// Terminal returns the terminal behind a stream of a command, if it is one.
func Terminal(w io.Writer) (*os.File, bool) {
	for {
		switch x := w.(type) {
		case *readable:
			w = x.w
		case *gate:
			w = x.w
		case *os.File:
			return x, term.IsTerminal(int(x.Fd()))
		default:
			return nil, false
		}
	}
}

// Width returns how many columns the lines of a stream have: those of a terminal, or [HelpWidth].
func Width(w io.Writer) int {
	f, tty := Terminal(w)
	if !tty {
		return HelpWidth
	}
	n, _, _ := term.GetSize(int(f.Fd()))
	return cmp.Or(max(n, 0), 80)
}

// CanAsk reports whether a person reads standard error and writes standard input.
func CanAsk(c *cobra.Command) bool {
	in, isFile := c.InOrStdin().(*os.File)
	_, shown := Terminal(c.ErrOrStderr())
	return isFile && shown && term.IsTerminal(int(in.Fd()))
}

// Input opens a file, or standard input if its name is -, and returns its name for messages.
// Expected says what should be in it.
func Input(c *cobra.Command, name, expected string) (in io.ReadCloser, label string, err error) {
	if name == "-" {
		return io.NopCloser(c.InOrStdin()), "standard input", nil
	}
	in, err = files.Open(name, expected)
	return in, name, err
}
