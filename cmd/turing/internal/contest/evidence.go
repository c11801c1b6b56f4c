package contest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Chain is what the lines of a journal come to. Each line has the SHA-256 of the one before, its
// end included, so that a line cannot change without all that follow. Journals of earlier versions
// begin with lines that have none.
type Chain struct {
	Lines int    `json:"lines"`
	Sum   string `json:"sum"` // SHA-256 of the last line
	// From is the first line with the sum of what is before it, 0 if there is none.
	From int `json:"chained_from"`

	sums []string // of all lines
	size int64    // in bytes
}

// take adds a line that names prev as the sum before it, and says what is wrong with that.
func (c *Chain) take(line []byte, prev, path string) error {
	before := c.Sum
	c.Lines++
	c.size += int64(len(line))
	c.Sum = sumOf(line)
	c.sums = append(c.sums, c.Sum)
	switch {
	case prev == "" && c.From == 0:
		return nil
	case c.From == 0:
		c.From = c.Lines
	}
	switch prev {
	case before:
		return nil
	case "":
		return files.New(path, c.Lines, "a line without the sum of the one before", "prev = "+short(before))
	}
	return files.New(path, c.Lines-1, "a line with the sum "+short(before), short(prev)+
		fmt.Sprintf(", as line %d says: it was changed, or lines after it were added or removed", c.Lines))
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// short writes the first half of a sum in groups, for people to compare.
func short(sum string) string {
	groups := ""
	for i := 0; i+4 <= min(32, len(sum)); i += 4 {
		groups += " " + sum[i:i+4]
	}
	return groups[min(1, len(groups)):]
}

// Evidence shows whether anything of a contest was changed after its end.
type Evidence struct {
	Chain                   // of the journal, whose last line has the sums of all logs
	Setup string            `json:"setup"` // the digest of the description, as the first line has it
	Seed  string            `json:"seed"`  // from which places were drawn
	Logs  map[string]string `json:"logs"`  // SHA-256 by path
}

// Short writes the sum for people to compare.
func (c Chain) Short() string { return short(c.Sum) }

// evidence returns the evidence of a contest that is over.
func (c *contest) evidence() Evidence {
	return Evidence{c.journal.chain, c.state.begun.Digest, strconv.FormatUint(c.setup.Seed, 10), c.recorded()}
}

// recorded returns the sums of logs that the journal has.
func (c *contest) recorded() map[string]string {
	sums := make(map[string]string)
	for _, r := range c.state.rounds {
		maps.Copy(sums, r.sums)
	}
	maps.Copy(sums, c.state.sums)
	return sums
}

// sign adds the sums of logs to the events after which they do not change.
func (c *contest) sign(e *event) error {
	file := map[string]string{eventHeld: blindFile, eventFinished: logFile}[e.Kind]
	if file == "" {
		return nil
	}
	e.Sums = make(map[string]string)
	for _, stage := range c.rules.Stages {
		for t := range c.tables(stage) {
			if e.Kind == eventHeld && (e.Stage != stage.Name || e.Round != t.number) {
				continue
			}
			data, err := os.ReadFile(t.folder(file))
			if err == nil {
				e.Sums[t.inside(file)] = sumOf(data)
			} else if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// changedLogs lists what is wrong with the logs.
func (c *contest) changedLogs() (list []*files.Error) {
	sums := c.recorded()
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		data, err := os.ReadFile(c.path(name))
		found := "a log with the sum " + short(sumOf(data))
		if err != nil {
			found = "no such file"
		} else if sumOf(data) == sums[name] {
			continue
		}
		list = append(list, files.New(c.path(name), 0, found, "a log with "+short(sums[name])+", as the journal says"))
	}
	return list
}

// changes lists what differs from what the journal and the results say: the journal itself, unless
// it goes on from that of the results, and logs.
func (c *contest) changes() (list []*files.Error) {
	j, old := c.journal.chain, c.published()
	if old != nil && (old.Lines < 1 || old.Lines > j.Lines || j.sums[old.Lines-1] != old.Sum) {
		list = append(list, files.New(c.path(journalFile), 0, fmt.Sprintf("%d lines with the sum %s", j.Lines,
			j.Short()), fmt.Sprintf("%d with %s, as %s says", old.Lines, old.Short(), resultsFile)))
	}
	return append(list, c.changedLogs()...)
}

// checkEvidence refuses to go on from what was changed after the end.
func (c *contest) checkEvidence() error {
	if list := c.changes(); c.published() != nil && len(list) > 0 {
		list[0].Msg += "; restore it from a copy; 'turing loebner verify' says more"
		return list[0]
	}
	return nil
}

// published returns the evidence in the results, nil if there is none.
func (c *contest) published() *Evidence {
	var x struct {
		Evidence *Evidence `json:"evidence"`
	}
	data, err := os.ReadFile(c.path(resultsFile))
	if err != nil || json.Unmarshal(data, &x) != nil {
		return nil
	}
	return x.Evidence
}

// checkPlans checks that the rounds of the journal are of those who take part.
func (c *contest) checkPlans() error {
	for stage, p := range c.state.plans {
		is := func(label, kind string, most int) bool {
			return number(label) >= 1 && number(label) <= most && label[:1] == kind
		}
		for _, name := range p.Finalists {
			if !slices.ContainsFunc(c.setup.Entries, func(e entrySetup) bool { return e.Name == name }) {
				return files.New(c.path(journalFile), 0, text.Quote(name)+" in "+stage, "those who take part")
			}
		}
		for _, x := range slices.Concat(p.Rounds...) {
			if !is(x.Judge, "J", len(c.setup.Judges)) || x.Entry+x.Confederate == "" ||
				x.Entry != "" && !is(x.Entry, "E", len(p.Finalists)) ||
				x.Confederate != "" && !is(x.Confederate, "C", len(c.setup.Confederates)) {
				return files.New(c.path(journalFile), 0, fmt.Sprintf("%q in %s", x, stage), "those who take part")
			}
		}
	}
	return nil
}

// path returns the path of a file of the contest's folder.
func (c *contest) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }
