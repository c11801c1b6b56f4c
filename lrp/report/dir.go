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

// The files of a comparison in a report's folder.
const (
	ComparisonMarkdownFile = "comparison.md"
	ComparisonJSONFile     = "comparison.json"
	ComparisonCSVFile      = "comparison.csv"
)

// Contents are what a folder is to hold: Report, Comparison and Curve, each that is not nil.
type Contents struct {
	Report     *lrp.Report
	Comparison *lrp.Comparison
	Curve      *lrp.CurveReport
}

// Files lists the files that [Dir.Commit] writes.
func Files() []string {
	return []string{PageFile, JSONFile, CSVFile, HistogramPNGFile, HistogramSVGFile, BarsPNGFile, BarsSVGFile, ManifestFile}
}

// CurveFiles lists the files that [Dir.CommitCurve] writes.
func CurveFiles() []string {
	return []string{CurvePageFile, CurveJSONFile, CurveCSVFile, CurvePNGFile, CurveSVGFile, ManifestFile}
}

// ComparisonFiles lists the files that [Dir.CommitAll] writes of a comparison.
func ComparisonFiles() []string {
	return []string{ComparisonMarkdownFile, ComparisonJSONFile, ComparisonCSVFile}
}

// Dir is a folder that is to receive a report.
type Dir struct{ dir *atomicdir.Dir }

// Create prepares the folder path, before the evaluation whose report it is to receive: it
// fails at once where the report could not be written. The caller must call Commit or Abort.
func Create(path string) (*Dir, error) { return CreateFor(path, Files()) }

// CreateCurve is Create for a learning curve.
func CreateCurve(path string) (*Dir, error) { return CreateFor(path, CurveFiles()) }

// CreateFor is Create for the given files.
func CreateFor(path string, files []string) (*Dir, error) {
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
//
// The same evaluation gives the same files, to the byte: the seconds that it took are 0 in them.
func (d *Dir) Commit(r *lrp.Report, manifest any, opts Options) error {
	return d.CommitAll(Contents{Report: r}, manifest, opts)
}

// CommitCurve is Commit for a learning curve.
func (d *Dir) CommitCurve(r *lrp.CurveReport, manifest any, opts Options) error {
	return d.CommitAll(Contents{Curve: r}, manifest, opts)
}

// CommitAll is Commit for any contents.
func (d *Dir) CommitAll(c Contents, manifest any, opts Options) error {
	opts.Manifest = manifest
	var files []file
	if c.Report != nil {
		files = append(files, reportFiles(c.Report, opts)...)
	}
	if c.Comparison != nil {
		files = append(files, comparisonFiles(c.Comparison)...)
	}
	if c.Curve != nil {
		files = append(files, curveFiles(c.Curve, opts)...)
	}
	return d.commit(files, manifest)
}

func reportFiles(r *lrp.Report, opts Options) []file {
	timeless := *r
	timeless.Seconds = 0
	histograms, bars := RatingHistograms(r), RMSEBars(r)
	return []file{
		{PageFile, func(w io.Writer) error { return WriteHTML(w, r, opts) }},
		{JSONFile, func(w io.Writer) error { return WriteJSON(w, &timeless) }},
		{CSVFile, func(w io.Writer) error { return WriteCSV(w, r) }},
		{HistogramPNGFile, histograms.WritePNG},
		{HistogramSVGFile, histograms.WriteSVG},
		{BarsPNGFile, bars.WritePNG},
		{BarsSVGFile, bars.WriteSVG},
	}
}

func comparisonFiles(c *lrp.Comparison) []file {
	return []file{
		{ComparisonMarkdownFile, func(w io.Writer) error { return WriteComparisonMarkdown(w, c) }},
		{ComparisonJSONFile, func(w io.Writer) error { return WriteComparisonJSON(w, c) }},
		{ComparisonCSVFile, func(w io.Writer) error { return WriteComparisonCSV(w, c) }},
	}
}

func curveFiles(r *lrp.CurveReport, opts Options) []file {
	timeless := *r
	timeless.Seconds = 0
	figure := CurveFigure(r)
	return []file{
		{CurvePageFile, func(w io.Writer) error { return WriteCurveHTML(w, r, opts) }},
		{CurveJSONFile, func(w io.Writer) error { return WriteCurveJSON(w, &timeless) }},
		{CurveCSVFile, func(w io.Writer) error { return WriteCurveCSV(w, r) }},
		{CurvePNGFile, figure.WritePNG},
		{CurveSVGFile, figure.WriteSVG},
	}
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
