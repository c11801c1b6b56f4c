// Package files reads files with bounds, and lines of limited length, and writes JSON. A fault in
// a file is described in one line: where it is, what was found and what was expected.
package files

import (
	"errors"
	"strconv"

	"github.com/luna-rating/luna/internal/text"
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
		return text.OneLine(e.File) + ":" + strconv.Itoa(e.Line) + ": " + e.Msg
	}
	return text.OneLine(e.File) + ": " + e.Msg
}

// Unwrap returns the underlying error, nil if there is none.
func (e *Error) Unwrap() error { return e.Err }
