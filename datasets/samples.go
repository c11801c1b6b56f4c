package datasets

import (
	"embed"
	"io/fs"
)

// samples holds synthetic data sets in the published formats.
//
//go:embed samples
var samples embed.FS

// sample adapts a format's reader to a folder of the embedded samples.
func sample(dir string, open func(source, string, Options) (*Dataset, error)) func(string, string, Options) ([]*Dataset, error) {
	return func(name, _ string, opts Options) ([]*Dataset, error) {
		fsys, err := fs.Sub(samples, dir)
		if err != nil {
			return nil, err
		}
		return one(open(source{fsys, name}, name, opts))
	}
}

// openMohlerSample takes all lines: in the sample, line i is one respondent
// throughout.
func openMohlerSample(src source, name string, opts Options) (*Dataset, error) {
	questions, err := readMohler(src, opts)
	if err != nil {
		return nil, err
	}
	limit := len(questions[0].answers)
	if opts.Lines > 0 {
		limit = opts.Lines
	}
	return mohlerDataset(src, name, questions, limit, opts)
}
