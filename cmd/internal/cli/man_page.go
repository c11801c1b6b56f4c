package cli

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manName returns the name of a command's page, such as lrp-embed-train.
func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// writePage writes a command's page in roff with the man macros.
func (m Manual) writePage(w io.Writer, c *cobra.Command, date string) {
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	program := c.Root().Name()
	fmt.Fprintf(w, ".TH \"%s\" 1 \"%s\" \"%s %s\" \"%s\"\n",
		roff(strings.ToUpper(manName(c))), date, program, roff(c.Root().Version), roff(m.Title))
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", roff(manName(c)), roff(c.Short))
	fmt.Fprintf(w, ".SH SYNOPSIS\n.nf\n%s\n.fi\n", roff(c.UseLine()))
	if c.HasAvailableSubCommands() && c.Runnable() {
		fmt.Fprintf(w, ".br\n%s\n", roff(c.CommandPath()+" [command]"))
	}
	description := c.Long
	if description == "" {
		description = c.Short
	}
	fmt.Fprint(w, ".SH DESCRIPTION\n")
	roffText(w, description)
	writeManCommands(w, c)
	writeManFlags(w, "OPTIONS", c.NonInheritedFlags())
	writeManFlags(w, "OPTIONS OF ALL COMMANDS", c.InheritedFlags())
	if c.HasExample() {
		fmt.Fprintf(w, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	if !c.HasParent() {
		m.writeCommon(w, program)
	}
	writeManSeeAlso(w, c)
}

// writeCommon writes the sections that are the same for all commands.
func (m Manual) writeCommon(w io.Writer, program string) {
	fmt.Fprintf(w, `.SH EXIT STATUS
0 on success, 1 after a failure, 2 after a usage error. Errors are reported in one line on standard
error that starts with "%s:".
`, program)
	if len(m.Environment) > 0 {
		fmt.Fprint(w, ".SH ENVIRONMENT\n")
	}
	for _, v := range m.Environment {
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(v.Name), roff(v.Description))
	}
}

func writeManCommands(w io.Writer, c *cobra.Command) {
	if !c.HasAvailableSubCommands() {
		return
	}
	fmt.Fprint(w, ".SH COMMANDS\n")
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sub.Short))
		}
	}
}

// writeManFlags writes flags as --help shows them without wrapping: one line each, with the name,
// three or more blanks and the text.
func writeManFlags(w io.Writer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(w, ".SH %s\n", title)
	for line := range strings.Lines(flags.FlagUsages()) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), "   ")
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(name), roff(strings.TrimSpace(text)))
	}
}

func writeManSeeAlso(w io.Writer, c *cobra.Command) {
	var pages []string
	if c.HasParent() {
		pages = append(pages, manName(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			pages = append(pages, manName(sub))
		}
	}
	fmt.Fprint(w, ".SH SEE ALSO\n")
	for i, p := range pages {
		comma := ","
		if i == len(pages)-1 {
			comma = ""
		}
		fmt.Fprintf(w, ".BR %s (1)%s\n", roff(p), comma)
	}
}

// roffText writes a text of several paragraphs. A paragraph with an indented line, such as a list,
// keeps its line breaks.
func roffText(w io.Writer, text string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			fmt.Fprint(w, ".PP\n")
		}
		paragraph = strings.Trim(paragraph, "\n")
		if indented.MatchString(paragraph) {
			fmt.Fprintf(w, ".nf\n%s\n.fi\n", roff(paragraph))
		} else {
			fmt.Fprintln(w, roff(paragraph))
		}
	}
}

var indented = regexp.MustCompile(`(?m)^[ \t]`)

// roff escapes a text for roff, including lines that start like a request.
func roff(s string) string {
	s = roffCharacters.Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	var b strings.Builder
	for _, r := range strings.Join(lines, "\n") {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, r) // old roffs read bytes
		}
	}
	return b.String()
}

// roffCharacters keeps hyphens and quotes as on the keyboard, so that commands can be copied to a
// shell.
var roffCharacters = strings.NewReplacer(
	`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "\t", "    ")
