package auto

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Format and version of the files of priors.
const (
	priorFormat  = "lrp-prior"
	priorVersion = 1
)

// maxPriorFile bounds a file, in bytes. Digests of questions make up most of it.
const maxPriorFile = 16 << 20

// priorFile is the JSON of a file.
type priorFile struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Prior
}

// Save writes the prior to a file in JSON, which [OpenPrior] reads. If it fails, the file is as it
// was.
func (p Prior) Save(path string) error { return atomicdir.WriteFile(path, p.Write) }

// Write writes the prior as [Prior.Save] does.
func (p Prior) Write(w io.Writer) error {
	return files.WriteJSON(w, priorFile{priorFormat, priorVersion, p})
}

// OpenPrior reads a file that [Prior.Save] wrote. It trusts nothing in the file.
func OpenPrior(path string) (Prior, error) {
	data, err := files.Read(path, maxPriorFile, "a prior of AUTO")
	if err != nil {
		return Prior{}, err
	}
	p, err := parsePrior(data)
	if err != nil {
		return Prior{}, files.At(path, 0, err)
	}
	return p, nil
}

func parsePrior(data []byte) (Prior, error) {
	// A newer version may have fields that this one does not know.
	var head struct {
		Format  string
		Version int
	}
	const expected = "expected a prior of AUTO, a file written by 'lrp prior'"
	if err := json.Unmarshal(data, &head); err != nil {
		return Prior{}, fmt.Errorf("found no JSON document (%w), %s", err, expected)
	}
	if head.Format != priorFormat {
		return Prior{}, fmt.Errorf("found format %q, %s", head.Format, expected)
	}
	if head.Version != priorVersion {
		return Prior{}, fmt.Errorf("found version %d of the format, expected %d",
			head.Version, priorVersion)
	}
	var f priorFile
	if err := files.DecodeJSON(data, &f); err != nil {
		return Prior{}, fmt.Errorf("found no prior (%w), %s", err, expected)
	}
	return f.Prior, f.Prior.check()
}

// maxPriorNumber bounds weights and variances of a prior. No prior comes near it.
const maxPriorNumber = 1e6

// check returns an error if a number is out of range.
func (p *Prior) check() error {
	type number struct {
		what     string
		v, least float64
	}
	list := []number{
		{"intercept", p.Intercept, -maxPriorNumber}, {"intercept without a key", p.Unkeyed, -maxPriorNumber},
	}
	add := func(what string, of map[string]float64, least float64) {
		for name, v := range of {
			list = append(list, number{what + " of " + text.Quote(name), v, least})
		}
	}
	add("weight", p.Weights, -maxPriorNumber)
	if t := p.Transductive; t != nil {
		list = append(list, number{"transductive intercept", t.Intercept, -maxPriorNumber})
		add("weight", t.Weights, -maxPriorNumber)
	}
	add("variance", p.Between, 0)
	for _, x := range list {
		if !(x.v >= x.least && x.v <= maxPriorNumber) {
			return fmt.Errorf("grades: prior: found %s %v, expected %v to %v", x.what, x.v, x.least,
				float64(maxPriorNumber))
		}
	}
	return nil
}
