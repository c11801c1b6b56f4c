package main

import (
	"io"
	"slices"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp/report"
)

// format is a format in which a command writes its result, an R, to standard output.
type format[R any] struct {
	name  string
	write func(io.Writer, R, report.Options) error
}

// plain adapts a writer without options.
func plain[R any](write func(io.Writer, R) error) func(io.Writer, R, report.Options) error {
	return func(w io.Writer, r R, _ report.Options) error { return write(w, r) }
}

// writeAs writes a result in the format of that name, one of [formatChoices]. A table is for
// people; every other format is exact.
func writeAs[R any](formats []format[R], name string, w io.Writer, r R, o report.Options) error {
	i := slices.IndexFunc(formats, func(f format[R]) bool { return f.name == name })
	if name == "table" {
		w = cli.Readable(w)
	}
	return formats[i].write(w, r, o)
}

func formatChoices[R any](formats []format[R]) []cli.Choice {
	list := make([]cli.Choice, len(formats))
	for i, f := range formats {
		list[i].Name = f.name
	}
	return list
}

// textOrJSON are the formats of commands that describe one thing.
var textOrJSON = cli.TextOrJSON
