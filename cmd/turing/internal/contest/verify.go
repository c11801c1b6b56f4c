package contest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Verification says whether the journal, the logs and the results of a contest belong together.
type Verification struct {
	Valid bool   `json:"valid"`
	Over  bool   `json:"over"`         // whether the contest is
	Lines int    `json:"lines"`        // of the journal
	Sum   string `json:"sum"`          // SHA-256 of its last line
	From  int    `json:"chained_from"` // the first line with the sum of what is before, 0 if none
	Logs  int    `json:"logs"`         // whose sums the journal has
	// Checked lists the files that were compared with what the journal makes.
	Checked []string `json:"checked"`
	Faults  []Fault  `json:"faults"`
}

// Fault is something that does not hold.
type Fault struct {
	File string `json:"file"` // relative to the folder
	Line int    `json:"line,omitempty"`
	What string `json:"what"` // what was found and expected
}

// maxDifferences bounds the differences of a file that are told.
const maxDifferences = 8

// Verify checks the evidence of a contest in a folder: that each line of the journal follows the
// one before, that logs are those it speaks of, and that the results are those it makes.
func Verify(dir string) (*Verification, error) {
	c, err := prepare(dir, Options{})
	if err != nil {
		return nil, err
	}
	v := &Verification{Checked: []string{}, Faults: []Fault{}}
	path := filepath.Join(dir, journalFile)
	_, err = files.With(path, "the journal of a contest", func(in io.Reader, path string) (any, error) {
		var err error
		c.state, c.journal.chain, err = replay(in, path, func(fault error) error {
			v.add(dir, fault)
			return nil
		})
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	e := c.evidence()
	v.Lines, v.Sum, v.From, v.Logs, v.Over = e.Lines, e.Sum, e.From, len(e.Logs), c.state.finished != nil
	if e.Setup != "" && e.Setup != c.setup.digest {
		v.add(dir, files.New(filepath.Join(dir, SetupFile), 0, "changes since the contest began",
			"none but to speed, missing and wait"))
	}
	for _, fault := range c.changedLogs() {
		v.add(dir, fault)
	}
	v.checkResults(c)
	v.Valid = len(v.Faults) == 0
	return v, nil
}

// add adds an error about a file of the folder.
func (v *Verification) add(dir string, err error) {
	x := Fault{What: err.Error()}
	if e, ok := errors.AsType[*files.Error](err); ok {
		x = Fault{e.File, e.Line, e.Msg}
		if inside, err := filepath.Rel(dir, e.File); err == nil {
			x.File = filepath.ToSlash(inside)
		}
	}
	v.Faults = append(v.Faults, x)
}

// checkResults compares the results with those that the journal makes.
func (v *Verification) checkResults(c *contest) {
	path := filepath.Join(c.dir, resultsFile)
	if !v.Over {
		if old := c.published(); old != nil {
			v.add(c.dir, files.New(filepath.Join(c.dir, journalFile), 0, text.Count(v.Lines, "line")+
				" without the end of the contest", fmt.Sprintf("%d, as %s says: its last lines are missing",
				old.Lines, resultsFile)))
		}
		return
	}
	x, err := c.made()
	if err != nil {
		v.add(c.dir, err)
		return
	}
	made, err := json.Marshal(x)
	if err != nil {
		v.add(c.dir, err)
		return
	}
	data, err := os.ReadFile(path)
	var is, want any
	switch {
	case err != nil:
		v.add(c.dir, missing(path, err))
	case json.Unmarshal(data, &is) != nil || json.Unmarshal(made, &want) != nil:
		v.add(c.dir, files.New(path, 0, "no JSON", "the results of a contest"))
	case c.published() == nil:
		v.add(c.dir, files.New(path, 0, "no evidence, as in results of earlier versions",
			"some; 'turing loebner run' writes the results anew"))
	default:
		list := differences("", is, want)
		for i, what := range list[:min(len(list), maxDifferences)] {
			if i == maxDifferences-1 && len(list) > maxDifferences {
				what = fmt.Sprintf("found %d more values that the journal does not make", len(list)-i)
			}
			v.add(c.dir, &files.Error{File: path, Msg: what})
		}
	}
	v.Checked = append(v.Checked, resultsFile)
	for _, o := range c.outputs(x) {
		v.checkTable(c.dir, o)
	}
}

func missing(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return files.New(path, 0, "no such file", "results; 'turing loebner run' writes them")
	}
	return &files.Error{File: path, Msg: err.Error()}
}

// made makes the results from the journal.
func (c *contest) made() (*Results, error) {
	if err := c.checkPlans(); err != nil {
		return nil, err
	}
	a, err := c.admission()
	if err != nil {
		return nil, err
	}
	x, err := c.results(a)
	if err == nil {
		c.seal(x)
	}
	return x, err
}

// checkTable compares a table with what the journal makes, and names the first line that differs.
func (v *Verification) checkTable(dir string, o output) {
	v.Checked = append(v.Checked, o.name)
	path := filepath.Join(dir, o.name)
	var made bytes.Buffer
	data, err := os.ReadFile(path)
	if err != nil {
		v.add(dir, missing(path, err))
		return
	}
	if err := o.write(&made); err != nil {
		v.add(dir, err)
		return
	}
	is, want := bytes.SplitAfter(data, []byte("\n")), bytes.SplitAfter(made.Bytes(), []byte("\n"))
	for n := range max(len(is), len(want)) {
		a, b := at(is, n), at(want, n)
		if a == b {
			continue
		}
		a, b = apart(a, b)
		v.add(dir, files.New(path, n+1, a, b+", as the journal has it"))
		return
	}
}

// at returns a line, "" after the end.
func at(lines [][]byte, n int) string {
	if n >= len(lines) {
		return ""
	}
	return string(bytes.TrimSpace(lines[n]))
}

// differences lists the values of JSON that differ, by where they are, such as
// comparisons[3].named_entry.
func differences(where string, is, want any) (list []string) {
	switch want := want.(type) {
	case map[string]any:
		is, ok := is.(map[string]any)
		if !ok {
			break
		}
		keys := maps.Clone(want)
		maps.Copy(keys, is)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			inside := key
			if where != "" {
				inside = where + "." + key
			}
			list = append(list, differences(inside, is[key], want[key])...)
		}
		return list
	case []any:
		is, ok := is.([]any)
		if !ok || len(is) != len(want) {
			break
		}
		for i := range want {
			list = append(list, differences(fmt.Sprintf("%s[%d]", where, i), is[i], want[i])...)
		}
		return list
	default:
		if is == want {
			return nil
		}
	}
	a, b := value(is), value(want)
	if _, words := want.(string); words && len(a) > maxValue {
		a, b = apart(a, b)
	}
	return []string{fmt.Sprintf("found %s = %s, expected %s, as the journal has it", where,
		text.Abridge(a, maxValue), text.Abridge(b, maxValue))}
}

const maxValue = 80 // characters

// apart quotes two texts from shortly before the place where they differ.
func apart(a, b string) (string, string) {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	n = max(0, n-20)
	for n > 0 && !(utf8.RuneStart(a[n]) && utf8.RuneStart(b[n])) {
		n--
	}
	return text.Quote(a[n:]), text.Quote(b[n:])
}

// value writes a value of JSON, those with parts in short.
func value(x any) string {
	switch x := x.(type) {
	case nil:
		return "nothing"
	case []any:
		return text.Count(len(x), "value")
	case map[string]any:
		return "an object"
	}
	data, _ := json.Marshal(x) // which was JSON
	return string(data)
}
