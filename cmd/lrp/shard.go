package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp/batch"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/shard"
)

const maxModel = 1 << 30 // bytes, more than any model has

// shardFlags are the flags of a command that does one of several parts of its work.
type shardFlags struct {
	shard, dir string
	i, n       int
	before     map[string]string // digests of the files that an evaluation reads, before it does
}

func (f *shardFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.shard, "shard", "",
		"do part `I/N` of the work, I from 0 to N-1, unless it is finished")
	c.Flags().StringVar(&f.dir, "parts", "", "`DIR` of the parts and their manifests")
}

// parse checks the flags and reports whether a part is asked for.
func (f *shardFlags) parse() (asked bool, err error) {
	if f.shard == "" {
		return false, nil
	}
	i, n, _ := strings.Cut(f.shard, "/")
	var errs [2]error
	f.i, errs[0] = strconv.Atoi(i)
	f.n, errs[1] = strconv.Atoi(n)
	if errors.Join(errs[:]...) != nil || f.n < 1 || f.n > shard.Max || f.i < 0 || f.i >= f.n {
		return false, usagef("--shard: found %q, expected I/N such as 0/10, with I from 0 to N-1", f.shard)
	}
	if f.dir == "" {
		return false, usagef("--shard needs --parts DIR, which all parts share")
	}
	return true, nil
}

// manifest returns the manifest of a part before it is done.
func (f *shardFlags) manifest(command, extension string, flags map[string]any) *shard.Manifest {
	return shard.New(command, f.i, f.n, "part", extension, flags)
}

// partsIn returns the parts in a folder.
func partsIn(dir string) shard.Parts {
	return shard.Parts{Storage: shard.Local{}, Prefix: strings.TrimSuffix(dir, "/") + "/"}
}

// done reports whether the part is finished already, or why it cannot be written.
func (f *shardFlags) done(c *cobra.Command, m *shard.Manifest) (bool, error) {
	atomicdir.Tidy(f.dir)
	done, err := partsIn(f.dir).Done(m, true)
	if done {
		cli.Wrote(c, "nothing: part %d of %d is finished", f.i, f.n)
	}
	return done, err
}

// predictShard writes the predictions of one part and, once they are there, its manifest.
func (f *recordFlags) predictShard(
	c *cobra.Command, s *shardFlags, args []string, o batch.Options,
) error {
	switch {
	case len(args) == 0 || args[0] == "-":
		return usagef("--shard needs FILEs: standard input cannot be divided")
	case o.Answers != nil:
		return usagef("--shard and --format exclude each other: parts have the form of FILEs")
	case f.transductive:
		return usagef("--shard and --transductive exclude each other: a rating would depend on the part")
	case f.systems.Grades != nil || f.systems.Judge != "":
		return usagef("--shard excludes --grades and --judge: a rating would depend on the part")
	}
	for _, file := range args {
		if isDataset(file) {
			return usagef("--shard: found the data set %s, expected files", file)
		}
	}
	if err := f.checkGiven(c); err != nil {
		return err
	}
	flags := make(map[string]any) // those that answers depend on
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		switch flag.Name {
		case "shard", "parts", "model", "workers", "cache", "quiet", "help",
			"encoder": // a model tells by itself whether it is the right one
		default:
			flags[flag.Name] = flag.Value.String()
		}
	})
	others := slices.DeleteFunc(filesOf(c.Flags()), func(file namedFiles) bool { return file.flag == "model" })
	digests, err := digestsOf(others, nil)
	if err != nil {
		return err
	}
	for flag, digest := range digests {
		flags[flag+"_sha256"] = digest
		delete(flags, flag) // the file may be elsewhere
	}
	flags["table"] = fmt.Sprint(asMap(o.Table)) // as a mapping that may be another by now said it
	text, err := files.Read(f.model, maxModel, "a model")
	if err != nil {
		return err
	}
	inputs, extension, err := shard.Inputs(shard.Local{}, args)
	if err != nil {
		return err
	}
	m := s.manifest("predict", extension, flags)
	m.Model = fmt.Sprintf("%x", sha256.Sum256(text)) // of what is used below, whatever happens to the file
	m.Inputs = inputs
	if done, err := s.done(c, m); err != nil || done {
		return err
	}
	model, err := f.readModel(c, bytes.NewReader(text), f.model)
	if err != nil {
		return err
	}
	o.Scale = f.scale(model)
	err = partsIn(s.dir).Write(m, func(w io.Writer) error {
		if err := m.Predict(c.Context(), model, shard.Local{}, w, o); err != nil {
			return err
		}
		return unchanged(others, nil, digests)
	})
	if err != nil {
		return err
	}
	for _, note := range f.notes {
		cli.Note(c, "%s", note)
	}
	f.note(c, model.Scale())
	cli.Wrote(c, "part %d of %d: %d records, %d skipped", s.i, s.n, m.Records, m.Bad)
	return nil
}

// unchanged checks that files still have the digests that they had before they were read.
func unchanged(list []namedFiles, b base, before map[string]string) error {
	now, err := digestsOf(list, b)
	for _, f := range list {
		if now[f.flag] != before[f.flag] && err == nil {
			err = files.New(strings.Join(f.paths, ", "), 0, "other bytes",
				"those that --"+f.flag+" named at the start")
		}
	}
	return err
}

// evalPart describes the part of an evaluation on data sets.
func (x *experimentRun) evalPart(s *shardFlags, sets []*datasets.Dataset) *shard.Manifest {
	flags := asMap(x.eval.settings(x.evalOptions))
	for _, f := range x.namedFiles() { // which may be elsewhere
		text := fmt.Sprint(flags[f.flag])
		for _, path := range f.paths {
			text = strings.ReplaceAll(text, path, filepath.Base(path))
		}
		flags[f.flag] = text
	}
	m := s.manifest("eval", ".fits", flags)
	for _, flag := range slices.Sorted(maps.Keys(x.parts.before)) {
		m.Model += x.parts.before[flag]
	}
	if i := x.identity(); i != nil {
		m.Model += i.SHA256
	}
	for _, ds := range sets {
		m.Inputs = append(m.Inputs, shard.Input{File: ds.Name, SHA256: datasets.Digest(ds)})
	}
	return m
}

// runPart does a part of the evaluation's fits.
func (x *experimentRun) runPart(c *cobra.Command, s *shardFlags) error {
	defer parallel.SpendMemory()()
	if err := x.prepare(c); err != nil {
		return err
	}
	sets, err := x.open()
	if err != nil {
		return err
	}
	m := x.evalPart(s, sets)
	if done, err := s.done(c, m); err != nil || done {
		return err
	}
	err = partsIn(s.dir).Write(m, func(w io.Writer) error {
		x.evalOptions.Predictions = true // the report may have an --out
		x.evalOptions.Part = &experiment.Part{Index: s.i, Of: s.n, Save: m.SaveFit(w)}
		if _, err := x.results(c, sets); !errors.Is(err, experiment.ErrPart) {
			return err
		}
		return unchanged(x.ownFiles(), x.base, s.before)
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
	list, err := partsIn(s.dir).All()
	if err != nil {
		return err
	}
	s.n = list[0].Shards
	if why := x.evalPart(s, sets).Same(list[0]); why != "" {
		return files.New(partsIn(s.dir).Path(list[0].File), 0, why, "the same as now")
	}
	if x.evalOptions.Part, err = partsIn(s.dir).Fits(list); err != nil {
		return err
	}
	return unchanged(x.ownFiles(), x.base, s.before)
}

func mergeCommand() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "merge DIR[/PREFIX]",
		Short: "put the parts of 'lrp predict --shard' together",
		Long: `Merge checks that the parts in a folder, or those of them whose names begin with PREFIX, are all
there, whole and of the same work, and writes what 'lrp predict' on one computer writes: the same
bytes.`,
		Example: "  lrp merge parts --out ratings.jsonl\n  lrp merge out/july --out july.jsonl",
		Args:    cli.OneArgument("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			s := partsIn(args[0])
			if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
				if some, _ := s.List(args[0] + "-"); slices.ContainsFunc(some, shard.IsManifest) {
					s.Prefix = args[0] + "-"
				}
			}
			list, err := s.All()
			if err != nil {
				return err
			}
			if list[0].Command != "predict" {
				return fmt.Errorf("%s: found parts of lrp %s, expected those of lrp predict: 'lrp %[2]s' with "+
					"the same arguments and --parts %[1]s makes the report", args[0], list[0].Command)
			}
			if out != "-" {
				if _, err := os.Stat(out); err == nil {
					return files.New(out, 0, "a file", "none")
				}
			}
			records, bad := 0, 0
			for _, m := range list {
				records += m.Records
				bad += m.Bad
			}
			if records == 0 && bad > 0 {
				return files.New(args[0], 0, fmt.Sprint("no valid record among ", bad),
					"respondents of the model's questions")
			}
			err = writeOutput(c, out, func(w io.Writer) error { return s.Merge(w, list) })
			if err != nil {
				return err
			}
			cli.Wrote(c, "%d records of %d parts; %d were skipped", records, len(list), bad)
			return nil
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "-", "new `FILE` for the predictions, or - for standard output")
	return c
}
