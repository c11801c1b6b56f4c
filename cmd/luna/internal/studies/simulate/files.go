package simulate

import (
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// fileNames returns the names of the files of a figure, such as figure-3.1-text.png: the figure
// as PNG and SVG, its points as CSV, and the table.
func fileNames(figure, variant string) []string {
	var list []string
	for _, extension := range []string{"png", "svg", "csv", "txt"} {
		list = append(list, fmt.Sprintf("figure-%s-%s.%s", figure, variant, extension))
	}
	return list
}

// Dir is a folder that will receive results.
type Dir struct{ dir *atomicdir.Dir }

// Create prepares the folder path for the figures of experiments in a variant before they are
// run, and fails if the files could not be written there: figure-3.1-text.png and .svg, the points
// in .csv and the table in .txt, and so on. The caller must call Commit or Abort.
func Create(path string, experiments []Experiment, v Variant) (*Dir, error) {
	var names []string
	for _, e := range experiments {
		names = append(names, fileNames(e.Figure, v.Name)...)
	}
	d, err := atomicdir.Create(path, names...)
	if err != nil {
		return nil, err
	}
	return &Dir{d}, nil
}

// Abort leaves the folder as it was. After Commit it does nothing.
func (d *Dir) Abort() { d.dir.Abort() }

// Commit writes the files of all results, or none.
func (d *Dir) Commit(results ...*Result) error {
	for _, r := range results {
		drawing := r.figure()
		writeTable := func(w io.Writer) error { return WriteTable(w, r) }
		writers := []func(io.Writer) error{
			drawing.WritePNG, drawing.WriteSVG, r.WriteCSV, writeTable,
		}
		for i, name := range fileNames(r.Experiment.Figure, r.Variant.Name) {
			if err := d.dir.Write(name, writers[i]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return d.dir.Commit()
}
