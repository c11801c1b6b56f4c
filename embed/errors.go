package embed

import (
	"fmt"
	"strconv"
	"strings"
)

// Error tells what is wrong with a file of word vectors, in one line.
type Error struct {
	// File is the file as the user named it.
	File string
	// Line counts from 1; 0 for a binary file or the file as a whole.
	Line int
	// Offset is the position in a binary file, after decompression, in bytes;
	// -1 for a text file or the file as a whole.
	Offset int64
	// Msg says what was found and what was expected.
	Msg string
	// Err is the underlying error, if any; it is not printed.
	Err error
}

// Error returns file, line or byte, and message on one line.
func (e *Error) Error() string {
	file := e.File
	if strings.ContainsAny(file, "\n\r") {
		file = strconv.Quote(file)
	}
	switch {
	case e.Line > 0:
		return fmt.Sprintf("%s:%d: %s", file, e.Line, e.Msg)
	case e.Offset >= 0:
		return fmt.Sprintf("%s: byte %d: %s", file, e.Offset, e.Msg)
	}
	return file + ": " + e.Msg
}

// Unwrap returns the underlying error, nil where there is none.
func (e *Error) Unwrap() error { return e.Err }

// wholeFile, atLine and atByte are the errors of a file that holds something else than
// it should.
func wholeFile(file, found, expected string) *Error {
	return &Error{File: file, Offset: -1, Msg: "found " + found + ", expected " + expected}
}

func atLine(file string, line int, found, expected string) *Error {
	return &Error{File: file, Line: line, Offset: -1, Msg: "found " + found + ", expected " + expected}
}

func atByte(file string, offset int64, found, expected string) *Error {
	return &Error{File: file, Offset: offset, Msg: "found " + found + ", expected " + expected}
}

// quote shows a piece of a file on one line, cut to a readable length.
func quote[T string | []byte](s T) string {
	const most = 40
	if len(s) > most {
		return strconv.Quote(string(s[:most])) + "…"
	}
	return strconv.Quote(string(s))
}

// count words a number of things: "1 number", "3 numbers".
func count[N int | int64 | uint64](n N, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
