// Package fileerr describes a fault in a file in one line: where it is, what was found and what was
// expected.
package fileerr

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is a fault in a file.
type Error struct {
	// File is the file or folder as the user named it, or the name of the data if they are in
	// memory. It may be empty.
	File string
	// Line counts from 1; 0 stands for the file as a whole.
	Line int
	// Msg says what was found and what was expected.
	Msg string
	// Err is the underlying error, if any. It is not printed.
	Err error
}

// ErrTooLarge is wrapped by the error for input that exceeds the reader's limit.
var ErrTooLarge = errors.New("too large")

// New returns the error for a file that holds something other than expected.
func New(file string, line int, found, expected string) *Error {
	return &Error{File: file, Line: line, Msg: "found " + found + ", expected " + expected}
}

// Error returns "FILE:LINE: MSG" on one line, without the parts that are not known.
func (e *Error) Error() string {
	switch {
	case e.File == "":
		return e.Msg
	case e.Line > 0:
		return OneLine(e.File) + ":" + strconv.Itoa(e.Line) + ": " + e.Msg
	}
	return OneLine(e.File) + ": " + e.Msg
}

// Unwrap returns the underlying error, nil if there is none.
func (e *Error) Unwrap() error { return e.Err }

// OneLine returns s, quoted if it has line breaks.
func OneLine(s string) string {
	if strings.ContainsAny(s, "\n\r") {
		return strconv.Quote(s)
	}
	return s
}

// Quote quotes a piece of a file, cut to a readable length.
func Quote[T string | []byte](text T) string {
	const maxLen = 60
	s := string(text)
	if len(s) <= maxLen {
		return strconv.Quote(s)
	}
	end := maxLen
	for end > maxLen-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return strconv.Quote(s[:end]) + "…"
}

// Count words a number of things: "1 column", "3 columns".
func Count[N int | int64 | uint64](n N, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}
