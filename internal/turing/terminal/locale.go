package terminal

import "strings"

// utf8Locale reports whether the terminal can be expected to show UTF-8, by the variables of the
// locale. If none is set, it can.
func utf8Locale(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToLower(env(name)); value != "" {
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return true
}
