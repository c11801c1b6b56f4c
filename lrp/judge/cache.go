package judge

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// cache keeps the grades of a model's replies in a file of JSON lines, which several processes may
// append to. It has digests of prompts, no texts. Each line begins with its line break, which ends
// what a killed process has left; what cannot be read is skipped.
type cache struct {
	file *os.File // nil: nothing more is kept
	kept map[string][]float64
	note func(string, ...any)
}

// line is a line of the file.
type line struct {
	Prompt string    `json:"prompt"`
	Grades []float64 `json:"grades"`
}

// open opens the cache of a model. A folder that cannot be used is no error.
func (c *cache) open(dir, model string, note func(string, ...any)) {
	if c.kept, c.note = map[string][]float64{}, note; dir == "" {
		return
	}
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		name := fmt.Sprintf("%.16x.jsonl", sha256.Sum256([]byte(model)))
		c.file, err = os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	}
	var text []byte
	if err == nil {
		text, err = io.ReadAll(c.file)
	}
	for each := range bytes.Lines(text) {
		var l line
		if json.Unmarshal(each, &l) == nil {
			c.kept[l.Prompt] = l.Grades
		}
	}
	c.check(err)
}

// put keeps the grades of a request.
func (c *cache) put(q *request, grades []float64) {
	if c.kept[q.sum] = grades; c.file != nil {
		_, err := c.file.WriteString("\n" + encoded(line{q.sum, grades}))
		c.check(err)
	}
}

// check stops the cache from keeping more after an error.
func (c *cache) check(err error) {
	if err != nil {
		c.file.Close()
		c.file = nil
		c.note("grades are not kept for later: %v", err)
	}
}
