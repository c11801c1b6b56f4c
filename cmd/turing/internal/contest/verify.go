package contest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"github.com/luna-rating/luna/internal/files"
)

// Verification says whether the journal, the logs and the results of a contest belong together.
type Verification struct {
	Valid bool `json:"valid"`
	Over  bool `json:"over"` // whether the contest is
	Chain      // of the journal
	Logs  int  `json:"logs"` // whose sums the journal has
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

// Verify checks the evidence of a contest in a folder: that each line of the journal follows the
// one before, that logs are those it speaks of, and that the results are those it makes.
func Verify(dir string) (*Verification, error) {
	c, err := prepare(dir, Options{})
	if err != nil {
		return nil, err
	}
	v := &Verification{Checked: []string{}, Faults: []Fault{}}
	in, err := files.Open(c.path(journalFile), "the journal of a contest")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	c.state, c.journal.chain, err = replay(in, c.path(journalFile), func(fault error) error {
		v.add(dir, fault)
		return nil
	})
	if err != nil {
		return nil, err
	}
	v.Chain, v.Logs, v.Over = c.journal.chain, len(c.recorded()), c.state.finished != nil
	if err := c.checkSetup(); err != nil {
		v.add(dir, err)
	}
	for _, fault := range c.changes() {
		v.add(dir, fault)
	}
	if v.Over {
		v.checkResults(c)
	}
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
	err := c.checkPlans()
	var x *Results
	if err == nil {
		x, err = c.results()
	}
	if err != nil {
		v.add(c.dir, err)
		return
	}
	c.seal(x)
	for _, o := range c.outputs(x) {
		v.Checked = append(v.Checked, o.name)
		if err := o.check(c.path(o.name)); err != nil {
			v.add(c.dir, err)
		}
	}
}

// check compares a file with what should be in it, and names the first line that differs.
func (o output) check(path string) error {
	var made bytes.Buffer
	if err := o.write(&made); err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return files.New(path, 0, "no such file", "results; 'turing loebner run' writes them")
	}
	is, want := bytes.Split(data, []byte("\n")), bytes.Split(made.Bytes(), []byte("\n"))
	for n, line := range want {
		if n == len(is) || !bytes.Equal(is[n], line) {
			return files.New(path, n+1, strconv.Quote(string(bytes.Join(is[n:min(n+1, len(is))], nil))),
				strconv.Quote(string(line))+", as the journal has it")
		}
	}
	if len(is) > len(want) {
		return files.New(path, len(want), "more lines", "the end")
	}
	return nil
}
