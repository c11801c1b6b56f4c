package datasets

import (
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
