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
	"github.com/luna-rating/luna/internal/jsonfile"
)

// resultsVersion is the version of the file of results. Raise it when the peers' errors change.
const resultsVersion = 1

// results is the file that -results names.
type results struct {
	Version  int       `json:"version"`
	Seed     uint64    `json:"seed"`
	Datasets []*result `json:"datasets"`
}

// result holds the root mean squared errors on one data set by split.
type result struct {
	Name        string               `json:"name"`
	SHA256      string               `json:"sha256"` // [datasets.Digest]
	Respondents int                  `json:"respondents"`
	Questions   int                  `json:"questions"`
	Peers       map[string][]float64 `json:"peers"`
	CBG         []float64            `json:"cbg"`
	AUTO        []float64            `json:"auto"`
	Coverage    *float64             `json:"coverage"` // of AUTO's 90% intervals

	drawRatios []float64 // AUTO / peer of each draw, if these are results on draws
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
	splits := r.peerSplits()
	for name, errs := range r.Peers {
		if len(errs) != splits {
			return fmt.Errorf("%s: found %d splits of the peer %s, expected %d as of the others",
				r.Name, len(errs), name, splits)
		}
	}
	if len(r.CBG) != len(r.AUTO) {
		return fmt.Errorf("%s: found %d splits of CBG and %d of AUTO, expected as many",
			r.Name, len(r.CBG), len(r.AUTO))
	}
	return nil
}

// write writes the file of results, if it has a name.
func (k *results) write(file string) error {
	if file == "" {
		return nil
	}
	return atomicdir.WriteFile(file, func(w io.Writer) error { return jsonfile.Write(w, k) })
}

// of returns the result on a data set: an empty one if there is none or if the data have changed.
func (k *results) of(set *datasets.Dataset) *result {
	r := &result{Name: set.Name, SHA256: datasets.Digest(set),
		Respondents: len(set.Respondents), Questions: len(set.Questions)}
	i := slices.IndexFunc(k.Datasets, func(x *result) bool { return x.Name == r.Name })
	switch {
	case i < 0:
		k.Datasets = append(k.Datasets, r)
	case k.Datasets[i].SHA256 == r.SHA256:
		return k.Datasets[i]
	default:
		k.Datasets[i] = r
	}
	return r
}

// peerSplits returns the number of splits that the peers have errors of.
func (r *result) peerSplits() int {
	for _, errs := range r.Peers {
		return len(errs)
	}
	return 0
}

// addPeers adds the peers' errors on further splits.
func (r *result) addPeers(found map[string][]float64, splits int) error {
	if len(found) == 0 {
		return errors.New("ridge.py: found no peer")
	}
	for name, errs := range found {
		if len(errs) != splits || slices.ContainsFunc(errs, math.IsNaN) {
			return fmt.Errorf("ridge.py: found errors %v of %s, expected %d numbers",
				errs, name, splits)
		}
	}
	if r.Peers != nil && !slices.Equal(slices.Sorted(maps.Keys(r.Peers)),
		slices.Sorted(maps.Keys(found))) {
		return errors.New("ridge.py: found other peers than in -results; name another file")
	}
	if r.Peers == nil {
		r.Peers = make(map[string][]float64)
	}
	for name, errs := range found {
		r.Peers[name] = append(r.Peers[name], errs...)
	}
	return nil
}

// best returns the peer with the least mean error over the first splits, "" without peers.
func (r *result) best(splits int) (name string, rmse float64) {
	for _, peer := range slices.Sorted(maps.Keys(r.Peers)) {
		if m := mean(r.Peers[peer][:splits]); name == "" || m < rmse {
			name, rmse = peer, m
		}
	}
	return name, rmse
}

// ratio returns the ratio of AUTO's mean error to that of the best peer, if both sides ran.
func (r *result) ratio() (ratio float64, ok bool) {
	n := r.splits()
	if name, peer := r.best(n); name != "" && len(r.AUTO) > 0 {
		return mean(r.AUTO[:n]) / peer, true
	}
	return 0, false
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
