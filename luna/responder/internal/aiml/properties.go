package aiml

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// persona has the properties of the bot that the default set plays.
var persona = map[string]string{"name": "Kim", "age": "34", "gender": "female",
	"location": "Leeds", "birthplace": "York", "job": "nurse", "master": "my mother",
	"favoritefood": "lasagne", "favoritecolor": "green", "favoritemovie": "Casablanca",
	"favoriteband": "the Beatles", "favoritebook": "Emma", "language": "English"}

// property returns the property of the bot that a template asks for.
func (s *Set) property(e *element) string { return s.properties[propertyName(e)] }

func propertyName(e *element) string {
	return cmp.Or(strings.ToLower(e.attrs["name"]), "name")
}

// folder returns the folder of a set.
func folder(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return path
	}
	return filepath.Dir(path)
}

// readProperties reads the bot's properties from the files in the folder of a set, and in a folder
// config in it or beside it, whose names have the word properties or startup. The nearest counts.
func readProperties(path string) (map[string]string, error) {
	found := properties{}
	for _, under := range []string{"../config", "config", "."} {
		dir := filepath.Join(folder(path), under)
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() || !propertyFile().MatchString(e.Name()) {
				continue
			}
			name := filepath.Join(dir, e.Name())
			content, err := files.Read(name, MaxSize, "properties of a bot")
			if err = cmp.Or(err, found.read(content, name)); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

var propertyFile = text.Pattern(`(?i)properties|^startup`)

type properties map[string]string

func (p properties) set(name string, value any) {
	p[strings.ToLower(strings.TrimSpace(name))] = strings.TrimSpace(fmt.Sprint(value))
}

// read reads XML, JSON, or lines NAME=VALUE or NAME:VALUE.
func (p properties) read(content []byte, file string) error {
	var value any
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	if bytes.HasPrefix(bytes.TrimSpace(content), []byte("<")) {
		root, fault := parse(content, file)
		if fault != nil {
			return fault
		}
		p.fromXML(root)
		return nil
	}
	if json.Unmarshal(content, &value) == nil {
		p.fromJSON(value)
		return nil
	}
	for i, line := range strings.Split(string(content), "\n") {
		line = strings.TrimSpace(line)
		at := strings.IndexAny(line, "=:")
		switch {
		case line == "" || strings.ContainsRune("#!;[", rune(line[0])):
		case at <= 0:
			return files.New(file, i+1, text.Quote(line), "NAME=VALUE, or JSON or XML")
		default:
			p.set(line[:at], line[at+1:])
		}
	}
	return nil
}

// fromXML takes <property name="…" value="…"/>, with the value there or as its text, and what has a
// name and a value in bot-predicates.
func (p properties) fromXML(e *element) {
	for _, c := range e.children {
		name, value := c.attrs["name"], c.attrs["value"]
		if name != "" && (c.name == "property" || e.name == "bot-predicates") {
			for _, text := range c.children {
				value += text.text
			}
			p.set(name, value)
		}
		p.fromXML(c)
	}
}

// fromJSON takes {"NAME":"VALUE"} and ["NAME","VALUE"], also in lists.
func (p properties) fromJSON(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			p.set(name, value)
		}
	case []any:
		if name, ok := append(v, nil)[0].(string); ok && len(v) == 2 {
			p.set(name, v[1])
			return
		}
		for _, item := range v {
			p.fromJSON(item)
		}
	}
}
