// Package shard divides work among processes and puts what they did together: a part is a file
// with a manifest, which is written once the file is whole. Parts are kept in a [Storage], such as
// that of this computer.
package shard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/experiment"
)

// Manifest describes a part that is finished.
type Manifest struct {
	Format  string          `json:"format"`                 // "lrp-shard"
	Version int             `json:"version"`                // of the format
	Tool    string          `json:"tool"`                   // lrp and its version
	Command string          `json:"command"`                // predict or eval
	Shard   int             `json:"shard"`                  // from 0
	Shards  int             `json:"shards"`                 // of the work
	Model   string          `json:"model_sha256,omitempty"` // digest of the model, in hexadecimal
	Flags   json.RawMessage `json:"flags"`                  // those that answers depend on
	Inputs  []Input         `json:"inputs"`                 // of the work
	Read    []Input         `json:"read,omitempty"`         // of them, by the part
	Records int             `json:"records"`                // answered
	Bad     int             `json:"bad"`                    // skipped
	Notes   []string        `json:"notes,omitempty"`        // on how the inputs were read
	File    string          `json:"file"`                   // name of the part's file
	Bytes   int64           `json:"bytes"`                  // of the file
	SHA256  string          `json:"sha256"`                 // of the file, in hexadecimal
}

// Input is a file of respondents, or a data set.
type Input struct {
	File   string `json:"file"`               // or the name of a data set
	From   int64  `json:"from,omitempty"`     // where a part began to read
	Bytes  int64  `json:"bytes,omitempty"`    // of the file, or read by a part
	Time   string `json:"modified,omitempty"` // when the file was changed
	SHA256 string `json:"sha256,omitempty"`   // of a data set, or of what was read, in hexadecimal
}

// NewInput describes a file.
func NewInput(name string, bytes int64, changed time.Time) Input {
	return Input{File: name, Bytes: bytes, Time: changed.UTC().Format(time.RFC3339Nano)}
}

// same reports whether two inputs are the same or copies, which may be in another folder.
func (in Input) same(o Input) bool {
	in.File, o.File = filepath.Base(in.File), filepath.Base(o.File)
	return in == o
}

// Max is the largest number of parts.
const Max = 100_000

const (
	format  = "lrp-shard"
	version = 2
	suffix  = ".manifest.json" // after the name of the part's file
)

// New returns the manifest of part i of n before it is done. Prefix and extension are those of the
// part's file.
func New(command string, i, n int, prefix, extension string, flags map[string]any) *Manifest {
	text, _ := json.Marshal(flags)
	return &Manifest{
		Format: format, Version: version, Tool: "lrp " + build(), Command: command,
		Shard: i, Shards: n, Flags: text, File: prefix + place(i, n) + extension,
	}
}

// build returns the version of this program and, where that does not tell builds apart, the digest
// of the program's file.
var build = sync.OnceValue(func() string {
	version := lrp.Version()
	if version != "(devel)" && !strings.HasSuffix(version, "+dirty") {
		return version
	}
	self, _ := os.Executable()
	for _, path := range []string{"/proc/self/exe", self} { // whatever is now where it was started from
		if c, err := count(Local{}, path); err == nil {
			return version + " " + c.digest()[:16]
		}
	}
	return version
})

// Name returns the name of the manifest's own file.
func (m *Manifest) Name() string { return m.File + suffix }

// IsManifest reports whether a file's name is that of a manifest.
func IsManifest(name string) bool { return strings.HasSuffix(name, suffix) }

func place(i, n int) string { return fmt.Sprintf("-%05d-of-%05d", i, n) }

// Same says how the work of two parts differs; "" if it does not.
func (m *Manifest) Same(o *Manifest) string {
	flags, _ := json.Marshal(m.Flags) // which leaves out the spaces of a file
	others, _ := json.Marshal(o.Flags)
	switch {
	case m.Command != o.Command:
		return "a part of lrp " + o.Command
	case m.Model != o.Model:
		return "another model"
	case m.Tool != o.Tool:
		return "another version, " + o.Tool
	case !bytes.Equal(flags, others):
		return fmt.Sprintf("other flags, %s", others)
	case !slices.EqualFunc(m.Inputs, o.Inputs, Input.same):
		return fmt.Sprintf("other inputs, %v", o.Inputs)
	case m.Shards != o.Shards:
		return fmt.Sprintf("another number of parts, %d", o.Shards)
	}
	return ""
}

// errManifest is the error for a manifest that is damaged.
var errManifest = errors.New("found no manifest of a part")

// parse reads a manifest. Name is that of its file, and at its path for messages.
func parse(text []byte, name, at string) (*Manifest, error) {
	m := &Manifest{}
	err := json.Unmarshal(text, m)
	switch {
	case err != nil || m.Format != format:
		return nil, fmt.Errorf("%s: %w, expected one that lrp wrote", at, errManifest)
	case m.Version != version:
		return nil, fmt.Errorf("%s: found version %d, expected %d: use the lrp that wrote it (%s)", at,
			m.Version, version, m.Tool)
	case m.Shards < 1 || m.Shards > Max || m.Shard < 0 || m.Shard >= m.Shards || m.Name() != name ||
		!strings.HasSuffix(strings.TrimSuffix(m.File, path.Ext(m.File)), place(m.Shard, m.Shards)) ||
		min(m.Records, m.Bad) < 0 || int64(m.Records) > m.Bytes:
		return nil, fmt.Errorf("%s: found part %d of %d in the file %q, which it does not describe", at,
			m.Shard, m.Shards, m.File)
	}
	return m, nil
}

// fit is a line of a part of an evaluation: what came of some approaches in one fit.
type fit struct {
	Fit      int    `json:"fit"`
	Outcomes []byte `json:"outcomes"`
}

// SaveFit returns [experiment.Part.Save] of a part, which writes the outcomes to w and counts them.
func (m *Manifest) SaveFit(w io.Writer) func(number int, outcomes []byte) error {
	lines := json.NewEncoder(w)
	return func(number int, outcomes []byte) error {
		m.Records++
		return lines.Encode(fit{number, outcomes})
	}
}

// Fits returns what takes the fits of an evaluation from its parts.
func (p Parts) Fits(list []*Manifest) (*experiment.Part, error) {
	fits := make(map[int][][]byte)
	for _, m := range list {
		text, err := p.content(m.File)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(text) {
			var f fit
			if err := json.Unmarshal(line, &f); err != nil {
				return nil, fmt.Errorf("%s: found no fit, expected one that lrp wrote: %w", p.Path(m.File), err)
			}
			fits[f.Fit] = append(fits[f.Fit], f.Outcomes)
		}
	}
	return &experiment.Part{Load: func(number int) ([][]byte, error) {
		if len(fits[number]) == 0 {
			return nil, fmt.Errorf("%s: found no part that has it", p.Path(""))
		}
		return fits[number], nil
	}}, nil
}
