package datasets

import (
	"fmt"
	"strconv"
	"strings"
)

// Error tells what is wrong with a data file, in one line.
type Error struct {
	// File is the file or folder as the user named it, or the data set's name
	// where the fault was found in memory.
	File string
	// Line counts from 1; 0 stands for the file as a whole.
	Line int
	// Msg says what was found and what was expected.
	Msg string
	// Err is the underlying error, if any; it is not printed.
	Err error
}

// Error returns "FILE:LINE: MSG" on one line, without what is not known.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(oneLine(e.File))
		if e.Line > 0 {
			b.WriteByte(':')
			b.WriteString(strconv.Itoa(e.Line))
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Msg)
	return b.String()
}

// Unwrap returns the underlying error, nil where there is none.
func (e *Error) Unwrap() error { return e.Err }

// UsageError tells that a data set's specification itself is wrong, before any
// file was read: an unknown kind, a path that is missing or superfluous, an option
// out of range.
type UsageError struct {
	Spec string // as the user wrote it
	Msg  string // what was found and what was expected
}

// Error returns the specification and what is wrong with it, on one line.
func (e *UsageError) Error() string {
	return fmt.Sprintf("data set %s: %s", quote(e.Spec), e.Msg)
}

// mismatch is the error of a file that holds something else than it should.
func mismatch(file string, line int, found, expected string) *Error {
	return &Error{File: file, Line: line, Msg: "found " + found + ", expected " + expected}
}

// quote shows a piece of a file on one line, cut to a readable length.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		cut := most
		for cut > most-4 && s[cut]&0xC0 == 0x80 { // not within a rune
			cut--
		}
		return strconv.Quote(s[:cut]) + "…"
	}
	return strconv.Quote(s)
}

// oneLine keeps a file's name from breaking the one-line rule.
func oneLine(s string) string {
	if strings.ContainsAny(s, "\n\r") {
		return strconv.Quote(s)
	}
	return s
}

// count words a number of things: "1 column", "3 columns".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
