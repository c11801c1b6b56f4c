package cli

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// UsageError is a mistake on the command line. The exit status is 2.
type UsageError struct{ error }

// Usage marks an error as a mistake on the command line.
func Usage(err error) error { return UsageError{err} }

// Usagef returns a [UsageError] with a formatted message.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// IsUsage reports whether err is or wraps a [UsageError].
func IsUsage(err error) bool {
	_, ok := errors.AsType[UsageError](err)
	return ok
}

// Unwrap returns the cause.
func (e UsageError) Unwrap() error { return e.error }

// UnknownError reports a name that is not among the known ones.
type UnknownError struct {
	Kind  string // the kind of thing named, such as "format"
	Name  string
	Known []string
}

// Error lists the known names and suggests the closest one.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown %s %q; %sknown: %s",
		e.Kind, e.Name, DidYouMean(e.Name, e.Known), strings.Join(e.Known, ", "))
}

// FlagError rewords pflag's errors to say what was found and what was expected.
func FlagError(c *cobra.Command, err error) error {
	if absent, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return Usagef("%w%s", err, suggestFlag(c, absent.GetSpecifiedName()))
	}
	if unknown, ok := errors.AsType[*UnknownError](err); ok {
		return Usage(unknown)
	}
	value, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return Usage(err)
	}
	flag := value.GetFlag()
	expected := flag.Value.Type()
	switch expected {
	case "int", "int64":
		expected = "a whole number"
	case "uint64":
		expected = "a whole number from 0 to 18446744073709551615"
	case "float64":
		expected = "a number"
	case "bool":
		expected = "true or false"
	case "intSlice":
		expected = "whole numbers separated by commas"
	case "duration":
		expected = "a duration such as 30s"
	case "time":
		expected = "a day such as 2027-06-14"
	case "stringSlice":
		expected = "names separated by commas"
	}
	return Usagef("--%s: found %q, expected %s", flag.Name, value.GetValue(), expected)
}

// suggestFlag suggests the closest of a command's flags, or returns "".
func suggestFlag(c *cobra.Command, name string) string {
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	if guess := Closest(name, known); guess != "" {
		return "; did you mean --" + guess + "?"
	}
	return ""
}

// InLine puts a message on one line, without control characters: a text from a file could otherwise
// send escape sequences to a terminal.
func InLine(s string) string { return strings.Join(strings.FieldsFunc(s, unicode.IsControl), " ") }

// CureListen adds advice on choosing another address to an error from listening at --addr.
func CureListen(err error) error {
	return fmt.Errorf("%w; --addr chooses another address, and port 0 any free port", err)
}
