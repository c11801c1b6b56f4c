package cli

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

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
var indented = regexp.MustCompile(`(?m)^[ \t]`)

// asMarkdown turns the descriptions of a command and those below it into Markdown, which cobra makes
// manual pages of.
func asMarkdown(c *cobra.Command) {
	paragraphs := strings.Split(strings.TrimSpace(c.Long), "\n\n")
	for i, p := range paragraphs {
		if indented.MatchString(p) {
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
