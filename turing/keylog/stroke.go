package keylog

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/turing/lpp"
)

// noKey says that a line does not look like that of a key.
const noKey = "no key"

var (
	keyForm = regexp.MustCompile(`^(.*?)(?:^|\s)(?i:(local|remote))\s+(?i:(left|right))(\s.*)?$`)
	// A line with a number as long as a time is meant as a key.
	numberForm = regexp.MustCompile(`(^|\s)[0-9]{10,}(\s|$)`)
)

// stroke reads the line of a key. It returns what is wrong with it, if something is: noKey if it does
// not look like one.
func (r *reader) stroke(line string, last bool) (s Stroke, problem string) {
	m := keyForm.FindStringSubmatch(line)
	number := numberForm.MatchString(line)
	switch {
	case m == nil && number:
		return s, fileerr.Quote(strings.TrimSpace(line))
	case m == nil || !number && !strings.ContainsAny(m[1], "0123456789"):
		return s, noKey
	}
	s = Stroke{Line: r.line, Local: strings.EqualFold(m[2], "local"), Side: Side(strings.ToLower(m[3]))}
	if problem := r.key(&s, m[4], last); problem != "" {
		return s, problem
	}
	r.columns(&s, strings.Fields(m[1]))
	return s, ""
}

// key reads the column of the key, with the blanks around it.
func (r *reader) key(s *Stroke, column string, last bool) (problem string) {
	words := strings.Fields(column)
	switch {
	case len(words) > 1:
		return fmt.Sprintf("key %s", fileerr.Quote(strings.TrimSpace(column)))
	case len(words) == 1:
		blank := !strings.HasSuffix(column, words[0])
		if last && !blank && r.blanks {
			return fmt.Sprintf("key %s on a line that ends early", fileerr.Quote(words[0]))
		}
		r.blanks = blank
		if len(words[0]) > maxKey {
			return "key " + fileerr.Quote(words[0])
		}
		s.Key, s.Name = parseKey(words[0])
		s.Name = r.intern(s.Name)
		if s.Name != "" {
			r.doubt("found key %q, which the protocol does not have, expected ASCII", s.Name)
		}
	case last:
		return "a line that ends before the key"
	case strings.Contains(column, "\t"):
		s.Key = lpp.Tab
	default:
		s.Key = ' '
	}
	return ""
}

// columns reads the columns before the end that typed the key: [JUDGE] RECEIVED SEQUENCE.
func (r *reader) columns(s *Stroke, before []string) {
	at := -1
	for i, column := range before {
		if t, ok := parseStamp(column); ok {
			at, s.Received = i, t
			break
		}
	}
	switch {
	case at < 0:
		r.doubt("found no time in %s, took that of the key before it",
			fileerr.Quote(strings.Join(before, " ")))
		s.Received = r.last
		if len(before) > 0 && strings.Trim(before[0], "0123456789") != "" {
			at = 1 // a judge, and a time that cannot be read
		} else {
			at = 0
		}
		if at >= len(before) {
			at = len(before) - 1
		}
	case s.Received < r.last && r.inOrder:
		r.doubt("found a key received before that of the line before, expected times that rise")
		r.inOrder = false
	}
	r.last = s.Received
	if at > 0 {
		s.Judge = r.intern(strings.Join(before[:at], " "))
	}
	if at+1 < len(before) {
		s.Sequence = strings.Join(before[at+1:], " ")
		if len(before[at+1:]) == 1 {
			s.Sequence = strings.Clone(s.Sequence)
		}
	}
}
