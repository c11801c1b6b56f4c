package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/offsets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
)

// maxExperimentSize bounds an experiment file, in bytes, and maxTOML one in TOML: the time to parse
// that grows with the square of its keys.
const (
	maxExperimentSize = 1 << 20
	maxTOML           = 64 << 10
)

// The keys of an experiment file. Apart from structural ones, each is named after a flag of eval,
// compare or curve.
var (
	dataKeys = []string{"rating", "key", "score-max", "lines", "max", "id-column", "rating-column",
		"question-column", "response-column", "score-column", "question-columns", "ignore-columns",
		"sheet", "layout", "delimiter", "encoding", "min", "header-row", "decimal", "attempts", "strict"}
	runKeys = append([]string{
		"trials", "seed", "train", "approach", "regressor", "alpha", "language", "stopwords",
		"vectors", "prior", "learn", "blank", "transductive", "out",
	}, dataKeys...)
	evalKeys    = slices.Concat([]string{"protocol", "folds", "primary"}, designKeys, runKeys)
	compareKeys = []string{"baseline", "all-pairs"}
	curveKeys   = []string{"sizes", "trials", "train", "approach", "regressor"}
	sourceKeys  = append([]string{"spec"}, dataKeys...)
	sourceLists = []string{"datasets", "dataset"}
)

// readExperiment reads an experiment file, or the manifest of a report given as a file or folder.
func readExperiment(path string) (*experimentRun, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, manifestFile)
	}
	const expected = "an experiment in TOML or the manifest of a report"
	file, err := openInput(path, expected)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxExperimentSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(data) > maxExperimentSize {
		return nil, usagef("%s: found more than %d bytes, expected %s", path, maxExperimentSize,
			expected)
	}
	return parseExperiment(path, data)
}

// parseExperiment parses a file's content. It opens no other file.
func parseExperiment(path string, data []byte) (*experimentRun, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // byte order mark
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return parseManifest(path, data)
	}
	if len(data) > maxTOML {
		return nil, usagef("%s: found %d bytes, expected an experiment in TOML of at most %d", path,
			len(data), maxTOML)
	}
	var content map[string]any
	if err := toml.Unmarshal(data, &content); err != nil {
		return nil, tomlError(path, err)
	}
	x := &experimentRun{command: "run", base: base{filepath.Dir(path)}}
	x.positions = &location{file: path, document: data, offsets: offsets.TOML(data)}
	return x, x.set(content)
}

func tomlError(path string, err error) error {
	if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := decode.Position()
		path = fmt.Sprintf("%s:%d:%d", path, line, column)
	}
	return usagef("%s: %w", path, err)
}

// parseManifest returns the experiment that a manifest describes.
func parseManifest(path string, data []byte) (*experimentRun, error) {
	r := &replay{file: path}
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
	case header.Format != "lrp-manifest":
		return nil, usagef("%s: found format %q, expected lrp-manifest, or an experiment in TOML",
			path, header.Format)
	case header.Version != manifestVersion:
		return nil, usagef("%s: found lrp-manifest version %d of %q, "+
			"expected version %d, which is what lrp %s reads",
			path, header.Version, header.Tool, manifestVersion, lrp.Version())
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&r.manifest); err != nil {
		return nil, jsonError(path, data, err)
	}
	if _, there := r.Flags["language"]; !there && r.Flags["stopwords"] == noStopWords {
		r.Flags["language"] = text.English.Name // as before there were other languages
	}
	if _, there := r.Flags["learn"]; !there && r.Flags != nil {
		r.Flags["learn"] = string(approach.LearnTotals) // as before there was anything else
	}
	x := &experimentRun{command: r.Command, replay: r}
	if r.Directory != "" {
		x.base = base{r.Directory, "."}
	}
	x.positions = &location{file: path, document: data, offsets: manifestOffsets(data)}
	if !slices.Contains([]string{"eval", "curve", "run"}, x.command) {
		return nil, usagef("%s: found command %q, expected eval, curve or run", path, x.command)
	}
	return x, x.set(r.Flags)
}

func jsonError(path string, data []byte, err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		line := bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n")) + 1
		path = fmt.Sprintf("%s:%d", path, line)
	}
	return usagef("%s: found no lrp-manifest document: %w", path, err)
}

// keys lists the keys that a table can have.
func (x *experimentRun) keys(table string) []string {
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
