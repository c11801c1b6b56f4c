package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Options says how [Open] reads a data set of any format. The zero value is the
// default. The options of tables belong to the function that makes the format, see
// [Table].
type Options struct {
	// Rating says how grades become ratings, for the formats that have grades.
	Rating RatingRule
	// Raw leaves texts exactly as they stand in the file: tags, entities, doubly
	// encoded characters, white space and "not answered" are kept. Only invalid
	// UTF-8 is replaced, by U+FFFD. The native form is never altered.
	Raw bool

	lines int // that are respondents; 0 for the default
}

// text returns a question's text or an acceptable answer, repaired unless Raw is set.
func (o Options) text(s string) string {
	if o.Raw {
		return rawText(s)
	}
	return RepairText(s)
}

// response returns a response, repaired unless Raw is set.
func (o Options) response(s string) string {
	if o.Raw {
		return rawText(s)
	}
	return RepairResponse(s)
}

// Open reads the data sets that a specification KIND[:ARGUMENT] names: twelve for the kind
// mohler-assignments, one for the others. KIND is the name of a format in [Formats] or in more. It
// may be left out before a path whose extension a format has; ".gz" and ".zst" may follow it. A
// table read in this way is named after its file. A format in more replaces any earlier one of the
// same name, so that more can hold formats of the caller's own and built-in formats with options.
// All returned data sets pass [Dataset.Validate]. A fault in the specification or an option is a
// [*UsageError], a fault in a file an [*Error].
func Open(spec string, opts Options, more ...Format) ([]*Dataset, error) {
	if opts.Rating != MinMax && opts.Rating != Fraction {
		msg := fmt.Sprintf("found rating rule %d, expected MinMax or Fraction", int(opts.Rating))
		return nil, &UsageError{spec, msg}
	}
	formats := merge(Formats(), more)
	format, argument, err := find(spec, formats)
	if err != nil {
		return nil, err
	}
	name := stem(argument)
	if kind, _, _ := strings.Cut(spec, ":"); format.Named(kind) {
		name = kind
		if _, n, given := strings.Cut(kind, "@"); given {
			if opts.lines, err = strconv.Atoi(n); err != nil || opts.lines < 1 {
				return nil, &UsageError{spec, "found " + text.Quote(n) + " lines, expected a number from 1 on"}
			}
		}
	}
	sets, err := format.Open(argument, opts)
	if usage, ok := errors.AsType[*UsageError](err); ok && usage.Spec == "" {
		return nil, &UsageError{spec, usage.Msg}
	}
	if err != nil {
		return nil, err
	}
	for _, d := range sets {
		d.Synthetic = d.Synthetic || format.Synthetic
		if d.Name == format.Name && d.Table != nil {
			d.Name = name
		}
		if err := d.Validate(); err != nil {
			return nil, err
		}
		d.warnOfExtremes()
	}
	return sets, nil
}

// merge returns the formats of both lists. A format in more replaces any of the same name.
func merge(formats, more []Format) []Format {
	for _, f := range more {
		same := func(other Format) bool { return other.Name == f.Name }
		if i := slices.IndexFunc(formats, same); i >= 0 {
			formats[i] = f
		} else {
			formats = append(formats, f)
		}
	}
	return formats
}

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
