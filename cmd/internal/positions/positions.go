// Package positions finds the position of each setting in a TOML document, so that an error
// can name its line. A path such as dataset[1].spec names a setting.
package positions

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// A file may nest keys deeply, or have long ones, so that their paths would take much more memory
// than the file itself. Positions are recorded for paths of up to maxPath bytes, until all paths
// together have maxPaths bytes.
const (
	maxPath  = 1000
	maxPaths = 8 << 20
)

// pathOffsets are the offsets of paths.
type pathOffsets struct {
	at   map[string]int
	size int // bytes of all paths
}

func newOffsets() pathOffsets { return pathOffsets{at: make(map[string]int)} }

// record sets the offset of a path.
func (p *pathOffsets) record(path string, offset int) {
	if p.size += len(path); p.size <= maxPaths {
		p.at[path] = offset
	}
}

// joinShort appends a key to a path that is not too long.
func joinShort(path, key string) string {
	if len(path)+len(key) > maxPath {
		return path
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// tomlScanner finds the offsets of the keys of a TOML document and of the elements of lists.
type tomlScanner struct {
	parser   unstable.Parser
	offsets  pathOffsets
	elements map[string]int // number of elements so far of each list of tables
}

// TOML returns the offsets in a valid TOML document by path, such as dataset[1].spec.
func TOML(document []byte) map[string]int {
	p := tomlScanner{offsets: newOffsets(), elements: make(map[string]int)}
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
	return p.offsets.at
}

// keys records the keys that lead to a table or value, and returns its path.
func (p *tomlScanner) keys(path string, e *unstable.Node) string {
	for key := e.Key(); key.Next(); {
		if n := p.elements[path]; n > 0 {
			path = fmt.Sprintf("%s[%d]", path, n-1) // further keys belong to the last element
		}
		path = joinShort(path, string(key.Node().Data))
		p.record(path, key.Node())
	}
	return path
}

// newElement records the next table of a list of tables, and returns its path.
func (p *tomlScanner) newElement(list string, e *unstable.Node) string {
	element := fmt.Sprintf("%s[%d]", list, p.elements[list])
	p.elements[list]++
	for key := e.Key(); key.Next(); {
		p.offsets.record(element, int(key.Node().Raw.Offset))
	}
	return element
}

func (p *tomlScanner) keyValue(table string, e *unstable.Node) {
	p.value(p.keys(table, e), e.Value())
}

// value records the contents of a value.
func (p *tomlScanner) value(path string, value *unstable.Node) {
	switch value.Kind {
	case unstable.InlineTable:
		for it := value.Children(); it.Next(); {
			p.keyValue(path, it.Node())
		}
	case unstable.Array:
		n := 0
		for it := value.Children(); it.Next(); n++ {
			element := fmt.Sprintf("%s[%d]", path, n)
			p.record(element, it.Node())
			p.value(element, it.Node())
		}
	}
}

// record keeps the first offset of a path.
func (p *tomlScanner) record(path string, node *unstable.Node) {
	if _, found := p.offsets.at[path]; !found && node.Raw.Length > 0 {
		p.offsets.record(path, int(node.Raw.Offset))
	}
}

// Line returns the line, from 1, and the column in bytes, from 1, of a path or, if the document
// does not have it, of the table that it would be in; 0 if there is none.
func Line(document []byte, offsets map[string]int, path string) (line, column int) {
	for {
		if offset, ok := offsets[path]; ok {
			before := document[:offset]
			return bytes.Count(before, []byte("\n")) + 1, offset - bytes.LastIndexByte(before, '\n')
		}
		end := strings.LastIndexAny(path, ".[")
		if end < 0 {
			return 0, 0
		}
		path = path[:end]
	}
}
