package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/lrp"
)

// manName is the name of a command's page: lrp-embed-train.
func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// writeManPage writes a command's page in the man macros of roff, from the texts of its --help.
func writeManPage(w io.Writer, c *cobra.Command, date string) {
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	fmt.Fprintf(w, ".TH \"%s\" 1 \"%s\" \"lrp %s\" \"Luna Rating Prediction\"\n", roff(strings.ToUpper(manName(c))), date, roff(lrp.Version()))
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
		fmt.Fprint(w, manEnd)
	}
	writeManSeeAlso(w, c)
}

// manEnd is what holds for all commands, in roff.
const manEnd = `.SH EXIT STATUS
0 when done, 1 after a failure, 2 after wrong usage. Either is told in one line on standard error that
starts with "lrp:".
.SH ENVIRONMENT
.TP
.B LRP_DATA
The folder with the published data sets, in which
.B lrp doctor
looks for them.
.TP
.B NO_COLOR
Where it is not empty, nothing is coloured.
.TP
.B CLICOLOR_FORCE
Where it is not empty and not 0, output is coloured that does not go to a terminal, too.
.TP
.B TERM
On a terminal of the type dumb there are neither colours nor a line of progress.
`

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

// writeManFlags writes flags as --help shows them, a line each: the name, three blanks or more, the text.
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

// roffText writes a text of several paragraphs. One with an indented line, such as a list, keeps its lines.
func roffText(w io.Writer, text string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			fmt.Fprint(w, ".PP\n")
		}
		if paragraph = strings.Trim(paragraph, "\n"); strings.HasPrefix(paragraph, " ") || strings.HasPrefix(paragraph, "\t") || strings.Contains(paragraph, "\n ") || strings.Contains(paragraph, "\n\t") {
			fmt.Fprintf(w, ".nf\n%s\n.fi\n", roff(paragraph))
		} else {
			fmt.Fprintln(w, roff(paragraph))
		}
	}
}

// roff escapes a text so that roff shows it as it is, of its lines too those that begin like a request.
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

// A hyphen must stay the minus of the keyboard, to be copied to a shell; so must quotes.
var roffCharacters = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "\t", "    ")
