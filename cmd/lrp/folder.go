package main

import (
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/jsonfile"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/report"
)

// Files of a report's folder that commands read.
const (
	resultsFile  = "results.json"
	manifestFile = "manifest.json"
)

// results are the results of an experiment's parts, nil for those that it does not have.
type results struct {
	evaluation *lrp.Report
	comparison *lrp.Comparison
	curve      *lrp.CurveReport
}

// file is a file of a report's folder.
type file struct {
	name  string
	write func(io.Writer) error
}

// The documents in the folder have 0 for the seconds that a run took, so that the same experiment
// gives the same bytes.

func evaluationFiles(r *lrp.Report, o report.Options) []file {
	return []file{
		{"report.html", func(w io.Writer) error { return report.WriteHTML(w, r, o) }},
		{resultsFile, func(w io.Writer) error {
			timeless := *r
			timeless.Seconds = 0
			return report.WriteJSON(w, &timeless)
		}},
		{"results.csv", func(w io.Writer) error { return report.WriteCSV(w, r) }},
		{"predictions.csv", func(w io.Writer) error { return report.WritePredictions(w, r) }},
		{"rating_histograms.png", func(w io.Writer) error {
			return report.RatingHistograms(r).WritePNG(w)
		}},
		{"rating_histograms.svg", func(w io.Writer) error {
			return report.RatingHistograms(r).WriteSVG(w)
		}},
		{"rmse_bars.png", func(w io.Writer) error { return report.RMSEBars(r).WritePNG(w) }},
		{"rmse_bars.svg", func(w io.Writer) error { return report.RMSEBars(r).WriteSVG(w) }},
	}
}

func comparisonFiles(c *lrp.Comparison) []file {
	return []file{
		{"comparison.md", func(w io.Writer) error { return report.WriteComparisonMarkdown(w, c) }},
		{"comparison.json", func(w io.Writer) error { return report.WriteComparisonJSON(w, c) }},
		{"comparison.csv", func(w io.Writer) error { return report.WriteComparisonCSV(w, c) }},
	}
}

func curveFiles(r *lrp.CurveReport, o report.Options) []file {
	return []file{
		{"curve.html", func(w io.Writer) error { return report.WriteCurveHTML(w, r, o) }},
		{"curve.json", func(w io.Writer) error {
			timeless := *r
			timeless.Seconds = 0
			return report.WriteCurveJSON(w, &timeless)
		}},
		{"curve.csv", func(w io.Writer) error { return report.WriteCurveCSV(w, r) }},
		{"curve.png", func(w io.Writer) error { return report.CurveFigure(r, o).WritePNG(w) }},
		{"curve.svg", func(w io.Writer) error { return report.CurveFigure(r, o).WriteSVG(w) }},
	}
}

// files returns the files of the experiment's folder other than the manifest.
func (x *experimentRun) files(r results, o report.Options) []file {
	var list []file
	if x.eval != nil {
		list = append(list, evaluationFiles(r.evaluation, o)...)
		if len(x.eval.Subgroups) > 0 {
			list = append(list, file{"subgroups.csv",
				func(w io.Writer) error { return report.WriteSubgroups(w, r.evaluation) }})
		}
	}
	if x.compare != nil {
		list = append(list, comparisonFiles(r.comparison)...)
	}
	if x.curve != nil {
		list = append(list, curveFiles(r.curve, o)...)
	}
	return list
}

// fileNames lists the names of all files of the folder.
func (x *experimentRun) fileNames() []string {
	return append(namesOf(x.files(results{}, report.Options{})), manifestFile)
}

// createFolder prepares the report's folder before anything is computed, so that it fails early if
// the folder cannot be written. It returns nil if there is to be none.
func (x *experimentRun) createFolder() (*atomicdir.Dir, error) {
	if x.out == "" || x.dryRun {
		return nil, nil
	}
	return atomicdir.Create(x.out, x.fileNames()...)
}

// commit writes the files and the manifest with their digests into a folder, all or nothing. The
// manifest is put in place last and marks the folder as complete, even if the process is killed.
func commit(dir *atomicdir.Dir, files []file, m manifest) error {
	var err error
	if m.SHA256, err = writeFiles(dir, files); err != nil {
		return err
	}
	err = dir.Write(manifestFile, func(w io.Writer) error { return jsonfile.Write(w, m) })
	if err != nil {
		return err
	}
	return dir.Commit()
}

// writeFiles writes files into a folder and returns their digests.
func writeFiles(dir *atomicdir.Dir, files []file) (digests map[string]string, err error) {
	digests = make(map[string]string)
	for _, f := range files {
		sum := sha256.New()
		err := dir.Write(f.name, func(w io.Writer) error { return f.write(io.MultiWriter(w, sum)) })
		if err != nil {
			return nil, err
		}
		digests[f.name] = fmt.Sprintf("%x", sum.Sum(nil))
	}
	return digests, nil
}

func namesOf(files []file) (names []string) {
	for _, f := range files {
		names = append(names, f.name)
	}
	return names
}
