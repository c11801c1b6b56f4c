package dict

import (
	"strconv"
	"strings"
)

// Error tells what is wrong with a dictionary file, in one line.
type Error struct {
	// File is the file's name, behind the folder's as the user gave it.
	File string
	// Line counts from 1; 0 stands for the file as a whole.
	Line int
	// Msg says what was found and what was expected.
	Msg string
	// Err is the underlying error, if any; its text is part of Msg.
	Err error
}

func (e *Error) Error() string {
	file := e.File
	if strings.ContainsAny(file, "\r\n") {
		file = strconv.Quote(file)
	}
	if e.Line > 0 {
		file += ":" + strconv.Itoa(e.Line)
	}
	return file + ": " + e.Msg
}

func (e *Error) Unwrap() error { return e.Err }

// mismatch is the error of a file that holds something else than it should.
func mismatch(file string, line int, found, expected string) *Error {
	return &Error{File: file, Line: line, Msg: "found " + found + ", expected " + expected}
}

// quote shows a piece of a file on one line, cut to a readable length.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + "…"
	}
	return strconv.QuoteToASCII(s)
}
