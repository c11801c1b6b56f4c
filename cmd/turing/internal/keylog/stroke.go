package keylog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/turing/lpp"
)

// noKey says that a line does not look like the line of a key.
const noKey = "no key"

// keyForm matches the line of a key of most years.
var keyForm = text.Pattern(`(?i)^((?:.*?\s)??)(local|remote)\s+(left|right)(\s.*)?$`)

// namedForm matches the line of a key of 2012, which names the party instead of a sequence number
// and of local or remote.
var namedForm = text.Pattern(`^(.*\b\d{10,18})[ \t]+(\S*[^\s\d]\S*)[ \t]+(?i:(left|right))([ \t\r].*)?$`)

// long matches a line with a number that is as long as a time.
var long = text.Pattern(`(?:^|\s)\d{10,}(?:\s|$)`)

// stroke reads the line of a key. It also returns what is wrong with the line, if anything: noKey
// if it does not look like one. A line with a number as long as a time is meant as a key.
func (r *reader) stroke(line string, last bool) (s Stroke, problem string) {
	m := keyForm().FindStringSubmatch(line)
	named := m == nil
	if named {
		m = namedForm().FindStringSubmatch(line)
	}
	switch {
	case m == nil && long().MatchString(line):
		return s, text.Quote(strings.TrimSpace(line))
	case m == nil || !strings.ContainsAny(m[1], "0123456789"):
		return s, noKey
	}
	s = Stroke{Line: r.line, Side: Side(strings.ToLower(m[3])), Local: strings.EqualFold(m[2], "local")}
	if named {
		if s.Local = strings.EqualFold(m[2], Judge); !s.Local && m[2] != r.current.program && r.first(m[2]) {
			r.doubt("found keys of %.40q, took them for an entity's, expected %s or the program "+
				"that the log names", m[2], Judge)
		}
		if strings.TrimSpace(m[4]) == "" && !last && r.first("") {
			r.doubt("found a key without a name, took each for a space, which BackSpace removes")
		}
	}
	if problem := r.column(&s, m[4], last); problem != "" {
		return s, problem
	}
	r.columns(&s, strings.Fields(m[1]))
	return s, ""
}

// column reads the column of the key, with the blanks around it.
func (r *reader) column(s *Stroke, column string, last bool) (problem string) {
	words := strings.Fields(column)
	switch {
	case len(words) > 1:
		return fmt.Sprintf("key %s", text.Quote(strings.TrimSpace(column)))
	case len(words) == 1:
		if last && strings.HasSuffix(column, words[0]) && beginsWord(words[0]) {
			return fmt.Sprintf("key %s on a line that ends early", text.Quote(words[0]))
		}
		if len(words[0]) > maxKey {
			return "key " + text.Quote(words[0])
		}
		var alias bool
		if s.Key, s.Name, alias = parseKey(words[0]); alias && r.first(words[0]) {
			r.doubt("found the key %s, took it for %s", words[0], s.Key.Name())
		}
		if s.Name != "" {
			r.doubt("found key %q, which the protocol does not have, expected ASCII", s.Name)
		}
	case last:
		return "a line that ends before the key"
	case strings.Contains(strings.TrimRight(column, "\r"), "\r"):
		s.Key = lpp.Return
	case strings.Contains(column, "\t"):
		s.Key = lpp.Tab
	default:
		s.Key = ' '
	}
	return ""
}

// beginsWord reports whether a word may be the beginning of the longer name of a key.
func beginsWord(word string) bool {
	for _, name := range written {
		if len(word) < len(name) && strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

// columns reads the columns before the end that typed the key: [JUDGE] RECEIVED SEQUENCE.
func (r *reader) columns(s *Stroke, before []string) {
	at := slices.IndexFunc(before, func(column string) (ok bool) {
		s.Received, ok = parseStamp(column)
		return ok
	})
	switch {
	case at < 0:
		r.doubt("found no time in %s, took that of the key before it", text.Quote(strings.Join(before, " ")))
		s.Received, at = r.last, 0
		if len(before) > 1 && strings.Trim(before[0], "0123456789") != "" {
			at = 1 // a judge, and a time that cannot be read
		}
	case s.Received < r.last && r.inOrder:
		r.doubt("found a key received before the one before it, expected times that rise")
		r.inOrder = false
	}
	r.last = s.Received
	if at > 0 {
		s.Judge = strings.Join(before[:at], " ")
	}
	if at+1 < len(before) {
		s.Sequence = strings.Join(before[at+1:], " ")
	}
}

// written maps the keys that logs write as words to these words.
var written = map[lpp.Key]string{
	' ': "space", lpp.Return: "CR", lpp.Tab: "tab", lpp.BackSpace: "BackSpace",
}

// words maps names of keys that occur or might occur, in lower case, to the keys.
var words = map[string]lpp.Key{
	"space": ' ', "cr": lpp.Return, "lf": lpp.Return, "return": lpp.Return, "enter": lpp.Return,
	"tab": lpp.Tab, "backspace": lpp.BackSpace,
}

// parseKey returns the key that a log writes as word, or its name if the protocol does not have it.
// An alias is a name of a key that only some programs use.
func parseKey(word string) (k lpp.Key, name string, alias bool) {
	if k = lpp.Key(word[0]); len(word) == 1 && k.Valid() {
		return k, "", false
	}
	if k, ok := words[strings.ToLower(word)]; ok {
		return k, "", false
	}
	if k, err := lpp.ParseKey(word); err == nil {
		return k, "", k.Name() != word
	}
	if !utf8.ValidString(word) {
		// The judge's program of some contest may have written characters of one byte each.
		word, _ = charmap.ISO8859_1.NewDecoder().String(word) // which never fails
	}
	return 0, word, false
}

func (s Stroke) word() string {
	if s.Name != "" {
		return s.Name
	}
	if word, ok := written[s.Key]; ok {
		return word
	}
	return string(rune(s.Key))
}

// Valid reports whether the protocol has the key.
func (s Stroke) Valid() bool { return s.Name == "" && s.Key.Valid() }

// By returns the end that pressed the key.
func (s Stroke) By() lpp.End {
	if s.Local {
		return lpp.Judge
	}
	return lpp.Other
}

// char returns the character of the key, if it has one.
func (s Stroke) char() (c rune, ok bool) {
	if s.Name == "" {
		return rune(s.Key), true
	}
	c, size := utf8.DecodeRuneInString(s.Name)
	return c, size == len(s.Name)
}

const second = 1_000_000 // in microseconds

// stampForm matches the time that the contests wrote, of 18 digits: 0, ten of seconds, 0, six of
// microseconds. The zeros get lost on the way through a spreadsheet.
var stampForm = text.Pattern(`^0?(\d{10})0?(\d{6})$`)

// parseStamp reads when a key was received, in microseconds since 1970.
func parseStamp(s string) (received int64, ok bool) {
	m := stampForm().FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	received, err := strconv.ParseInt(m[1]+m[2], 10, 64)
	return received, err == nil
}

// formatStamp writes a time as the contests did.
func formatStamp(received int64) string {
	return fmt.Sprintf("0%010d0%06d", received/second, received%second)
}
