package simulate

import (
	"bytes"
	"context"
	"encoding/csv"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// written returns everything written about a result except the PNG, which takes long.
func written(t *testing.T, r *Result) string {
	t.Helper()
	var b bytes.Buffer
	for _, err := range []error{r.WriteCSV(&b), WriteTable(&b, r), r.figure().WriteSVG(&b)} {
		suite.OK(t, err)
	}
	return b.String()
}

//luna:race
func TestWorkersDoNotMatter(t *testing.T) {
	for _, figure := range []string{"3.1", "3.7"} {
		o := Options{Variant: Text(), Runs: 3, Seed: 9, Workers: 1}
		one := written(t, run(t, figure, o))
		o.Workers = 4
		if written(t, run(t, figure, o)) != one {
			t.Errorf("figure %s differs with four workers", figure)
		}
		o.Seed++
		if written(t, run(t, figure, o)) == one {
			t.Errorf("figure %s is the same with another seed", figure)
		}
	}
}

func TestSamePlayersInBothVariants(t *testing.T) {
	quiet, loud := Text(), Published()
	quiet.NoiseSD, loud.NoiseSD = 5, 5
	a, b := play(t, quiet, everybody(Random), 30, 2), play(t, loud, everybody(Honest), 30, 2)
	for p := range defaultPlayers {
		if a.Intelligence(p) != b.Intelligence(p) || a.players[p].games != b.players[p].games {
			t.Fatalf("player %d has intelligence %v after %d games, and %v after %d", p,
				a.Intelligence(p), a.players[p].games, b.Intelligence(p), b.players[p].games)
		}
	}
}

func TestEstimates(t *testing.T) {
	r := &Result{runs: [][]Errors{{{1, 5}}, {{4, 5}}, {{7, 5}}}}
	if e := r.estimate(func(list []Errors) float64 { return list[0].Mean }); e != (Estimate{4, 3}) {
		t.Errorf("%v, expected a mean of 4 and a deviation of 3", e)
	}
	single := run(t, "3.3", Options{Variant: Published(), Runs: 1})
	if p := single.Points[0]; !math.IsNaN(p.Mean.SD) || math.IsNaN(p.Mean.Mean) {
		t.Errorf("%v, expected a mean without deviation", p.Mean)
	}
	if text := written(t, single); strings.Contains(text, "NaN") ||
		!strings.Contains(text, "a single run") {
		t.Error("a single run is not described as such, or has NaN")
	}
}

func TestRefusals(t *testing.T) {
	e := suite.Must(FindExperiment("3.2"))(t)
	loud := Text()
	loud.NoiseSD = math.NaN()
	for want, o := range map[string]Options{
		"-1 runs found, expected 1 to 100000":        {Variant: Text(), Runs: -1},
		"0 runs found, expected 1 to 100000":         {},
		"-2 workers found, expected at least 1":      {Variant: Text(), Workers: -2},
		"standard deviation of guesses is NaN, a nu": {Variant: loud},
	} {
		if _, err := Run(t.Context(), e, o); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
	if _, err := Run(t.Context(), Experiment{}, Options{Variant: Text()}); err == nil {
		t.Error("an empty experiment was run")
	}
	for _, strategies := range [][]Strategy{nil, {Honest}, {Honest, nil},
		make([]Strategy, maxPlayers+1)} {
		if _, err := NewTournament(Text(), strategies, 1, "", 0); err == nil {
			t.Errorf("a tournament of %d strategies was made", len(strategies))
		}
	}
	if _, err := FindExperiment("3.9"); err == nil ||
		!strings.Contains(err.Error(), `"3.9"; known: 3.1, 3.2`) {
		t.Error(err)
	}
	if _, err := FindVariant("x"); err == nil ||
		err.Error() != `variant is "x"; known: published, text` {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, e, Options{Variant: Text()}); err != context.Canceled {
		t.Errorf("%v, expected context.Canceled", err)
	}
}

//luna:race
func TestFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	r := run(t, "3.7", Options{Variant: Text(), Runs: 2})
	d := suite.Must(Create(path, []Experiment{r.Experiment}, r.Variant))(t)
	defer d.Abort()
	suite.OK(t, d.Commit(r))
	contents := map[string][]byte{}
	for _, name := range fileNames("3.7", "text") {
		data, err := os.ReadFile(filepath.Join(path, name))
		contents[filepath.Ext(name)] = suite.Must(data, err)(t)
	}
	suite.Must(png.Decode(bytes.NewReader(contents[".png"])))(t)
	// The title is wrapped.
	for _, words := range []string{">SIMULATED, figure 3.7: Honest,", "Quantile Guessing<"} {
		if !bytes.Contains(contents[".svg"], []byte(words)) {
			t.Errorf("the figure's title lacks %q", words)
		}
	}
	if !bytes.Contains(contents[".txt"], []byte("mean error, 500 games honest")) {
		t.Errorf("a row is missing in the table:\n%s", contents[".txt"])
	}
	rows := suite.Must(csv.NewReader(bytes.NewReader(contents[".csv"])).ReadAll())(t)
	if len(rows) != 22 || rows[1][5] != "30" || rows[21][5] != "1000" || rows[1][1] != "text" {
		t.Errorf("rows %v", rows)
	}
	// Nothing is written if one of the files cannot be.
	taken := t.TempDir()
	suite.OK(t, os.Mkdir(filepath.Join(taken, "figure-3.7-text.csv"), 0o755))
	if _, err := Create(taken, []Experiment{r.Experiment}, r.Variant); err == nil {
		t.Error("no error for a folder in the place of a file")
	}
}
