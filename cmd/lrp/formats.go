package main

import (
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/report"
)

// format is a form in which a command writes its result, an R, on standard output.
type format[R any] struct {
	name  string
	write func(io.Writer, R, report.Options) error
}

// plain is a writer for which there is nothing to choose.
func plain[R any](write func(io.Writer, R) error) func(io.Writer, R, report.Options) error {
	return func(w io.Writer, r R, _ report.Options) error { return write(w, r) }
}

// writerOf returns the writer of the form with that name.
func writerOf[R any](formats []format[R], name string) (func(io.Writer, R, report.Options) error, error) {
	i := slices.IndexFunc(formats, func(f format[R]) bool { return f.name == name })
	if i < 0 {
		return nil, &lrp.UnknownError{Kind: "format", Name: name, Known: formatNames(formats)}
	}
	return formats[i].write, nil
}

// writeAs writes a result in the form with that name.
func writeAs[R any](formats []format[R], name string, w io.Writer, r R, o report.Options) error {
	write, err := writerOf(formats, name)
	if err != nil {
		return err
	}
	return write(w, r, o)
}

func formatNames[R any](formats []format[R]) []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// listed writes names as a sentence does: a, b or c.
func listed(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
