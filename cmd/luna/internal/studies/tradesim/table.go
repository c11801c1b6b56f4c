package tradesim

import (
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// String formats the value as mean ± standard error.
func (v Value) String() string {
	if v.SE == 0 {
		return fmt.Sprintf("%.*f", v.decimals, v.Mean)
	}
	return fmt.Sprintf("%.*f ± %.*f", v.decimals, v.Mean, v.decimals, v.SE)
}

// WriteText writes the table of a study.
func (s *Study) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "SYNTHETIC: %s\n", s.Title)
	note := strings.Join(text.Wrap(s.Note+" ± is one standard error.", 98), "\n")
	fmt.Fprintf(&b, "%s\n\n", note)
	cells := [][]string{{""}}
	for i, row := range s.Rows {
		line := []string{row.Name}
		for _, v := range row.Values {
			if i == 0 {
				cells[0] = append(cells[0], v.Name)
			}
			line = append(line, v.String())
		}
		cells = append(cells, line)
	}
	widths := make([]int, len(cells[0]))
	for _, line := range cells {
		for k, cell := range line {
			widths[k] = max(widths[k], len([]rune(cell)))
		}
	}
	for _, line := range cells {
		fmt.Fprintf(&b, "%-*s", widths[0], line[0])
		for k, cell := range line[1:] {
			fmt.Fprintf(&b, "  %*s", widths[k+1], cell)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteCSV writes one line per row and value.
func (s *Study) WriteCSV(w io.Writer) error {
	head := []string{"study", "row", "x", "value", "mean", "standard_error"}
	var rows [][]any
	add := func(name string, x any, v Value) {
		rows = append(rows, []any{s.Name, name, x, v.Name, v.Mean, v.SE})
	}
	for _, row := range s.Rows {
		for _, v := range row.Values {
			add(row.Name, "", v)
		}
	}
	for _, c := range s.Curves {
		for i, v := range c.Values {
			add(c.Name, c.X[i], v)
		}
	}
	return sheet.WriteRows(w, head, rows)
}

// Files lists the files of a study: its table and numbers, and a figure of its curves if it has
// any.
func Files(study string) []string {
	names := []string{study + ".txt", study + ".csv"}
	switch study {
	case "manipulation", "spike", Machine:
		names = append(names, study+".png", study+".svg")
	}
	return names
}

// Folder is a folder to write files to, such as an atomicdir.Dir.
type Folder interface {
	Write(name string, write func(io.Writer) error) error // writes a file
}

// WriteFiles writes the [Files] of a study.
func (s *Study) WriteFiles(dir Folder) error {
	writers := []func(io.Writer) error{s.WriteText, s.WriteCSV}
	if drawing := s.Figure(); drawing != nil {
		writers = append(writers, drawing.WritePNG, drawing.WriteSVG)
	}
	for i, name := range Files(s.Name) {
		if err := dir.Write(name, writers[i]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
