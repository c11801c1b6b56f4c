// Package files reads files with bounds, and lines of limited length, and writes JSON. A fault in
// a file is described in one line: where it is, what was found and what was expected.
package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

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

// At returns an error about a line of a file, 0 for the file as a whole, in the error's own words.
func At(file string, line int, err error) *Error {
	return &Error{File: file, Line: line, Msg: err.Error(), Err: err}
}

// Unreadable returns the [*Error] for an error of package os. It returns other errors, and nil, as
// they are. Expected says what should be in the file.
func Unreadable(path string, err error, expected string) error {
	if _, told := errors.AsType[*Error](err); told || err == nil {
		return err
	}
	if err := Address(path); err != nil {
		return err
	}
	found, at := "", (*fs.PathError)(nil)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		found = "no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		found = "a file without permission to read"
	case errors.Is(err, syscall.ENOTDIR):
		found = "a file where a folder should be"
	case errors.As(err, &at):
		found = "an unreadable file (" + at.Err.Error() + ")"
	default:
		return err
	}
	return &Error{File: path, Msg: "found " + found + ", expected " + expected, Err: err}
}

// address matches the start of an address. A single letter would be a drive.
var address = text.Pattern(`^[A-Za-z][A-Za-z0-9+.-]+:/`)

// Address returns what is wrong with an address such as https://… in place of a path, nil for all
// other texts.
func Address(path string) error {
	if !address().MatchString(path) {
		return nil
	}
	if u, err := url.Parse(path); err == nil && u.Scheme == "file" {
		local := u.Host + u.Path
		if len(local) > 2 && local[2] == ':' { // a drive
			local = local[1:]
		}
		return New(path, 0, "the address of a file", "its path: "+local)
	} else if !strings.Contains(path, "://") {
		return nil
	}
	return New(path, 0, "an address on the Web", "a file: download it first")
}

// Open opens a file that is no folder. Expected says what should be in it.
func Open(path, expected string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, Unreadable(path, err, expected)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, New(path, 0, "a folder", expected)
	}
	return f, nil
}

// With opens a file and returns what read makes of it. Expected says what should be in it.
func With[T any](path, expected string, read func(in io.Reader, file string) (T, error)) (out T, err error) {
	f, err := Open(path, expected)
	if err != nil {
		return out, err
	}
	defer f.Close()
	return read(f, path)
}

// Read reads a file of at most max bytes. It reads no further, so that a device or a pipe that
// never ends does not fill the memory. Expected says what should be in it.
func Read(path string, max int64, expected string) ([]byte, error) {
	return With(path, expected, func(in io.Reader, _ string) ([]byte, error) {
		return ReadAll(in, path, max, expected)
	})
}

// ReadAll is [Read] for a reader. The path is for errors.
func ReadAll(r io.Reader, path string, max int64, expected string) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, max+1))
	if err == nil && int64(len(content)) > max {
		err = New(path, 0, fmt.Sprintf("more than %d bytes", max), expected)
	}
	return content, err
}

// List returns the path of a file as it is. For a folder, it returns the paths of the files in it
// that have one of the wanted extensions, at most max of them, sorted by name. An extension starts
// with its dot.
func List(path string, max int, wanted func(extension string) bool) ([]string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, Unreadable(path, err, "a file or a folder")
	case !info.IsDir():
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, Unreadable(path, err, "a folder")
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && wanted(filepath.Ext(e.Name())) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	if len(files) > max {
		return nil, New(path, 0, text.Count(len(files), "file"), fmt.Sprintf("at most %d", max))
	}
	return files, nil
}

// numbers matches an indented list of numbers. It cannot match within a string, which has no raw
// line breaks.
var numbers = text.Pattern(`\[\s*\n\s*[-+.0-9eE]+(?:,\n\s*[-+.0-9eE]+)*\n\s*\]`)

var spaces = text.Pattern(`\s+`)

// WriteJSON writes an indented JSON document, in which each list of numbers is on one line.
func WriteJSON(w io.Writer, value any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return err
	}
	data := numbers().ReplaceAllFunc(buf.Bytes(), func(list []byte) []byte {
		inner := bytes.TrimSpace(list[1 : len(list)-1])
		return append(append([]byte{'['}, spaces().ReplaceAll(inner, []byte(" "))...), ']')
	})
	_, err := w.Write(data)
	return err
}

// DecodeJSON decodes a single JSON value that the program wrote itself. Unknown fields and anything
// after the value are errors.
func DecodeJSON(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("found more than one value")
	}
	return nil
}
