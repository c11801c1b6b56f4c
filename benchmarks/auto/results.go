package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
)

// resultsVersion is the version of the file of results. Raise it when the peers' errors change.
const resultsVersion = 2

// results is the file that -results names.
type results struct {
	Version  int       `json:"version"`
	Seed     uint64    `json:"seed"`
	Datasets []*result `json:"datasets"`
}

// result holds what was measured on one data set.
type result struct {
	Name        string  `json:"name"`
	SHA256      string  `json:"sha256"` // [datasets.Digest]
	Respondents int     `json:"respondents"`
	Questions   int     `json:"questions"`
	Cells       []*cell `json:"cells"` // by the number rated

	sizes []int // of the cells that are asked for
}

// cell holds the root mean squared errors by split for one number of respondents to learn from.
type cell struct {
	Rated int                  `json:"rated"` // that number
	Peers map[string][]float64 `json:"peers"`
	CBG   []float64            `json:"cbg"`
	AUTO  map[string]*learned  `json:"auto"` // by what it learns from
}

// learned holds AUTO's errors by split.
type learned struct {
	RMSE     []float64 `json:"rmse"`
	Coverage *float64  `json:"coverage"` // of the 90% intervals
}

// readResults reads a file of results. Without a name or a file there are none yet.
func readResults(file string, seed uint64) (*results, error) {
	none := &results{Version: resultsVersion, Seed: seed}
	data, err := os.ReadFile(file)
	if file == "" || errors.Is(err, fs.ErrNotExist) {
		return none, nil
	}
	if err != nil {
		return nil, err
	}
	var found results
	if err := json.Unmarshal(data, &found); err != nil {
		return nil, fmt.Errorf("-results: %s: %w", file, err)
	}
	if found.Version != resultsVersion || found.Seed != seed {
		return nil, fmt.Errorf("-results: %s has version %d and seed %d, expected %d and %d; "+
			"name another file", file, found.Version, found.Seed, resultsVersion, seed)
	}
	for _, r := range found.Datasets {
		if err := r.validate(); err != nil {
			return nil, fmt.Errorf("-results: %s: %w", file, err)
		}
	}
	return &found, nil
}

// validate checks what the rest of the program relies on.
func (r *result) validate() error {
	if r == nil || r.Name == "" {
		return errors.New("found a data set without a name")
	}
	for i, c := range r.Cells {
		if c == nil || i > 0 && c.Rated <= r.Cells[i-1].Rated {
			return fmt.Errorf("%s: found cells out of order, expected them by the number rated", r.Name)
		}
		splits := c.peerSplits()
		for name, errs := range c.Peers {
			if len(errs) != splits {
				return fmt.Errorf("%s: found %d splits of the peer %s, expected %d as of the others",
					r.Name, len(errs), name, splits)
			}
		}
		for learn, a := range c.AUTO {
			if a == nil || len(a.RMSE) == 0 || len(c.CBG) == 0 {
				return fmt.Errorf("%s: found no errors of AUTO from %s or of CBG", r.Name, learn)
			}
		}
	}
	return nil
}

// write writes the file of results, if it has a name.
func (k *results) write(file string) error {
	if file == "" {
		return nil
	}
	return atomicdir.WriteFile(file, func(w io.Writer) error { return files.WriteJSON(w, k) })
}

// of returns the result on a data set: an empty one if there is none or if the data have changed.
func (k *results) of(set *datasets.Dataset, sizes []int) *result {
	r := &result{Name: set.Name, SHA256: datasets.Digest(set),
		Respondents: len(set.Respondents), Questions: len(set.Questions)}
	i := slices.IndexFunc(k.Datasets, func(x *result) bool { return x.Name == r.Name })
	switch {
	case i < 0:
		k.Datasets = append(k.Datasets, r)
	case k.Datasets[i].SHA256 == r.SHA256:
		r = k.Datasets[i]
	default:
		k.Datasets[i] = r
	}
	r.sizes = sizes
	return r
}

// at returns the cell for a number of rated respondents, an empty one if there is none.
func (r *result) at(rated int) *cell {
	i, ok := slices.BinarySearchFunc(r.Cells, rated, func(c *cell, n int) int { return c.Rated - n })
	if !ok {
		r.Cells = slices.Insert(r.Cells, i, &cell{Rated: rated})
	}
	return r.Cells[i]
}

// peerSplits returns the number of splits that the peers have errors of.
func (c *cell) peerSplits() int {
	for _, errs := range c.Peers {
		return len(errs)
	}
	return 0
}

// addPeers adds the peers' errors on further splits.
func (c *cell) addPeers(found map[string][]float64, splits int) error {
	if len(found) == 0 {
		return errors.New("ratings.py: found no peer")
	}
	for name, errs := range found {
		if len(errs) != splits || slices.ContainsFunc(errs, math.IsNaN) {
			return fmt.Errorf("ratings.py: found errors %v of %s, expected %d numbers",
				errs, name, splits)
		}
	}
	if c.Peers == nil {
		c.Peers = make(map[string][]float64)
	} else if !maps.EqualFunc(c.Peers, found, func(_, _ []float64) bool { return true }) {
		return errors.New("ratings.py: found other peers than in -results; name another file")
	}
	for name, errs := range found {
		c.Peers[name] = append(c.Peers[name], errs...)
	}
	return nil
}

// best returns the peer with the least mean error over the first splits, "" without peers.
func (c *cell) best(splits int) (name string, rmse float64) {
	for _, peer := range slices.Sorted(maps.Keys(c.Peers)) {
		if m := mean(c.Peers[peer][:splits]); name == "" || m < rmse {
			name, rmse = peer, m
		}
	}
	return name, rmse
}

// splits returns the number of splits for which all that ran have errors.
func (c *cell) splits() int {
	n := math.MaxInt
	for _, a := range c.AUTO {
		n = min(n, len(a.RMSE), len(c.CBG))
	}
	if c.Peers != nil {
		n = min(n, c.peerSplits())
	}
	if n == math.MaxInt {
		return 0
	}
	return n
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
