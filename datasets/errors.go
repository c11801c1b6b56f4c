package datasets

import (
	"errors"
	"fmt"

	"github.com/luna-rating/luna/internal/fileerr"
)

// Error is what is wrong with a data file, in one line, with the fields File, Line
// (from 1; 0 for the file as a whole), Msg (what was found and what was expected) and Err
// (the underlying error, if any, which is not printed).
type Error = fileerr.Error

// UsageError is the error of a specification that is wrong in itself, before any file is
// read: an unknown kind, a path that is missing or superfluous, an option out of range.
type UsageError struct {
	Spec string // as the user wrote it
	Msg  string // what was found and what was expected
}

// Error returns the specification and what is wrong with it, on one line.
func (e *UsageError) Error() string {
	return fmt.Sprintf("data set %s: %s", fileerr.Quote(e.Spec), e.Msg)
}

// NotedError is an error of reading or using data with what had been found out about them, as in
// Dataset.Notes, which may say why it came to that.
type NotedError struct {
	Err   error    // of what went wrong
	Notes []string // in the order in which they were found out
}

// WithNotes returns an error with notes, or the error itself if it is nil, has notes, or there are
// none.
func WithNotes(err error, notes []string) error {
	if known := (*NotedError)(nil); err == nil || len(notes) == 0 || errors.As(err, &known) {
		return err
	}
	return &NotedError{err, notes}
}

// Error returns the error's message, without the notes.
func (e *NotedError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *NotedError) Unwrap() error { return e.Err }
