package loebner

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/luna-rating/luna/cmd/internal/positions"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// maxRules bounds a file of rules, in bytes: the time to parse TOML grows with the square of its
// keys.
const maxRules = 64 << 10

//go:embed rules/*.toml
var embedded embed.FS

// ruleFiles returns the files of embedded rules by name. A file whose rules are those of several years is
// named after all of them.
func ruleFiles() map[string]string {
	files, err := fs.Glob(embedded, "rules/*.toml")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	byName := make(map[string]string)
	for _, file := range files {
		for year := range strings.SplitSeq(strings.TrimSuffix(path.Base(file), ".toml"), "_") {
			byName[year] = file
		}
	}
	return byName
}

// RuleSets lists the names of the embedded rules.
func RuleSets() []string { return slices.Sorted(maps.Keys(ruleFiles())) }

// RulesText returns the file of embedded rules, as a starting point for others.
func RulesText(name string) ([]byte, error) {
	if file, ok := ruleFiles()[name]; ok {
		return embedded.ReadFile(file)
	}
	return nil, files.New("", 0, "rules "+text.Quote(name), "one of "+strings.Join(RuleSets(), ", "))
}

// RulesOf returns the embedded rules with a name, one of [RuleSets].
func RulesOf(name string) (Rules, error) {
	text, err := RulesText(name)
	if err != nil {
		return Rules{}, err
	}
	return ReadRules(bytes.NewReader(text), name)
}

// ReadRules reads rules in TOML, in the form that [RulesText] returns. Errors refer to the input as
// file and name the line.
func ReadRules(in io.Reader, file string) (Rules, error) {
	text, err := files.ReadAll(in, file, maxRules, "rules in TOML")
	if err != nil {
		return Rules{}, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	r := defaults
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		return Rules{}, explainTOML(file, err)
	}
	r.Title = cmp.Or(r.Title, r.Name)
	if c := r.check(); c.fault != "" {
		line, _ := positions.Line(text, positions.TOML(text), c.path)
		return Rules{}, &files.Error{File: file, Line: line, Msg: c.fault}
	}
	return r, nil
}

// explainTOML names the line of an error of the decoder.
func explainTOML(file string, err error) error {
	line, message := 0, err.Error()
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(unknown.Errors) > 0 {
		first := &unknown.Errors[0]
		line, _ = first.Position()
		message = fmt.Sprintf("found the key %q, expected one that rules have; "+
			"'turing loebner rules 2010' prints them", strings.Join(first.Key(), "."))
	} else if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ = decode.Position()
	}
	return &files.Error{File: file, Line: line, Err: err,
		Msg: strings.Join(strings.Fields(message), " ")}
}
