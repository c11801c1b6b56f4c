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

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
)

// keptVersion is the version of the file of results. Raise it when the peers' errors change.
const keptVersion = 3

// kept is the file that -results names: the peers' root mean squared errors by split.
type kept struct {
	Version int    `json:"version"`
	Seed    uint64 `json:"seed"`
	// Errors are by data set with its digest and number rated, and by peer.
	Errors map[string]map[string][]float64 `json:"errors"`

	file string // "" for none
}

// readKept reads a file of results. Without a name or a file there are none yet.
func readKept(file string, seed uint64) (*kept, error) {
	k := &kept{Version: keptVersion, Seed: seed, Errors: make(map[string]map[string][]float64), file: file}
	data, err := os.ReadFile(file)
	if file == "" || errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err == nil {
		err = json.Unmarshal(data, k)
	}
	if err != nil {
		return nil, fmt.Errorf("-results: %s: %w", file, err)
	}
	if k.Version != keptVersion || k.Seed != seed {
		return nil, fmt.Errorf("-results: %s has version %d and seed %d, expected %d and %d; "+
			"name another file", file, k.Version, k.Seed, keptVersion, seed)
	}
	for key, peers := range k.Errors {
		if err := checkErrors(peers, splitsOf(peers)); err != nil {
			return nil, fmt.Errorf("-results: %s: %s: %w", file, key, err)
		}
	}
	return k, nil
}

// splitsOf returns the number of splits that the peers have errors of.
func splitsOf(peers map[string][]float64) int {
	for _, errs := range peers {
		return len(errs)
	}
	return 0
}

// checkErrors checks that each peer has errors of so many splits.
func checkErrors(peers map[string][]float64, splits int) error {
	if len(peers) == 0 {
		return errors.New("found no peer")
	}
	for _, name := range slices.Sorted(maps.Keys(peers)) {
		if errs := peers[name]; len(errs) != splits || slices.ContainsFunc(errs, math.IsNaN) {
			return fmt.Errorf("found errors %v of %s, expected %d numbers", errs, name, splits)
		}
	}
	return nil
}

// add adds the peers' errors on further splits and writes the file, if it has a name.
func (k *kept) add(key string, found map[string][]float64, splits int) error {
	if err := checkErrors(found, splits); err != nil {
		return fmt.Errorf("ratings.py: %w", err)
	}
	peers := k.Errors[key]
	if peers == nil {
		peers = make(map[string][]float64)
		k.Errors[key] = peers
	} else if !maps.EqualFunc(peers, found, func(_, _ []float64) bool { return true }) {
		return errors.New("ratings.py: found other peers than in -results; name another file")
	}
	for name, errs := range found {
		peers[name] = append(peers[name], errs...)
	}
	if k.file == "" {
		return nil
	}
	return atomicdir.WriteFile(k.file, func(w io.Writer) error { return files.WriteJSON(w, k) })
}
