package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// WriteMarkdown writes the report as Markdown with one table per data set.
func WriteMarkdown(w io.Writer, r *experiment.Report, opts Options) error {
	var b bytes.Buffer
	list := views(r)
	fmt.Fprintf(&b, "# Luna Rating Prediction\n\n%s.\n", prose(settings(r)))
	for _, v := range list {
		markdownDataset(&b, v, opts)
	}
	if lines := key(list); len(lines) > 0 {
		b.WriteByte('\n')
		markdownKey(&b, lines)
	}
	for i, l := range described(r, opts) {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- **%s**: %s\n", prose(l[0]), prose(l[1]))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func markdownDataset(b *bytes.Buffer, v *view, opts Options) {
	fmt.Fprintf(b, "\n## %s\n\n", prose(v.Name))
	if v.Synthetic {
		fmt.Fprintf(b, "**%s.**\n\n", synthetic)
	}
	fmt.Fprintf(b, "%s.\n", prose(v.facts()))
	if v.Note != "" {
		fmt.Fprintf(b, "Ratings: %s\n", prose(v.Note))
	}
	for _, warning := range v.Warnings {
		fmt.Fprintf(b, "\n> Warning: %s\n", prose(warning))
	}
	if headline := v.headline(); headline != "" {
		fmt.Fprintf(b, "\n**%s**\n", prose(headline))
	}
	b.WriteByte('\n')
	if len(v.Results) == 0 {
		b.WriteString("No results.\n")
		return
	}
	v.table(inMarkdown, opts).markdown(b)
	for _, text := range v.texts() {
		fmt.Fprintf(b, "\n%s.\n", prose(text))
	}
	for _, t := range v.subgroups() {
		fmt.Fprintf(b, "\n### %s\n\n", prose(t.Name))
		t.markdown(b)
	}
}

func markdownKey(b *bytes.Buffer, lines [][2]string) {
	for _, l := range lines {
		if l[0] == "*" {
			l[0] = "bold"
		}
		fmt.Fprintf(b, "- %s: %s\n", prose(l[0]), prose(l[1]))
	}
}

// markdown writes a table. Approaches that equal CBG share a row below their section.
func (t table) markdown(b *bytes.Buffer) {
	var heads, rule []string
	for _, h := range t.Head {
		heads, rule = append(heads, h.Text), append(rule, "---:")
		if h.Words {
			rule[len(rule)-1] = "---"
		}
	}
	line := func(cells []string) { fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | ")) }
	line(heads)
	line(rule)
	for _, s := range t.Sections {
		for _, r := range s.Rows {
			var cells []string
			for i, c := range r.Cells {
				text := strings.ReplaceAll(c.Text, "<", "&lt;")
				if t.Head[i].Words {
					text = prose(c.Text)
				}
				if c.Class == "best" {
					text = "**" + text + "**"
				}
				cells = append(cells, text)
			}
			line(cells)
		}
		if len(s.Equal) > 0 {
			cells := make([]string, len(t.Head))
			cells[0] = prose(strings.Join(s.Equal, ", "))
			cells[1] = prose(s.Name)
			cells[len(cells)-1] = equal
			line(cells)
		}
	}
}

var escape = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<",
	"&lt;", ">", "&gt;",
	"[", `\[`, "]", `\]`, "#", `\#`, "&", "&amp;", "~", `\~`)

// prose escapes markup in names and notes.
func prose(s string) string { return escape.Replace(clean(s)) }
