package datasets

import (
	"errors"
	"fmt"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Error describes a fault in a data file, in one line. Its fields are File, Line (from 1; 0 for the
// file as a whole), Msg (what was found and what was expected) and Err (the underlying error, if
// any, which is not printed).
type Error = files.Error

// UsageError reports a specification that is wrong in itself, before any file is read: an unknown
// kind, a path that is missing or superfluous, an option out of range.
type UsageError struct {
	Spec string // as the user wrote it
	Msg  string // what was found and what was expected
}

// Error returns the specification and what is wrong with it, on one line.
func (e *UsageError) Error() string {
	return fmt.Sprintf("data set %s: %s", text.Quote(e.Spec), e.Msg)
}

// NotedError is an error from reading or using data, together with what had been found out about
// them (see Dataset.Notes), which may explain it.
type NotedError struct {
	Err   error    // what went wrong
	Notes []string // in the order in which they were found out
}

// WithNotes adds notes to an error. It returns the error itself if that is nil or has notes
// already, or if there are none to add.
func WithNotes(err error, notes []string) error {
	if known := (*NotedError)(nil); err == nil || len(notes) == 0 || errors.As(err, &known) {
		return err
	}
	return &NotedError{err, notes}
}

// Error returns the error's message, without the notes.
func (e *NotedError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the notes.
func (e *NotedError) Unwrap() error { return e.Err }
