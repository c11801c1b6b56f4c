package tradesim

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"strings"

	"github.com/luna-rating/luna/internal/parallel"
)

// Study is the result of comparing populations.
type Study struct {
	Name   string  `json:"study"`            // the name by which [Do] finds it
	Title  string  `json:"title"`            // what is compared
	Note   string  `json:"note"`             // what the numbers mean
	Rows   []Row   `json:"rows"`             // one per population
	Curves []Curve `json:"curves,omitempty"` // curves of the figure; nil for none
	XAxis  string  `json:"x,omitempty"`      // what X of the curves is
	YAxis  string  `json:"y,omitempty"`      // what the values of the curves are
}

// Row holds the numbers of a population. All rows of a study have values with the same names.
type Row struct {
	Name   string  `json:"name"` // name of the population
	Values []Value `json:"values"`
}

// Curve is a series of values over X.
type Curve struct {
	Name   string    `json:"name"` // name of what is drawn
	X      []float64 `json:"x"`    // in ascending order
	Values []Value   `json:"values"`
}

// studies are the studies that need no predictor, in the order of reports.
var studies = []struct {
	name string
	run  func(lab) (*Study, error)
}{
	{"beliefs", lab.beliefs},
	{"manipulation", lab.manipulation},
	{"start", lab.start},
	{"spread", lab.spread},
	{"spike", lab.spike},
	{"lmsr", lab.lmsr},
}

// Studies lists the names of studies.
func Studies() []string {
	var names []string
	for _, s := range studies {
		names = append(names, s.name)
	}
	return names
}

// Options are the settings of a study.
type Options struct {
	Games   int    // number of games per population, 1 to [MaxGames]
	Seed    uint64 // determines all random choices
	Workers int    // 0 means one per processor; results do not depend on it
}

// MaxGames bounds the number of games of a population.
const MaxGames = 1_000_000

// Do carries out a study.
func Do(ctx context.Context, name string, o Options) (*Study, error) {
	for _, s := range studies {
		if s.name == name {
			result, err := s.run(lab{ctx, o})
			if err != nil {
				return nil, err
			}
			result.Name = name
			return result, nil
		}
	}
	return nil, fmt.Errorf("the study is %q, known: %s", name, strings.Join(Studies(), ", "))
}

// lab plays games.
type lab struct {
	ctx     context.Context
	options Options
}

// block is how many games are kept in memory at a time.
const block = 32

// each returns the games of populations in order, games with the same number together. Nothing
// follows an error.
func (l lab) each(list ...Population) iter.Seq2[[]*run, error] {
	return func(yield func([]*run, error) bool) {
		for from := 0; from < l.options.Games; from += block {
			games, err := l.playBlock(from, list)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, runs := range games {
				if !yield(runs, nil) {
					return
				}
			}
		}
	}
}

// playBlock plays the games of a block, which begins at a number.
func (l lab) playBlock(from int, list []Population) ([][]*run, error) {
	workers := l.options.Workers
	if workers <= 0 {
		workers = defaultWorkers()
	}
	games := make([][]*run, min(block, l.options.Games-from))
	err := parallel.Do(l.ctx, workers, len(games), func(k int) error {
		games[k] = make([]*run, len(list))
		for j, p := range list {
			var err error
			if games[k][j], err = p.play(l.options.Seed, from+k); err != nil {
				return fmt.Errorf("population %s, game %d: %w", p.Name, from+k+1, err)
			}
		}
		return nil
	}, nil)
	return games, err
}

func defaultWorkers() int { return runtime.GOMAXPROCS(0) }
