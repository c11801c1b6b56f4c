package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// WriteMarkdown writes the report as Markdown with one table per data set.
func WriteMarkdown(w io.Writer, r *experiment.Report, opts Options) error {
	var b bytes.Buffer
	list := views(r)
	fmt.Fprintf(&b, "# Luna Rating Prediction\n\n%s.\n", prose(settings(r)))
	for _, v := range list {
		markdownAbout(&b, v)
		markdownResults(&b, v)
	}
	if lines := key(list); len(lines) > 0 {
		b.WriteByte('\n')
		markdownKey(&b, lines)
	}
	markdownDescribed(&b, described(r, opts))
	_, err := w.Write(b.Bytes())
	return err
}

// markdownAbout describes a data set and lists its warnings.
func markdownAbout(b *bytes.Buffer, v view) {
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
	if headline := v.Headline(); headline != "" {
		fmt.Fprintf(b, "\n**%s**\n", prose(headline))
	}
	b.WriteByte('\n')
}

func markdownKey(b *bytes.Buffer, lines [][2]string) {
	for _, l := range lines {
		if l[0] == "*" {
			l[0] = "bold"
		}
		fmt.Fprintf(b, "- %s: %s\n", prose(l[0]), prose(l[1]))
	}
}

func markdownDescribed(b *bytes.Buffer, lines [][2]string) {
	if len(lines) == 0 {
		return
	}
	b.WriteByte('\n')
	for _, l := range lines {
		fmt.Fprintf(b, "- **%s**: %s\n", prose(l[0]), prose(l[1]))
	}
}

func markdownResults(b *bytes.Buffer, v view) {
	if len(v.Results) == 0 {
		b.WriteString("No results.\n")
		return
	}
	// Only cross-validation has a column of the error over all respondents, and only the protocol
	// "published" has the thesis's figures.
	line := func(cells ...string) {
		if !v.pooled() {
			cells = slices.Delete(cells, 6, 7)
		}
		if !v.printed() {
			cells = slices.Delete(cells, 4, 5)
		}
		markdownLine(b, cells...)
	}
	line("approach", "regressor", "RMSE", "sd", "thesis", "95% interval", "pooled", "MAE", "r", "columns",
		"vs CBG")
	line("---", "---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:",
		"---:")
	for _, s := range v.Sections {
		regressor := prose(s.Regressor)
		if s.Control() {
			regressor = undefined
		}
		for _, r := range s.Rows {
			name, error := prose(r.Approach), rmse(r)
			if r.Best {
				name, error = "**"+name+"**", "**"+error+"**"
			}
			versus := strings.TrimSpace(percent(r) + " " + r.Verdict.mark())
			line(name, regressor, error, spread(r), thesisFigure(r), interval(r), pooled(r), mae(r),
				pearson(r), columns(r), versus)
		}
		if len(s.Equal) > 0 {
			line(prose(strings.Join(s.Equal, ", ")), regressor, "", "", "", "", "", "", "", "",
				equal.mark())
		}
	}
	for _, r := range v.humanRows() {
		line(r.Approach, human, rmse(r), spread(r), thesisFigure(r), interval(r), pooled(r), mae(r),
			pearson(r), columns(r), percent(r))
	}
	for _, text := range v.texts() {
		fmt.Fprintf(b, "\n%s.\n", prose(text))
	}
	for _, t := range v.subgroups() {
		fmt.Fprintf(b, "\n### %s\n\n", prose(t.name))
		t.markdown(b)
	}
}

func markdownLine(b *bytes.Buffer, cells ...string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

var escape = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<",
	"&lt;", ">", "&gt;",
	"[", `\[`, "]", `\]`, "#", `\#`, "&", "&amp;", "~", `\~`)

// prose escapes markup in names and notes.
func prose(s string) string { return escape.Replace(clean(s)) }
