package analysis

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/figure"
)

// file is a file of a result's folder.
type file struct {
	name  string
	write func(r *Result, w io.Writer) error
}

var files = []file{
	{"figure-7.png", drawn((*Result).Calibration, (*figure.Drawing).WritePNG)},
	{"figure-7.svg", drawn((*Result).Calibration, (*figure.Drawing).WriteSVG)},
	{"figure-8.png", drawn((*Result).Sharpness, (*figure.Drawing).WritePNG)},
	{"figure-8.svg", drawn((*Result).Sharpness, (*figure.Drawing).WriteSVG)},
	{"bins.csv", (*Result).WriteBinsCSV},
	{"answers.csv", (*Result).WriteAnswersCSV},
	{"analysis.txt", (*Result).WriteText},
	{"analysis.md", (*Result).WriteMarkdown},
	{"analysis.json", (*Result).WriteJSON},
}

func drawn(of func(*Result) *figure.Drawing,
	write func(*figure.Drawing, io.Writer) error) func(*Result, io.Writer) error {
	return func(r *Result, w io.Writer) error { return write(of(r), w) }
}

// Files lists the files of a result's folder: figures 7 and 8, tables and texts.
func Files() []string {
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	return names
}

// Folder is a folder to write files to, such as an atomicdir.Dir.
type Folder interface {
	Write(name string, write func(io.Writer) error) error // writes a file
}

// WriteFiles writes all [Files].
func (r *Result) WriteFiles(dir Folder) error {
	for _, f := range files {
		write := func(w io.Writer) error { return f.write(r, w) }
		if err := dir.Write(f.name, write); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// WriteJSON writes the result as a JSON object.
func (r *Result) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
