package judge

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// cache keeps the grades of a model's replies in a file of JSON lines, which several processes may
// append to. A line that is damaged, as after a kill, is skipped. It has digests of prompts, no
// texts.
type cache struct {
	file   *os.File // nil: nothing is kept
	grades map[string][]float64
	note   func(string, ...any)
}

// line is a line of the file.
type line struct {
	Prompt string    `json:"prompt"`
	Grades []float64 `json:"grades"`
}

// openCache opens the cache of a model. A folder that cannot be used is no error.
func openCache(dir, model string, note func(string, ...any)) *cache {
	c := &cache{grades: map[string][]float64{}, note: note}
	if dir == "" {
		return c
	}
	sum := sha256.Sum256([]byte(model))
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		c.file, err = os.OpenFile(filepath.Join(dir, fmt.Sprintf("%x.jsonl", sum[:16])),
			os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	}
	if err != nil {
		c.fail(err)
		return c
	}
	text, err := io.ReadAll(c.file)
	for each := range bytes.Lines(text) {
		var l line
		if json.Unmarshal(each, &l) == nil {
			c.grades[l.Prompt] = l.Grades
		}
	}
	if err != nil {
		c.fail(err)
	} else if len(text) > 0 && text[len(text)-1] != '\n' {
		c.write(nil) // ends the torn line
	}
	return c
}

// get returns the grades of a request, nil if there are none.
func (c *cache) get(r *request) []float64 {
	g := c.grades[r.sum]
	if len(g) != len(r.of) || slices.ContainsFunc(g, func(v float64) bool { return !(v >= 0 && v <= 1) }) {
		return nil
	}
	return g
}

// put keeps the grades of a request. Calls must not overlap.
func (c *cache) put(r *request, grades []float64) {
	c.grades[r.sum] = grades
	if text, err := json.Marshal(line{r.sum, grades}); err == nil {
		c.write(text)
	}
}

func (c *cache) write(text []byte) {
	if c.file == nil {
		return
	}
	if _, err := c.file.Write(append(text, '\n')); err != nil {
		c.fail(errors.Join(err, c.file.Close()))
	}
}

// fail stops the cache from keeping more.
func (c *cache) fail(err error) {
	c.file = nil
	c.note("grades are not kept for later: %v", err)
}
