package report

import (
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/lrp"
)

// The files of a report's folder.
const (
	PageFile         = "report.html"
	JSONFile         = "results.json"
	CSVFile          = "results.csv"
	HistogramPNGFile = "rating_histograms.png"
	HistogramSVGFile = "rating_histograms.svg"
	BarsPNGFile      = "rmse_bars.png"
	BarsSVGFile      = "rmse_bars.svg"
	ManifestFile     = "manifest.json"
)

// The files of a learning curve's folder, beside [ManifestFile].
const (
	CurvePageFile = "curve.html"
	CurveJSONFile = "curve.json"
	CurveCSVFile  = "curve.csv"
	CurvePNGFile  = "curve.png"
	CurveSVGFile  = "curve.svg"
)

// Files lists the files that [Dir.Commit] writes.
func Files() []string {
	return []string{PageFile, JSONFile, CSVFile, HistogramPNGFile, HistogramSVGFile, BarsPNGFile, BarsSVGFile, ManifestFile}
}

// CurveFiles lists the files that [Dir.CommitCurve] writes.
func CurveFiles() []string {
	return []string{CurvePageFile, CurveJSONFile, CurveCSVFile, CurvePNGFile, CurveSVGFile, ManifestFile}
}

// Dir is a folder that is to receive a report.
type Dir struct{ dir *atomicdir.Dir }

// Create prepares the folder path, before the evaluation whose report it is to receive: it
// fails at once where the report could not be written. The caller must call Commit or Abort.
func Create(path string) (*Dir, error) { return create(path, Files()) }

// CreateCurve is Create for a learning curve.
func CreateCurve(path string) (*Dir, error) { return create(path, CurveFiles()) }

func create(path string, files []string) (*Dir, error) {
	d, err := atomicdir.Create(path, files...)
	if err != nil {
		return nil, err
	}
	return &Dir{d}, nil
}

// Summed is a manifest that names the SHA-256 of the report's other files.
type Summed interface {
	// WithSHA256 returns what to write as the manifest, by the digests of the files by name.
	WithSHA256(sums map[string]string) any
}

// Commit writes the report in all its forms, and manifest, which says what it came from, as
// JSON; with digests if it is [Summed]. Upon an error nothing new is left behind. The manifest is taken away first and put in place last,
// so that beside a manifest there are the files that it names, even if the process was killed.
func (d *Dir) Commit(r *lrp.Report, manifest any, opts Options) error {
	histograms, bars := RatingHistograms(r), RMSEBars(r)
	return d.commit([]file{
		{PageFile, func(w io.Writer) error { return WriteHTML(w, r, opts) }},
		{JSONFile, func(w io.Writer) error { return WriteJSON(w, r) }},
		{CSVFile, func(w io.Writer) error { return WriteCSV(w, r) }},
		{HistogramPNGFile, histograms.WritePNG},
		{HistogramSVGFile, histograms.WriteSVG},
		{BarsPNGFile, bars.WritePNG},
		{BarsSVGFile, bars.WriteSVG},
	}, manifest)
}

// CommitCurve is Commit for a learning curve.
func (d *Dir) CommitCurve(r *lrp.CurveReport, manifest any, opts Options) error {
	figure := CurveFigure(r)
	return d.commit([]file{
		{CurvePageFile, func(w io.Writer) error { return WriteCurveHTML(w, r, opts) }},
		{CurveJSONFile, func(w io.Writer) error { return WriteCurveJSON(w, r) }},
		{CurveCSVFile, func(w io.Writer) error { return WriteCurveCSV(w, r) }},
		{CurvePNGFile, figure.WritePNG},
		{CurveSVGFile, figure.WriteSVG},
	}, manifest)
}

type file struct {
	name  string
	write func(io.Writer) error
}

func (d *Dir) commit(files []file, manifest any) error {
	defer d.Abort()
	sums := make(map[string]string)
	for _, file := range files {
		sum := sha256.New()
		if err := d.dir.Write(file.name, func(w io.Writer) error { return file.write(io.MultiWriter(w, sum)) }); err != nil {
			return err
		}
		sums[file.name] = fmt.Sprintf("%x", sum.Sum(nil))
	}
	if m, ok := manifest.(Summed); ok {
		manifest = m.WithSHA256(sums)
	}
	if err := d.dir.Write(ManifestFile, func(w io.Writer) error { return writeJSON(w, manifest) }); err != nil {
		return err
	}
	return d.dir.Commit()
}

// Abort leaves the folder as it was, and removes it if Create made it. After Commit or
// another Abort it does nothing, so that it can be deferred.
func (d *Dir) Abort() { d.dir.Abort() }
