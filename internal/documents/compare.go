package documents

import (
	"regexp"
	"strings"
)

// anything stands in documents for any text, on a line of its own for any lines.
const anything = "…"

// Matches reports whether a command printed what a document shows.
func Matches(shown, printed string) bool {
	return pattern(strings.TrimSpace(shown)).MatchString(strings.TrimSpace(printed))
}

func pattern(shown string) *regexp.Regexp {
	parts := strings.Split(shown, anything)
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$")
}

// number matches what may differ between two outputs of the same command: numbers and the widths of
// their columns.
var number = regexp.MustCompile(`[0-9][0-9.,e-]*|\s+|─+`)

func shape(line string) string { return number.ReplaceAllString(strings.TrimSpace(line), "#") }

// renew returns what a document should show instead. Where it leaves lines out, it takes those of
// the same shape, in order, and ok says whether it found one for each.
func renew(shown, printed string) (renewed string, ok bool) {
	printed = strings.TrimRight(printed, "\n")
	if !strings.Contains(shown, anything) {
		return printed, true
	}
	rest := strings.Split(printed, "\n")
	take := func(fits func(line string) bool) (string, bool) {
		for i, line := range rest {
			if fits(line) {
				rest = rest[i+1:]
				return line, true
			}
		}
		return "", false
	}
	lines := strings.Split(shown, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) == anything {
			continue
		}
		if strings.Contains(line, anything) {
			_, ok = take(pattern(line).MatchString)
		} else {
			lines[i], ok = take(func(other string) bool { return shape(other) == shape(line) })
		}
		if !ok {
			return "", false
		}
	}
	renewed = strings.Join(lines, "\n")
	return renewed, Matches(renewed, printed)
}
