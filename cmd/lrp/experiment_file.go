package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
)

// maxExperimentSize bounds an experiment file, in bytes, and maxTOML its settings: the time to
// parse them grows with the square of their keys.
const (
	maxExperimentSize = 1 << 20
	maxTOML           = 64 << 10
)

// experimentFile is the content of an experiment file. Its keys are named after the flags of eval,
// compare and curve.
type experimentFile struct {
	Name     string        `toml:"name,omitempty"`
	Datasets []string      `toml:"datasets,omitempty"`
	Dataset  []sourceTable `toml:"dataset,omitempty"`
	evalFlags
	Compare *compareFlags `toml:"compare,omitempty"`
	Curve   *curveTable   `toml:"curve,omitempty"`
}

// sourceTable is a data set with settings of its own, which override those at the top level.
type sourceTable struct {
	Spec string `toml:"spec"`
	dataFlags
}

// curveTable has the settings of a learning curve that override the evaluation's.
type curveTable struct {
	Sizes      []int    `toml:"sizes,omitempty"`
	Trials     int      `toml:"trials,omitempty"`
	Train      float64  `toml:"train,omitempty"`
	Approaches []string `toml:"approach,omitempty"`
	Regressors []string `toml:"regressor,omitempty"`
}

// readExperiment reads an experiment file, or the manifest of a report given as a file or folder.
func readExperiment(path string) (*experimentRun, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, manifestFile)
	}
	d := &document{path: path}
	err := d.read(maxExperimentSize, "an experiment in TOML or the manifest of a report")
	if err != nil {
		return nil, err
	}
	return parseExperiment(path, d.text)
}

// parseExperiment parses a file's content. It opens no other file.
func parseExperiment(path string, data []byte) (*experimentRun, error) {
	x := &experimentRun{command: "run", base: base{filepath.Dir(path)},
		file: &document{path: path, text: data}}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		var err error
		if x.file.text, err = x.readManifest(path, data); err != nil {
			return nil, err
		}
	}
	if n := len(x.file.text); n > maxTOML {
		return nil, usagef("%s: found settings of %d bytes, expected at most %d", path, n, maxTOML)
	}
	return x, x.read()
}

// readManifest reads the manifest of a report and returns its settings in TOML.
func (x *experimentRun) readManifest(path string, data []byte) ([]byte, error) {
	// The version is checked first, because the rest of a newer one may be incompatible.
	var header struct {
		Format  string
		Version int
		Tool    string
	}
	if err := json.Unmarshal(data, &header); err != nil {
		return nil, jsonError(path, data, err)
	}
	switch {
	case header.Format != manifestFormat:
		return nil, usagef("%s: found format %q, expected lrp-manifest, or an experiment in TOML",
			path, header.Format)
	case header.Version != manifestVersion:
		return nil, usagef("%s: found lrp-manifest version %d of %q, "+
			"expected version %d, which is what lrp %s reads",
			path, header.Version, header.Tool, manifestVersion, lrp.Version())
	}
	r := &replay{file: path}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&r.manifest); err != nil {
		return nil, jsonError(path, data, err)
	}
	if !slices.Contains([]string{"eval", "curve", "run"}, r.Command) {
		return nil, usagef("%s: found command %q, expected eval, curve or run", path, r.Command)
	}
	if r.Flags == nil {
		r.Flags = make(map[string]any)
	}
	if _, there := r.Flags["language"]; !there && r.Flags["stopwords"] == noStopWords {
		r.Flags["language"] = text.English.Name // as before there were other languages
	}
	if _, there := r.Flags["learn"]; !there {
		r.Flags["learn"] = string(approach.LearnTotals) // as before there was anything else
	}
	if _, there := r.Flags["strangers"]; !there {
		r.Flags["strangers"] = false // as before they could be
	}
	if r.Command == "curve" {
		r.Flags["curve"] = map[string]any{"sizes": r.Flags["sizes"]}
		delete(r.Flags, "sizes")
	}
	x.command = r.Command
	x.replay = r
	x.file.generated = true
	x.base = nil
	if r.Directory != "" {
		x.base = base{r.Directory, "."}
	}
	settings, err := toml.Marshal(tomlValue(r.Flags))
	if err != nil {
		return nil, usagef("%s: flags: %w", path, err)
	}
	return settings, nil
}

func jsonError(path string, data []byte, err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		line := bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n")) + 1
		path = fmt.Sprintf("%s:%d", path, line)
	}
	return usagef("%s: found no lrp-manifest document: %w", path, err)
}

// tomlValue returns what a value in JSON is in TOML: null is not given there.
func tomlValue(value any) any {
	switch v := value.(type) {
	case map[string]any:
		maps.DeleteFunc(v, func(_ string, inner any) bool { return inner == nil })
		for key := range v {
			v[key] = tomlValue(v[key])
		}
	case []any:
		for i := range v {
			v[i] = tomlValue(v[i])
		}
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		if _, err := strconv.ParseUint(v.String(), 10, 64); err == nil {
			return v.String() // a seed
		}
		n, _ := v.Float64()
		return n
	}
	return value
}

// read sets the experiment to what its file says.
func (x *experimentRun) read() error {
	f, c := &experimentFile{}, &cobra.Command{}
	f.register(c, commonFormats)
	f.registerOut(c)
	content, err := x.file.decode(f, c.Flags())
	if err != nil {
		return err
	}
	x.eval = &f.evalFlags
	x.name = f.Name
	x.format = commonFormats[0]
	x.out = x.base.newPath(f.Out)
	if err := x.readSources(f, content); err != nil {
		return err
	}
	if f.Compare != nil {
		c := &cobra.Command{}
		x.compare = &compareFlags{}
		x.compare.register(c)
		if err := x.file.given(c.Flags(), "compare", content, x.compare); err != nil {
			return err
		}
	}
	if f.Curve != nil {
		if err := x.readCurve(content); err != nil {
			return err
		}
	}
	if x.command == "curve" {
		x.eval = nil
	}
	if x.replay != nil {
		x.replay.keptGrades(x)
		return x.replay.keptVectors(x)
	}
	return nil
}

// decodeOver sets the settings that a table has. Unknown keys have been refused before.
func decodeOver(table, to any) error {
	data, err := toml.Marshal(table)
	if err != nil {
		return err
	}
	return toml.Unmarshal(data, to)
}

// tableAt returns the table at a path such as curve or dataset[1].
func tableAt(content map[string]any, path string) map[string]any {
	name, index, listed := strings.Cut(strings.TrimSuffix(path, "]"), "[")
	value := content[name]
	if list, ok := value.([]any); listed && ok {
		i, _ := strconv.Atoi(index)
		value = list[i]
	}
	table, _ := value.(map[string]any)
	return table
}

// readSources reads the data sets: a list of specifications, or tables with settings of their own.
func (x *experimentRun) readSources(f *experimentFile, content map[string]any) error {
	_, listed := content["datasets"]
	_, x.tables = content["dataset"]
	switch {
	case listed && x.tables:
		return x.file.errorf("datasets", "found datasets and dataset, expected one of them")
	case listed && len(f.Datasets) == 0:
		return x.file.errorf("datasets", "datasets is empty, at least one is needed")
	case x.tables && len(f.Dataset) == 0:
		return x.file.errorf("dataset", "dataset is empty, at least one table is needed")
	}
	x.sources = sourcesOf(orSamples(f.Datasets), &f.dataFlags)
	if !x.tables {
		return nil
	}
	x.sources = nil
	for i, t := range f.Dataset {
		path := fmt.Sprintf("dataset[%d]", i)
		if t.Spec == "" {
			return x.file.errorf(path, "found no spec, expected spec = %q", "KIND:PATH")
		}
		c, data := &cobra.Command{}, &dataFlags{}
		data.register(c)
		if err := decodeOver(content, data); err != nil {
			return x.file.errorf(path, "%v", err)
		}
		if err := x.file.given(c.Flags(), path, content, data); err != nil {
			return err
		}
		x.sources = append(x.sources, source{t.Spec, data})
	}
	return nil
}

// readCurve reads the learning curve's table. A cross-validation's number of repetitions is not
// inherited as the number of trials.
func (x *experimentRun) readCurve(content map[string]any) error {
	if x.eval.Protocol == "published" {
		return x.file.errorf("curve",
			"found [curve] with protocol published, expected another protocol: "+
				"a curve is of the data as described")
	}
	for _, name := range designKeys {
		if name != "subgroup-column" && x.eval.given(name) {
			return x.file.errorf("curve", "found [curve] with %s, which curves do not have", name)
		}
	}
	inherited := maps.Clone(content)
	delete(inherited, "out")
	if x.eval.Protocol == "cross-validation" {
		delete(inherited, "trials")
	}
	c := &cobra.Command{}
	x.curve = &curveFlags{}
	x.curve.register(c, commonFormats)
	if err := x.file.given(c.Flags(), "", inherited, x.curve); err != nil {
		return err
	}
	return x.file.given(c.Flags(), "curve", content, x.curve)
}
