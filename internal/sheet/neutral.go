package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/luna-rating/luna/internal/text"
)

// formulaStart holds the characters that turn a cell into a formula when a spreadsheet opens a
// text, as do other forms of them, such as ＝. An answer that begins with one of them could run a
// command on the reader's machine.
const formulaStart = "=+-@\t\r\n"

// neutral returns a cell that no spreadsheet takes for a formula: with a ' before it, unless it is
// a number. The ' is added to cells that begin with ' and such a character as well, so that restore
// returns what was written.
func neutral(cell string) string {
	if escapable(cell) && !isNumber(cell) {
		return "'" + cell
	}
	return cell
}

// restore is the reverse of neutral. It also takes off what some programs put round a text so that
// spreadsheets take it for one, as in ="007".
func restore(cell string) string {
	if strings.HasPrefix(cell, "'") && escapable(cell) {
		return cell[1:]
	}
	if n := len(cell); n > 2 && cell[:2] == `="` && strings.IndexByte(cell[2:], '"') == n-3 {
		return cell[2 : n-1]
	}
	return cell
}

func escapable(cell string) bool {
	rest := strings.TrimLeftFunc(cell, func(r rune) bool {
		return r == '\'' || unicode.Is(unicode.Cf, r) // which cannot be seen
	})
	_, n := utf8.DecodeRuneInString(rest)
	first := norm.NFKC.String(rest[:n])
	return first != "" && strings.IndexByte(formulaStart, first[0]) >= 0
}

var numeric = text.Pattern(`^[+-]?[0-9]+([.,][0-9]+)?([eE][+-]?[0-9]+)?$`)

func isNumber(cell string) bool { return len(cell) < 40 && numeric().MatchString(cell) }
