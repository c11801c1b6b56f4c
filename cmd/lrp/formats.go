package main

import (
	"io"
	"slices"
	"strings"

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
		return nil, usagef("unknown format %q; known: %s", name, strings.Join(formatNames(formats), ", "))
	}
	return formats[i].write, nil
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
