package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// build holds what the Go toolchain recorded about how a program was built.
type build struct {
	Format   string `json:"format"` // such as "lrp-version"
	Tool     string `json:"tool"`
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Time     string `json:"commit_time,omitempty"`
	Modified bool   `json:"modified,omitempty"` // the sources differed from the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// describeBuild describes a program of the given version. Info may be nil.
func describeBuild(program, version string, info *debug.BuildInfo) build {
	b := build{Format: program + "-version", Tool: program, Version: version,
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info == nil {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func writeBuild(w io.Writer, b build) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\t%s\n", b.Tool, b.Version)
	if b.Commit != "" {
		modified := ""
		if b.Modified {
			modified = ", with changes that are not committed"
		}
		fmt.Fprintf(t, "commit\t%.12s of %s%s\n", b.Commit, b.Time, modified)
	}
	fmt.Fprintf(t, "Go\t%s %s/%s\n", strings.TrimPrefix(b.Go, "go"), b.OS, b.Arch)
	return t.Flush()
}

// versionCommand returns the command that prints the version of the root command.
func versionCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "version",
		Short: "print the version and how the program was built",
		Long: `Version prints the version of the program, the commit that it was built from, if that is known, and
the version of Go. A release has a version such as v1.2.3. A build between releases has that of the
next one, the time and the commit. (devel) means that the build recorded none, as in go run.`,
		Args: NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			info, _ := debug.ReadBuildInfo()
			b := describeBuild(c.Root().Name(), c.Root().Version, info)
			return WriteAs(c.OutOrStdout(), format, b, writeBuild)
		},
	}
	EnumVar(c.Flags(), &format, "format", "%s", TextOrJSON)
	return c
}

// TextOrJSON lists the output formats of commands that describe a single thing.
var TextOrJSON = Names("text", "json")

// WriteAs writes a value as JSON if that is the format, and otherwise by a function.
func WriteAs[T any](w io.Writer, format string, value T, text func(io.Writer, T) error) error {
	if format == "json" {
		return WriteJSON(w, value)
	}
	return text(w, value)
}

// WriteJSON writes an indented JSON document.
func WriteJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
