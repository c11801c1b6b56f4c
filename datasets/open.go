package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
)

// Options says how [Open] reads a data set of any format. The zero value is the
// default. The options of one format alone belong to the function that makes the
// format: see [CSV] and [Mohler].
type Options struct {
	// Rating says how grades become ratings, for the formats that have grades.
	Rating RatingRule
	// Raw leaves texts exactly as they stand in the file: tags, entities, doubly
	// encoded characters, white space and "not answered" are kept. Only invalid
	// UTF-8 is replaced, by U+FFFD. The native form is never altered.
	Raw bool
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
// mohler-assignments, one for the others. KIND is the name of a format in [Formats] or more.
// A format in more replaces any earlier one of the same name, so that more can hold formats
// of the caller's own and built-in formats with options. All returned data sets pass
// [Dataset.Validate]. A fault in the specification or an option is a [*UsageError], a fault
// in a file an [*Error].
func Open(spec string, opts Options, more ...Format) ([]*Dataset, error) {
	if opts.Rating != MinMax && opts.Rating != Fraction {
		msg := fmt.Sprintf("found rating rule %d, expected MinMax or Fraction", int(opts.Rating))
		return nil, &UsageError{spec, msg}
	}
	format, argument, err := find(spec, merge(Formats(), more))
	if err != nil {
		return nil, err
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
		if err := d.Validate(); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// merge returns the formats of both lists. One of more replaces any of the same name.
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

// find returns the format that a specification names and what follows the colon.
func find(spec string, formats []Format) (Format, string, error) {
	name, argument, hasArgument := strings.Cut(spec, ":")
	usages := make([]string, len(formats))
	for i, f := range formats {
		switch usages[i] = f.Usage(); {
		case f.Name != name:
			continue
		case f.Argument == "" && hasArgument:
			return f, "", &UsageError{spec, "found a path, expected " + f.Usage()}
		case f.ReadsFiles() && argument == "":
			return f, "", &UsageError{spec, "found no path, expected " + f.Usage()}
		case f.Argument != "" && argument == "":
			return f, "", &UsageError{spec, "found nothing after the kind, expected " + f.Usage()}
		}
		return f, argument, nil
	}
	return Format{}, "", &UsageError{spec,
		"found kind " + fileerr.Quote(name) + ", expected one of " + strings.Join(usages, ", ")}
}
