package datasets

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
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

// SamplesChecksum returns how many bytes the embedded samples have in all, and the SHA-256 of their files'
// names and contents in hexadecimal.
func SamplesChecksum() (size int, digest string) {
	h := sha256.New()
	// An embedded folder can be read and a hash be written to without fail.
	_ = fs.WalkDir(samples, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := samples.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n", name, len(content))
		h.Write(content)
		size += len(content)
		return err
	})
	return size, hex.EncodeToString(h.Sum(nil))
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
