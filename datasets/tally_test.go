package datasets_test

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/luna-rating/luna/datasets"
)

// A tally counts how the tables of a test are read. Its methods may be called at the same time.
type tally struct {
	tolerated []string // verdicts that do not fail one table, but may be limited for all
	mu        sync.Mutex
	counts    map[string]map[string]int      // by group and verdict
	tables    map[string]map[string][]string // by verdict and detail
}

// read reads a table in a test of its own. It returns the data set if the table is read rightly.
func (c *tally) read(
	t *testing.T, name string, table []byte, w *truth, groups ...string,
) *datasets.Dataset {
	t.Helper()
	d, err := datasets.ReadTable(bytes.NewReader(table), name, datasets.TableOptions{},
		datasets.Options{})
	kind, detail := w.judge(d, err)
	c.add(t, kind, detail, groups...)
	if kind == right {
		return d
	}
	if testing.Verbose() {
		t.Logf("%s\n%s", firstLines(table, 4), notes(d))
	}
	return nil
}

// open is read for a file below the folder of the cases. Some tables may be refused as well.
func (c *tally) open(t *testing.T, file string, w *truth, mayRefuse bool) *datasets.Dataset {
	t.Helper()
	sets, err := datasets.Open(filepath.Join("testdata/cases", file), datasets.Options{},
		datasets.Table(datasets.TableOptions{}))
	if err != nil && mayRefuse {
		t.Log(err)
		c.add(t, right, "")
		return nil
	}
	if err == nil && len(sets) > 1 {
		c.add(t, wrongAnswer, fmt.Sprintf("%d data sets", len(sets)))
		return nil
	}
	var d *datasets.Dataset
	if err == nil {
		d = sets[0]
	}
	kind, detail := w.judge(d, err)
	c.add(t, kind, detail)
	if kind == right {
		return d
	}
	if testing.Verbose() {
		t.Log(notes(d))
	}
	return nil
}

// add counts a table, and fails if it is read in a way that is not tolerated.
func (c *tally) add(t *testing.T, kind, detail string, groups ...string) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts, c.tables = map[string]map[string]int{}, map[string]map[string][]string{}
	}
	for _, g := range append(groups, "all") {
		if c.counts[g] == nil {
			c.counts[g] = map[string]int{}
		}
		c.counts[g][kind]++
	}
	if c.tables[kind] == nil {
		c.tables[kind] = map[string][]string{}
	}
	c.tables[kind][detail] = append(c.tables[kind][detail], t.Name())
	switch {
	case kind == right:
	case slices.Contains(c.tolerated, kind):
		t.Logf("%s: %s", kind, detail)
	default:
		t.Errorf("%s: %s", kind, detail)
	}
}

// limit fails if more than a number of tables are read in a tolerated way.
func (c *tally) limit(t *testing.T, most int, kind string) {
	t.Helper()
	n := c.counts["all"][kind]
	if n <= most {
		return
	}
	var lines []string
	for detail, tables := range c.tables[kind] {
		lines = append(lines, fmt.Sprintf("%s (%d): %s", slices.Min(tables), len(tables), detail))
	}
	slices.Sort(lines)
	t.Errorf("%s: %d tables, expected at most %d\n%s", kind, n, most, strings.Join(lines, "\n"))
}

// atLeast fails if all tables were read, but fewer than a number of them are right.
func (c *tally) atLeast(t *testing.T, least, all int) {
	t.Helper()
	tables := 0
	for _, n := range c.counts["all"] {
		tables += n
	}
	if got := c.counts["all"][right]; tables == all && got < least {
		t.Errorf("right: %d tables of %d, expected at least %d", got, all, least)
	}
}

// String returns the counts of each group, as a table.
func (c *tally) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	used := slices.DeleteFunc(slices.Clone(verdicts),
		func(v string) bool { return c.counts["all"][v] == 0 })
	fmt.Fprintf(w, "\t%s\t\n", strings.Join(used, "\t"))
	groups := slices.Sorted(maps.Keys(c.counts))
	for _, g := range append(slices.DeleteFunc(groups, func(g string) bool { return g == "all" }),
		"all") {
		fmt.Fprint(w, g, "\t")
		for _, v := range used {
			fmt.Fprint(w, c.counts[g][v], "\t")
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	return b.String()
}

func notes(d *datasets.Dataset) string {
	if d == nil {
		return ""
	}
	return strings.Join(slices.Concat(d.Notes, d.Warnings), "\n")
}

func firstLines(table []byte, n int) string {
	lines := strings.SplitN(string(table), "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}
