package dict

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// fields splits a line at its blanks. After the first error all further fields are empty.
type fields struct {
	file string
	line int
	rest string
	err  error
}

func (l *file) fields() fields { return fields{file: l.name, line: l.line, rest: l.text} }

func (f *fields) fail(found, expected string) {
	if f.err == nil {
		f.err = files.New(f.file, f.line, found, expected)
	}
}

// next returns the next field. Fields are separated by one blank; the line may end with blanks.
func (f *fields) next(expected string) string {
	if f.err != nil {
		return ""
	}
	var field string
	field, f.rest, _ = strings.Cut(f.rest, " ")
	if field == "" {
		if strings.TrimLeft(f.rest, " ") == "" {
			f.fail("the end of the line", expected)
		} else {
			f.fail("two blanks in succession", expected)
		}
	}
	return field
}

// more reports whether another field is left.
func (f *fields) more() bool { return f.err == nil && strings.TrimLeft(f.rest, " ") != "" }

// number returns the next field as a number of at most the given digits.
func (f *fields) number(expected string, base, digits int) uint32 {
	field := f.next(expected)
	if f.err != nil {
		return 0
	}
	n, err := strconv.ParseUint(field, base, 32)
	if err != nil || len(field) > digits {
		f.fail(text.Quote(field), fmt.Sprintf(
			"%s: a number of at most %d digits to the base of %d", expected, digits, base))
		return 0
	}
	return uint32(n)
}

// word returns the next field as a word.
func (f *fields) word(expected string) string {
	w := f.next(expected)
	if f.err == nil && !plain(w) {
		f.fail(text.Quote(w),
			fmt.Sprintf("%s: at most %d printable ASCII characters", expected, maxWord))
	}
	return w
}
