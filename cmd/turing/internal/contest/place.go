package contest

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/cmd/internal/positions"
	"github.com/luna-rating/luna/internal/files"
)

// places finds the settings of a TOML document, by path, such as "entry[1].by".
type places struct {
	file     string
	document []byte
}

// line returns the line of a setting or, if the file does not have it, of its table, 0 if it has
// neither.
func (p places) line(path string) int {
	line, _ := positions.Line(p.document, positions.TOML(p.document), path)
	return line
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
