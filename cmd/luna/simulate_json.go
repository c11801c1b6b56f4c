package main

import "github.com/luna-rating/luna/cmd/luna/internal/studies/simulate"

// simulation is the JSON form of the simulated figures.
type simulation struct {
	Format  string            `json:"format"` // "luna-simulation"
	Version int               `json:"version"`
	Figures []simulatedFigure `json:"figures"`
}

type simulatedFigure struct {
	Figure  string           `json:"figure"`
	Title   string           `json:"title"`
	Variant string           `json:"variant"`
	Runs    int              `json:"runs"`
	Seed    uint64           `json:"seed"`
	Points  []simulatedPoint `json:"points"`
}

// simulatedPoint has errors of Smarts Ratings in points, as means over the runs.
type simulatedPoint struct {
	X         float64 `json:"x"`
	MeanError float64 `json:"mean_error"` // mean over the players
	MaxError  float64 `json:"max_error"`
}

func simulationOf(results []*simulate.Result) simulation {
	s := simulation{Format: "luna-simulation", Version: 1}
	for _, r := range results {
		f := simulatedFigure{Figure: r.Experiment.Figure, Title: r.Experiment.Title,
			Variant: r.Variant.Name, Runs: r.Runs, Seed: r.Seed}
		for _, p := range r.Points {
			f.Points = append(f.Points, simulatedPoint{p.X, p.Mean.Mean, p.Max.Mean})
		}
		s.Figures = append(s.Figures, f)
	}
	return s
}
