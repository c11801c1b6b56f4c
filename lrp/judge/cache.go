package judge

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// cache keeps the grades of a model's replies in a file of JSON lines, which several processes may
// append to. A line that is damaged, as after a kill, is skipped. It has digests of prompts, no
// texts.
type cache struct {
	path   string
	file   *os.File // nil: nothing is kept
	grades map[string][]float64
	note   func(string)
}

// line is a line of the file.
type line struct {
	Prompt string    `json:"prompt"`
	Grades []float64 `json:"grades"`
}

// openCache opens the cache of a model. A folder that cannot be used is no error.
func openCache(dir, model string, note func(string)) *cache {
	c := &cache{grades: map[string][]float64{}, note: note}
	if dir == "" {
		return c
	}
	sum := sha256.Sum256([]byte(model))
	c.path = filepath.Join(dir, fmt.Sprintf("%x.jsonl", sum[:16]))
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		c.file, err = os.OpenFile(c.path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	}
	if err != nil {
		c.fail(err)
		return c
	}
	var last []byte
	in := bufio.NewReaderSize(c.file, 1<<20)
	for {
		text, err := in.ReadBytes('\n')
		if err != nil {
			last = text
			break
		}
		var l line
		if json.Unmarshal(text, &l) == nil {
			c.grades[l.Prompt] = l.Grades
		}
	}
	if len(last) > 0 { // torn
		c.write([]byte("\n"))
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
	text, err := json.Marshal(line{r.sum, grades})
	if err == nil {
		c.write(append(text, '\n'))
	}
}

func (c *cache) write(text []byte) {
	if c.file == nil {
		return
	}
	if _, err := c.file.Write(text); err != nil {
		c.close()
		c.fail(err)
	}
}

func (c *cache) fail(err error) {
	c.file = nil
	if c.note != nil {
		c.note(fmt.Sprintf("grades are not kept for later: %v", err))
	}
}

// kept says what becomes of the grades after an error.
func (c *cache) kept() string {
	if c.file == nil {
		return "no grades are kept"
	}
	return "the grades so far are kept, and the same command asks for the rest"
}

func (c *cache) close() {
	if c.file != nil {
		c.file.Close()
	}
}
