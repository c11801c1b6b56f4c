package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/report"
)

// largestExperiment bounds an experiment file, in bytes.
const largestExperiment = 1 << 20

// The keys of an experiment file. But for those of structure, each is a flag of eval, compare or curve by its name.
var (
	dataKeys    = []string{"rating", "key", "score-max", "lines"}
	runKeys     = append([]string{"trials", "seed", "train", "approach", "regressor", "alpha", "stopwords", "vectors", "out"}, dataKeys...)
	evalKeys    = append([]string{"protocol", "folds"}, runKeys...)
	compareKeys = []string{"baseline", "all-pairs"}
	curveKeys   = []string{"sizes", "trials", "train", "approach", "regressor"}
	sourceKeys  = append([]string{"spec"}, dataKeys...)
	sourceLists = []string{"datasets", "dataset"}
)

// readExperiment reads an experiment file, or the manifest of a report: a file, or the folder of the report.
func readExperiment(path string) (*experiment, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, report.ManifestFile)
	}
	const expected = "expected an experiment in TOML or the manifest of a report"
	file, err := os.Open(path)
	var underlying *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: found no such file or folder, %s", path, expected)
	case errors.As(err, &underlying):
		return nil, fmt.Errorf("%s: found an unreadable file (%w), %s", path, underlying.Err, expected)
	case err != nil:
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, largestExperiment+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(data) > largestExperiment {
		return nil, usagef("%s: found more than %d bytes, %s", path, largestExperiment, expected)
	}
	return parseExperiment(path, data)
}

// parseExperiment makes an experiment of a file's content. It opens no other file.
func parseExperiment(path string, data []byte) (*experiment, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // some editors begin with a byte order mark
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return parseManifest(path, data)
	}
	var content map[string]any
	if err := toml.Unmarshal(data, &content); err != nil {
		return nil, tomlError(path, err)
	}
	x := &experiment{command: "run", base: base{filepath.Dir(path)}}
	x.where = &location{file: path, document: data, places: placesOf(data)}
	return x, x.fill(content)
}

func tomlError(path string, err error) error {
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, column := decode.Position()
		return usagef("%s:%d:%d: %w", path, line, column, err)
	}
	return usagef("%s: %w", path, err)
}

// parseManifest makes an experiment of a manifest: the one that it came from.
func parseManifest(path string, data []byte) (*experiment, error) {
	r := &replay{file: path}
	// The form comes first: of a newer one nothing else has to fit.
	var form struct {
		Format  string
		Version int
		Tool    string
	}
	if err := json.Unmarshal(data, &form); err != nil {
		return nil, jsonError(path, data, err)
	}
	switch {
	case form.Format != "lrp-manifest":
		return nil, usagef("%s: found format %q, expected lrp-manifest, or an experiment in TOML", path, form.Format)
	case form.Version != manifestVersion:
		return nil, usagef("%s: found lrp-manifest version %d of %q, expected version %d, which is what lrp %s reads", path, form.Version, form.Tool, manifestVersion, lrp.Version())
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&r.manifest); err != nil {
		return nil, jsonError(path, data, err)
	}
	x := &experiment{command: r.Command, replay: r}
	if r.Directory != "" {
		x.base = base{r.Directory, "."}
	}
	x.where = &location{file: path, document: data, places: manifestPlaces(data)}
	if !slices.Contains([]string{"eval", "curve", "run"}, x.command) {
		return nil, usagef("%s: found command %q, expected eval, curve or run", path, x.command)
	}
	return x, x.fill(r.Flags)
}

func jsonError(path string, data []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n")) + 1
		return usagef("%s:%d: found no lrp-manifest document: %v", path, line, err)
	}
	return usagef("%s: found no lrp-manifest document: %v", path, err)
}

// keys lists what a table can have.
func (x *experiment) keys(table string) []string {
	switch {
	case table == "compare":
		return compareKeys
	case table == "curve":
		return curveKeys
	case strings.HasPrefix(table, "dataset["):
		return sourceKeys
	case x.command == "curve":
		return slices.Concat(sourceLists, []string{"sizes"}, runKeys)
	case x.command == "eval":
		return slices.Concat(sourceLists, evalKeys)
	}
	return slices.Concat([]string{"name"}, sourceLists, evalKeys, []string{"compare", "curve"})
}
