package lpp

import "strings"

// Screen is the text that one party has typed, as a terminal shows it. Its zero value is empty.
//
// BackSpace removes the last character, even a Return: in the logs of 2010, judges and entities
// took back whole lines that they had ended, with exactly the number of BackSpaces that this takes.
// At the start of the text it does nothing. It does not remove the other party's characters: each
// party has its own text. Tab is an ordinary character.
type Screen struct {
	text []rune
}

// Apply presses a key. It returns the character that BackSpace removed, if it removed one.
func (s *Screen) Apply(k Key) (removed rune, ok bool) {
	if k != BackSpace {
		s.Put(rune(k))
		return 0, false
	}
	n := len(s.text)
	if n == 0 {
		return 0, false
	}
	removed = s.text[n-1]
	s.text = s.text[:n-1]
	return removed, true
}

// Put types a character, even one that the protocol does not have.
func (s *Screen) Put(c rune) { s.text = append(s.text, c) }

// Len returns the number of characters.
func (s *Screen) Len() int { return len(s.text) }

// From returns the text after the first n characters.
func (s *Screen) From(n int) string { return string(s.text[min(max(n, 0), len(s.text)):]) }

// Text returns the text. A Return is a newline.
func (s *Screen) Text() string { return string(s.text) }

// Lines returns the lines of the text. The last one is the text after the last Return.
func (s *Screen) Lines() []string { return strings.Split(s.Text(), "\n") }
