package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/luna-rating/luna/internal/text"
)

// Build holds what the Go toolchain recorded about how a program was built.
type Build struct {
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

// DescribeBuild describes this program, of the given version.
func DescribeBuild(program, version string) Build {
	info, _ := debug.ReadBuildInfo()
	return describeBuild(program, version, info)
}

// describeBuild describes a program of the given version. Info may be nil.
func describeBuild(program, version string, info *debug.BuildInfo) Build {
	b := Build{Format: program + "-version", Tool: program, Version: version,
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

func writeBuild(w io.Writer, b Build) error {
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
			b := DescribeBuild(c.Root().Name(), c.Root().Version)
			return WriteAs(c.OutOrStdout(), format, b, writeBuild)
		},
	}
	EnumVar(c.Flags(), &format, "format", "%s", TextOrJSON...)
	return c
}

// TextOrJSON lists the output formats of commands that describe a single thing.
var TextOrJSON = []string{"text", "json"}

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

// manCommand returns the command that writes the manual pages of a program.
func manCommand(m Manual) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "write manual pages for man(1)",
		Long: `Man writes a manual page for each command to the folder DIR, which it creates if needed. The pages
have the text of --help. Their date is that of the environment variable SOURCE_DATE_EPOCH, in
seconds since 1970, or else today's.`,
		Example:           "  man DIR\n  man -M DIR NAME",
		Args:              OneArgument("DIR"),
		ValidArgsFunction: First(Folders),
		RunE: func(c *cobra.Command, args []string) error {
			if args[0] == "" {
				return Usagef("DIR is empty, a folder is needed")
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			return m.write(c, args[0])
		},
	}
}

// write writes the pages of all commands into a folder.
func (m Manual) write(c *cobra.Command, dir string) error {
	date := time.Now()
	if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil || seconds < 0 {
			return Usagef("SOURCE_DATE_EPOCH is %q, expected seconds since 1970", epoch)
		}
		date = time.Unix(seconds, 0).UTC()
	}
	root := c.Root()
	root.InitDefaultVersionFlag()
	root.DisableAutoGenTag = true
	root.Long += fmt.Sprintf("\n\nThe exit status is 0 on success, 1 after a failure and 2 after a usage "+
		"error. Errors are reported in one line on standard error that starts with \"%s:\".", root.Name())
	for _, v := range m.Environment {
		root.Long += fmt.Sprintf("\n\nEnvironment variable %s: %s", v.Name, v.Description)
	}
	asMarkdown(root)
	header := &doc.GenManHeader{Section: "1", Date: &date, Manual: m.Title,
		Source: root.Name() + " " + root.Version}
	err := doc.GenManTreeFromOpts(root, doc.GenManTreeOptions{Header: header, Path: dir,
		CommandSeparator: "-"})
	if err == nil {
		Wrote(c, "the manual pages to %s", dir)
	}
	return err
}

// indented is a paragraph with an indented line, such as a list, which keeps its line breaks.
var indented = text.Pattern(`(?m)^[ \t]`)

// asMarkdown turns the descriptions of a command and those below it into Markdown, which cobra
// makes manual pages of.
func asMarkdown(c *cobra.Command) {
	paragraphs := strings.Split(strings.TrimSpace(c.Long), "\n\n")
	for i, p := range paragraphs {
		if indented().MatchString(p) {
			paragraphs[i] = "```\n" + strings.Trim(p, "\n") + "\n```"
		} else {
			paragraphs[i] = markdown.Replace(p)
		}
	}
	c.Long = strings.Join(paragraphs, "\n\n")
	for _, sub := range c.Commands() {
		asMarkdown(sub)
	}
}

// markdown escapes a text.
var markdown = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "`", "\\`")
