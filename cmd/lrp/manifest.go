package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/experiment"
)

// manifestVersion is the version of manifests that this program writes and reads.
const manifestVersion = 1

// manifest describes how a report was made: enough to run it again and to verify the data.
type manifest struct {
	Format  string `json:"format"` // "lrp-manifest"
	Version int    `json:"version"`
	Tool    string `json:"tool"`
	Command string `json:"command"` // eval, curve or run
	// Directory is the folder that relative paths among the flags start at.
	Directory     string            `json:"directory,omitempty"`
	Datasets      []manifestDataset `json:"datasets"`
	VectorsSHA256 string            `json:"vectors_sha256,omitempty"` // of the --vectors file
	PriorSHA256   string            `json:"prior_sha256,omitempty"`   // of the --prior file
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

// resolved returns the flags that influence the results, with the names of approaches and regressors.
func (f runFlags) resolved(o lrp.Options) runFlags {
	f.Approaches, f.Regressors, f.Out = nil, nil, ""
	for _, a := range o.Approaches {
		f.Approaches = append(f.Approaches, a.Name)
	}
	for _, g := range o.Regressors {
		f.Regressors = append(f.Regressors, g.Name())
	}
	return f
}

// settings returns the flags without those that the protocol does not have.
func (f evalFlags) settings(o lrp.Options) evalFlags {
	f.runFlags = f.resolved(o)
	if f.givenBy() != "" {
		f.Protocol, f.Train, f.Trials = "", 0, 0
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
		Format: "lrp-manifest", Version: manifestVersion, Tool: "lrp " + lrp.Version(),
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
	paths := x.describeSources(m.Flags)
	if x.command == "run" {
		x.describeParts(m.Flags)
	}
	if x.eval != nil {
		paths = append(paths, specPath(x.eval.Test))
	}
	paths = append(paths, x.common().Vectors, x.common().Prior)
	if err := m.addDirectory(x, paths); err != nil {
		return m, err
	}
	var err error
	if m.VectorsSHA256, err = fileDigest(x.common().vectorsPath()); err != nil {
		return m, err
	}
	m.PriorSHA256, err = fileDigest(x.common().autoFlags.path())
	return m, err
}

// addDirectory sets the directory if there are relative paths.
func (m *manifest) addDirectory(x *experimentRun, paths []string) (err error) {
	if slices.ContainsFunc(paths, isRelative) {
		m.Directory, err = x.directory()
	}
	return err
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

// describeSources adds the data sets to the flags and returns all paths among their settings.
func (x *experimentRun) describeSources(flags map[string]any) (paths []string) {
	var specs []string
	var tables []map[string]any
	for _, s := range x.sources {
		paths = append(paths, specPath(s.spec), s.data.Key)
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
	return paths
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

// replay is a manifest that is run again.
type replay struct {
	manifest
	file string
}

// checkData rejects data that differ from the manifest's.
func (r *replay) checkData(sets []*datasets.Dataset) error {
	if len(sets) != len(r.Datasets) {
		return fmt.Errorf("%s: found %d data sets with %d digests, expected one digest for each",
			r.file, len(sets), len(r.Datasets))
	}
	for i, ds := range sets {
		want := r.Datasets[i]
		if found := datasets.Digest(ds); ds.Name != want.Name || found != want.SHA256 {
			return fmt.Errorf("%s: found data set %s with SHA-256 %s, expected %s with %s",
				r.file, ds.Name, found, want.Name, want.SHA256)
		}
	}
	return nil
}

// checkFile rejects a file that differs from the manifest's, if that has one.
func (r *replay) checkFile(what, path, want string) error {
	found, err := fileDigest(path)
	if err != nil {
		return err
	}
	if want != "" && found != want {
		return fmt.Errorf("%s: found %s %s with SHA-256 %s, expected %s",
			r.file, what, path, found, want)
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
