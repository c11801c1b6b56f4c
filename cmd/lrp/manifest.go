package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/experiment"
)

// manifestVersion is the version of manifests that this program writes and reads.
const manifestVersion = 1

const manifestFormat = "lrp-manifest"

// manifest describes how a report was made: enough to run it again and to verify the data.
type manifest struct {
	Format  string `json:"format"` // [manifestFormat]
	Version int    `json:"version"`
	Tool    string `json:"tool"`
	Command string `json:"command"` // eval, curve or run
	// Directory is the folder that relative paths among the flags start at.
	Directory     string            `json:"directory,omitempty"`
	Datasets      []manifestDataset `json:"datasets"`
	VectorsSHA256 string            `json:"vectors_sha256,omitempty"` // of the --vectors file
	PriorSHA256   string            `json:"prior_sha256,omitempty"`   // of the --prior file
	InputsSHA256  map[string]string `json:"inputs_sha256,omitempty"`  // of other files, by flag
	Encoder       *embed.Identity   `json:"encoder,omitempty"`        // if it is no file
	Judge         string            `json:"judge,omitempty"`          // its model
	Flags         map[string]any    `json:"flags"`
	Files         []string          `json:"files"`
	SHA256        map[string]string `json:"sha256,omitempty"` // of all other files
}

type manifestDataset struct {
	Name        string `json:"name"`
	Synthetic   bool   `json:"synthetic"`
	SHA256      string `json:"sha256"` // of the native form
	Respondents int    `json:"respondents"`
	Questions   int    `json:"questions"`
}

func (m *manifest) add(d *experiment.Dataset) {
	m.Datasets = append(m.Datasets,
		manifestDataset{d.Name, d.Synthetic, d.SHA256, d.Respondents, d.Questions})
}

// resolved returns the flags that influence the results, with the names of approaches and
// regressors.
func (f runFlags) resolved(o lrp.Options) runFlags {
	f.Approaches = nil
	f.Regressors = nil
	f.Out = ""
	for _, a := range o.Approaches {
		if !addedBySystems(a) {
			f.Approaches = append(f.Approaches, a.Name)
		}
	}
	for _, g := range o.Regressors {
		f.Regressors = append(f.Regressors, g.Name())
	}
	f.Regressors = append(f.Regressors, ownRegressors(o.Approaches)...)
	if embed.IsAddress(f.Encoder) { // a manifest has its identity instead
		f.Encoder = ""
	}
	f.Judge, f.JudgeBatch = "", 0 // a report has its grades instead
	return f
}

// settings returns the flags without those that the protocol does not have.
func (f evalFlags) settings(o lrp.Options) evalFlags {
	f.runFlags = f.resolved(o)
	if f.givenBy() != "" {
		f.Protocol = ""
		f.Train = 0
		f.Trials = 0
	}
	switch f.Protocol {
	case "cross-validation":
		f.Train = 0
		return f
	case "leave-one-out":
		f.Train, f.Trials = 0, 0
	}
	f.Folds = 0
	return f
}

func (f curveFlags) settings(o lrp.Options) curveFlags {
	f.runFlags = f.resolved(o)
	return f
}

func (f compareFlags) settings() compareFlags {
	if f.AllPairs {
		f.Baseline = ""
	}
	return f
}

// asMap returns settings by the names of their keys.
func asMap(settings any) map[string]any {
	m := make(map[string]any)
	if err := decodeOver(settings, &m); err != nil {
		panic(err) // settings have only types that TOML has
	}
	for _, key := range []string{"blank", "decimal", "delimiter", "layout"} {
		if m[key] == byData { // which is the same as nothing
			delete(m, key)
		}
	}
	if text, ok := m["seed"].(string); ok {
		m["seed"] = json.Number(text)
	}
	return m
}

// manifest describes how the results were made.
func (x *experimentRun) manifest(r *results) (manifest, error) {
	m := manifest{
		Format: manifestFormat, Version: manifestVersion, Tool: "lrp " + lrp.Version(),
		Command: x.command, Files: x.fileNames(),
	}
	if x.eval != nil {
		m.Flags = asMap(x.eval.settings(x.evalOptions))
		for i := range r.evaluation.Datasets {
			m.add(&r.evaluation.Datasets[i].Dataset)
		}
	} else {
		m.Flags = asMap(x.curve.settings(x.curveOptions))
		for i := range r.curve.Datasets {
			m.add(&r.curve.Datasets[i].Dataset)
		}
	}
	x.describeSources(m.Flags)
	if x.command == "run" {
		x.describeParts(m.Flags)
	}
	var err error
	if slices.ContainsFunc(x.paths(), isRelative) {
		if m.Directory, err = x.directory(); err != nil {
			return m, err
		}
	}
	if m.InputsSHA256, err = digestsOf(x.ownFiles(), x.base); err != nil {
		return m, err
	}
	if _, file := m.InputsSHA256["encoder"]; !file && x.encoder().Encoder+x.encoder().kept != "" {
		m.Encoder = x.identity()
	}
	m.Judge = x.systems().judgeName()
	m.VectorsSHA256 = m.InputsSHA256["vectors"]
	m.PriorSHA256 = m.InputsSHA256["prior"]
	delete(m.InputsSHA256, "vectors")
	delete(m.InputsSHA256, "prior")
	return m, nil
}

// namedFiles returns the files that the settings name, those of a data set by "dataset[0].key".
func (x *experimentRun) namedFiles() (list []namedFiles) {
	if x.eval != nil {
		list = append(list, filesOf(x.eval.flags)...)
	}
	if x.compare != nil {
		list = append(list, filesOf(x.compare.flags)...)
	}
	if x.curve != nil {
		list = append(list, filesOf(x.curve.flags)...)
	}
	for i, s := range x.sources {
		if x.tables {
			for _, f := range filesOf(s.data.flags) {
				f.flag = x.sourceTable(i) + "." + f.flag
				list = append(list, f)
			}
		}
	}
	return list
}

// paths returns the paths of all data sets and files.
func (x *experimentRun) paths() (paths []string) {
	for _, s := range x.sources {
		paths = append(paths, specPath(s.spec))
	}
	for _, f := range x.namedFiles() {
		paths = append(paths, f.paths...)
	}
	return paths
}

// ownFiles returns the files that the settings name, except for those whose content is in the data
// sets.
func (x *experimentRun) ownFiles() []namedFiles {
	return slices.DeleteFunc(x.namedFiles(), func(f namedFiles) bool { return f.inData })
}

// directory returns the folder that relative paths start at: that of the first run, if the
// experiment is run again.
func (x *experimentRun) directory() (string, error) {
	switch {
	case x.replay != nil && x.replay.Directory != "":
		return x.replay.Directory, nil
	case len(x.base) > 0:
		return filepath.Abs(x.base[0])
	}
	return os.Getwd()
}

// describeSources adds the data sets to the flags.
func (x *experimentRun) describeSources(flags map[string]any) {
	var specs []string
	var tables []map[string]any
	for _, s := range x.sources {
		specs = append(specs, s.spec)
		table := asMap(*s.data)
		table["spec"] = s.spec
		tables = append(tables, table)
	}
	if x.tables {
		flags["dataset"] = tables
	} else {
		flags["datasets"] = specs
	}
}

// describeParts adds the settings that only an experiment file has.
func (x *experimentRun) describeParts(flags map[string]any) {
	if x.name != "" {
		flags["name"] = x.name
	}
	if x.compare != nil {
		flags["compare"] = asMap(x.compare.settings())
	}
	if x.curve != nil {
		c := x.curve.settings(x.curveOptions)
		flags["curve"] = asMap(curveTable{c.Sizes, c.Trials, c.Train, c.Approaches, c.Regressors})
	}
}

// replay is a manifest that is run again.
type replay struct {
	manifest
	file string
}

// checkData rejects data that differ from the manifest's.
func (r *replay) checkData(sets []*datasets.Dataset) error {
	if len(sets) != len(r.Datasets) {
		return files.New(r.file, 0, fmt.Sprintf("%d data sets with %d digests", len(sets), len(r.Datasets)),
			"one digest for each")
	}
	for i, ds := range sets {
		want := r.Datasets[i]
		if found := datasets.Digest(ds); ds.Name != want.Name || found != want.SHA256 {
			return files.New(r.file, 0, "data set "+ds.Name+" with SHA-256 "+found, want.Name+" with "+want.SHA256)
		}
	}
	return nil
}

// checkFiles rejects files that differ from the manifest's, if that has their digests.
func (r *replay) checkFiles(x *experimentRun) error {
	for _, f := range x.namedFiles() {
		want := r.InputsSHA256[f.flag]
		switch f.flag {
		case "vectors":
			want = r.VectorsSHA256
		case "prior":
			want = r.PriorSHA256
		}
		if want == "" || f.inData {
			continue
		}
		for _, path := range f.paths {
			found, err := namedFiles{flag: f.flag, paths: []string{path}}.digest(x.base)
			if err != nil {
				return err
			}
			if !strings.HasPrefix(want, found) {
				return files.New(r.file, 0, f.flag+" "+x.base.path(path)+" with SHA-256 "+found,
					want[:min(len(want), len(found))])
			}
			want = want[len(found):]
		}
	}
	return nil
}

// warning returns a warning that another version of the program may give other results, or "" if
// the version is the same.
func (r *replay) warning() string {
	if now := "lrp " + lrp.Version(); r.Tool != now {
		return fmt.Sprintf("%s was written by %s, this is %s: results may differ", r.file, r.Tool,
			now)
	}
	return ""
}
