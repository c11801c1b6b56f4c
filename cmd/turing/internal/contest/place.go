package contest

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/luna-rating/luna/cmd/internal/positions"
	"github.com/luna-rating/luna/internal/files"
)

// places finds the settings of a TOML document, by path, such as "entry[1].by".
type places struct {
	file     string
	document []byte
	offsets  map[string]int
}

func findPlaces(file string, document []byte) places {
	return places{file, document, positions.TOML(document)}
}

// line returns the line of a setting or, if the file does not have it, of its table, 0 if it has
// neither.
func (p places) line(path string) int {
	at, found := p.offsets[path]
	if i := strings.LastIndexByte(path, '.'); !found && i >= 0 {
		at, found = p.offsets[path[:i]]
	}
	if !found {
		return 0
	}
	return 1 + bytes.Count(p.document[:at], []byte("\n"))
}

// within checks that a number is in a range.
func (p places) within(path string, value, least, most float64) error {
	if value >= least && value <= most {
		return nil
	}
	return p.errorf(path, "found %s = %v, expected %.10g to %.10g", path[1+strings.LastIndexByte(path, '.'):],
		value, least, most)
}

func (p places) errorf(path, format string, args ...any) error {
	return &files.Error{File: p.file, Line: p.line(path), Msg: fmt.Sprintf(format, args...)}
}
