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

// line is a line of the file that keeps the grades of a model's replies, which several processes
// may append to. It has digests of prompts, no texts. Each line begins with its line break, which
// ends what a killed process has left; what cannot be read is skipped.
type line struct {
	Prompt string    `json:"prompt"`
	Grades []float64 `json:"grades"`
}

// openCache opens the file. A folder that cannot be used is no error.
func (r *run) openCache() {
	if r.o.Cache == "" {
		return
	}
	err := os.MkdirAll(r.o.Cache, 0o700)
	if err == nil {
		name := fmt.Sprintf("%.16x.jsonl", sha256.Sum256([]byte(r.client.Address+"#"+r.client.Model)))
		r.file, err = os.OpenFile(filepath.Join(r.o.Cache, name), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	}
	var text []byte
	if err == nil {
		text, err = io.ReadAll(r.file)
	}
	for each := range bytes.Lines(text) {
		var l line
		if json.Unmarshal(each, &l) == nil {
			r.kept[l.Prompt] = l.Grades
		}
	}
	r.checkCache(err)
}

// keep keeps the grades of a request.
func (r *run) keep(q *request, grades []float64) {
	if r.kept[q.sum] = grades; r.file != nil {
		_, err := r.file.WriteString("\n" + encoded(line{q.sum, grades}))
		r.checkCache(err)
	}
}

// checkCache stops the run from keeping more after an error.
func (r *run) checkCache(err error) {
	if err != nil {
		r.file.Close()
		r.file = nil
		r.o.Note("grades are not kept for later: %v", err)
	}
}
