package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"

	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/grades"
)

// priorFlag is the flag of every command that fits AUTO.
type priorFlag struct {
	file string
	base base // that a relative path starts at
}

func (f *priorFlag) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.file, "prior", "",
		"`FILE` of 'lrp prior': the prior of AUTO, instead of the embedded one")
	cli.CompleteFlags(flags, cli.Files, "prior")
}

// open reads the prior, nil if none is named.
func (f *priorFlag) open() (*grades.Prior, error) {
	if f.file == "" {
		return nil, nil
	}
	path := f.base.path(f.file)
	p, err := grades.OpenPrior(path)
	if err != nil {
		return nil, unreadable(path, err, "a prior, a file written by 'lrp prior'")
	}
	return &p, nil
}

// into gives AUTO the prior, if one is named.
func (f *priorFlag) into(approaches []lrp.Approach) error {
	p, err := f.open()
	if p == nil {
		return err
	}
	for i := range approaches {
		if auto, ok := approaches[i].Learner.(approach.Auto); ok {
			auto.Model.Prior = p
			approaches[i].Learner = auto
		}
	}
	return nil
}

// digest returns the SHA-256 of the file, "" if none is named.
func (f *priorFlag) digest() (string, error) { return fileDigest(f.base.path(f.file)) }

// fileDigest returns the SHA-256 of a file, "" for no path.
func fileDigest(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
