package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// places finds where the settings of a TOML document are: the offset of each key, and of each element of a list.
type places struct {
	parser   unstable.Parser
	offsets  map[string]int
	elements map[string]int // how many the lists of tables have so far
}

// placesOf returns the offsets by path, such as dataset[1].spec. The document has to be a valid one.
func placesOf(document []byte) map[string]int {
	p := places{offsets: make(map[string]int), elements: make(map[string]int)}
	p.parser.Reset(document)
	table := ""
	for p.parser.NextExpression() {
		switch e := p.parser.Expression(); e.Kind {
		case unstable.Table:
			table = p.keys("", e)
		case unstable.ArrayTable:
			table = p.newElement(p.keys("", e), e)
		case unstable.KeyValue:
			p.keyValue(table, e)
		}
	}
	return p.offsets
}

// keys notes the keys that lead to a table or value, and returns its path.
func (p *places) keys(path string, e *unstable.Node) string {
	for key := e.Key(); key.Next(); {
		if n := p.elements[path]; n > 0 {
			path = fmt.Sprintf("%s[%d]", path, n-1) // what follows belongs to the last element
		}
		path = join(path, string(key.Node().Data))
		p.note(path, key.Node())
	}
	return path
}

// newElement notes one more table of a list of tables, and returns its path.
func (p *places) newElement(list string, e *unstable.Node) string {
	element := fmt.Sprintf("%s[%d]", list, p.elements[list])
	p.elements[list]++
	for key := e.Key(); key.Next(); {
		p.offsets[element] = int(key.Node().Raw.Offset)
	}
	return element
}

func (p *places) keyValue(table string, e *unstable.Node) {
	p.inside(p.keys(table, e), e.Value())
}

// inside notes what is in a value.
func (p *places) inside(path string, value *unstable.Node) {
	switch value.Kind {
	case unstable.InlineTable:
		for it := value.Children(); it.Next(); {
			p.keyValue(path, it.Node())
		}
	case unstable.Array:
		n := 0
		for it := value.Children(); it.Next(); n++ {
			element := fmt.Sprintf("%s[%d]", path, n)
			p.note(element, it.Node())
			p.inside(element, it.Node())
		}
	}
}

// note keeps where something is first found.
func (p *places) note(path string, node *unstable.Node) {
	if _, there := p.offsets[path]; !there && node.Raw.Length > 0 {
		p.offsets[path] = int(node.Raw.Offset)
	}
}

// manifestPlaces is placesOf for the flags of a manifest.
func manifestPlaces(document []byte) map[string]int {
	all := make(map[string]int)
	jsonPlaces(json.NewDecoder(bytes.NewReader(document)), document, "", all)
	flags := make(map[string]int)
	for path, offset := range all {
		if rest, ok := strings.CutPrefix(path, "flags."); ok {
			flags[rest] = offset
		}
	}
	return flags
}

// jsonPlaces notes what is in the next value.
func jsonPlaces(d *json.Decoder, document []byte, path string, offsets map[string]int) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	open, nested := token.(json.Delim)
	if !nested {
		return nil
	}
	for n := 0; d.More(); n++ {
		inner, offset := fmt.Sprintf("%s[%d]", path, n), nextToken(d, document)
		if open == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			inner = join(path, fmt.Sprint(key))
		}
		offsets[inner] = offset
		if err := jsonPlaces(d, document, inner, offsets); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// nextToken is where the decoder's next token starts.
func nextToken(d *json.Decoder, document []byte) int {
	rest := document[d.InputOffset():]
	return len(document) - len(bytes.TrimLeft(rest, " \t\r\n,"))
}
