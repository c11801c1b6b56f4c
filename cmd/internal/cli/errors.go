package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/internal/text"
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
	See   string // the command that lists them, if they are many
}

// Error suggests the closest of the known names, and lists them or says what does.
func (e *UnknownError) Error() string {
	all := "known: " + strings.Join(e.Known, ", ")
	if e.See != "" {
		all = "'" + e.See + "' lists all"
	}
	return fmt.Sprintf("unknown %s %q; %s%s", e.Kind, e.Name, DidYouMean(e.Name, e.Known), all)
}

// flagError rewords pflag's errors to say what was found and what was expected.
func (p Program) flagError(c *cobra.Command, err error) error {
	if absent, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return Usagef("%w%s", err, p.meantFlag(c, absent.GetSpecifiedName()))
	}
	if unknown, ok := errors.AsType[*UnknownError](err); ok {
		return Usage(unknown)
	}
	if refused, ok := errors.AsType[UsageError](err); ok { // by the flag itself
		return refused
	}
	value, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return Usage(err)
	}
	flag := value.GetFlag()
	kind := flag.Value.Type()
	return Usagef("--%s: found %q, expected %s", flag.Name, value.GetValue(),
		cmp.Or(expectedValues[kind], kind))
}

// expectedValues describe the values of flags by their types.
var expectedValues = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint": "a whole number from 0 on",
	"uint64":  "a whole number from 0 to 18446744073709551615",
	"float64": "a number", "bool": "true or false",
	"duration": "a duration such as 30s", "time": "a day such as 2027-06-14",
	"intSlice":    "whole numbers separated by commas",
	"stringSlice": "names separated by commas",
}

// InLine puts a message on one line, without control characters: a text from a file could otherwise
// send escape sequences to a terminal.
func InLine(s string) string { return strings.Join(strings.FieldsFunc(s, unicode.IsControl), " ") }

// CureListen adds advice on choosing another address to an error from listening at --addr.
func CureListen(err error) error {
	return fmt.Errorf("%w; --addr chooses another address, and port 0 any free port", err)
}

// Closest returns the known name that was most likely meant, or "" if none is close: the name with
// the lowest edit distance, ignoring case, or else the only one that has the given name as a
// prefix. Among equal distances, a name of the same length wins, then the first one. One edit is
// close for short names, two are from 4 letters on, three from 8.
func Closest(name string, known []string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	letters := utf8.RuneCountInString(name)
	// Distances count double, so that a different length can add half an edit.
	best, least := "", 2*(min(1+letters/4, 3, letters-1)+1)
	for _, k := range known {
		d := 2 * levenshtein.ComputeDistance(name, strings.ToLower(k))
		if d < least && utf8.RuneCountInString(k) != letters {
			d++
		}
		if d < least {
			best, least = k, d
		}
	}
	if best != "" || letters < 2 {
		return best
	}
	for _, k := range known {
		switch {
		case !strings.HasPrefix(strings.ToLower(k), name):
		case best != "":
			return "" // ambiguous
		default:
			best = k
		}
	}
	return best
}

// DidYouMean suggests the closest known name in words that go before a list of all of them. It is
// "" if no name is close.
func DidYouMean(name string, known []string) string {
	if k := Closest(name, known); k != "" {
		return "did you mean " + k + "? "
	}
	return ""
}

// OneArgument checks the arguments of a command that takes exactly one. Placeholder is its name in
// the usage line, such as FILE.
func OneArgument(placeholder string) cobra.PositionalArgs { return oneFrom(1, placeholder) }

// AtMostOneArgument checks the arguments of a command that takes one or none.
func AtMostOneArgument(placeholder string) cobra.PositionalArgs { return oneFrom(0, placeholder) }

func oneFrom(least int, placeholder string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if n := len(args); n < least || n > 1 {
			return Usagef("%s takes one %s, found %d", subcommand(c), placeholder, n)
		}
		return nil
	}
}

// NoArguments checks the arguments of a command that takes none, other than a subcommand.
func NoArguments(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasAvailableSubCommands():
		return Usagef("%s takes no argument, found %q", subcommand(c), args[0])
	}
	return unknownCommand(c, args[0])
}

// subcommand is the command's path without the program's name.
func subcommand(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
}

// Note says something on standard error, in one line or, on a terminal, in lines of its width.
func Note(c *cobra.Command, format string, args ...any) {
	NoteTo(c.ErrOrStderr(), c.Root().Name(), fmt.Sprintf(format, args...))
}

// NoteTo is [Note] for a stream and the name of a program.
func NoteTo(w io.Writer, program, message string) {
	Say(w, strings.Repeat(" ", len(program)+2), "%s: %s\n", program, InLine(message))
}

// Say is [fmt.Fprintf], but that a terminal gets lines of its width, broken at white space. Those
// that go on begin with indent.
func Say(w io.Writer, indent, format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if _, tty := Terminal(w); tty {
		lines := strings.Split(s, "\n")
		for i, line := range lines {
			if width := Width(w); text.Width(line) > width {
				lines[i] = strings.Join(text.Wrap(line, width-len(indent)), "\n"+indent)
			}
		}
		s = strings.Join(lines, "\n")
	}
	io.WriteString(w, s)
}

// Wrote says on standard error, in one line, what a command has written and where.
func Wrote(c *cobra.Command, format string, args ...any) { Note(c, "wrote "+format, args...) }
