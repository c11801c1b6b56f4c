package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/shard"
)

// evalPart describes the part of an evaluation on data sets.
func (x *experimentRun) evalPart(s *shardFlags, sets []*datasets.Dataset) (*shard.Manifest, error) {
	m := s.manifest("eval", ".fits", asMap(x.eval.settings(x.evalOptions)))
	digests, err := x.digests()
	if err != nil {
		return nil, err
	}
	for _, flag := range slices.Sorted(maps.Keys(digests)) {
		m.Model += digests[flag]
	}
	for _, ds := range sets {
		m.Inputs = append(m.Inputs, shard.Input{File: ds.Name, SHA256: datasets.Digest(ds)})
	}
	return m, nil
}

// runPart does a part of the evaluation's fits.
func (x *experimentRun) runPart(c *cobra.Command, s *shardFlags) error {
	defer parallel.SpendMemory()()
	if err := x.prepare(c.Context()); err != nil {
		return err
	}
	sets, err := x.open()
	if err != nil {
		return err
	}
	m, err := x.evalPart(s, sets)
	if err != nil {
		return err
	}
	if done, err := s.done(c, m); err != nil || done {
		return err
	}
	err = shard.Write(shard.Folder(s.dir), m, func(w io.Writer) error {
		x.evalOptions.Part = &experiment.Part{Index: s.i, Of: s.n, Save: m.SaveFit(w)}
		if _, err := x.results(c, sets); !errors.Is(err, experiment.ErrPart) {
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	warn(c, x.keyless)
	cli.Wrote(c, "part %d of %d: %d fits; 'lrp eval' with the same arguments and --parts %s alone makes "+
		"the report", s.i, s.n, m.Records, s.dir)
	return nil
}

// loadParts makes the evaluation take its fits from parts.
func (x *experimentRun) loadParts(s *shardFlags, sets []*datasets.Dataset) error {
	list, err := shard.All(shard.Folder(s.dir))
	if err != nil {
		return err
	}
	s.n = list[0].Shards
	m, err := x.evalPart(s, sets)
	if err != nil {
		return err
	}
	if why := m.Same(list[0]); why != "" {
		return fmt.Errorf("%s: found %s, expected the same as now", shard.Folder(s.dir).Path(list[0].File), why)
	}
	x.evalOptions.Part, err = shard.Fits(shard.Folder(s.dir), list)
	return err
}
