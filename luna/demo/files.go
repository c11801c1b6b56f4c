package demo

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/sheet"
)

// The files of a demonstration's folder. Everything in them is synthetic.
const (
	reportFile  = "report.txt"  // the table that [result.WriteTable] writes
	pngFile     = "error.png"   // [result.Figure]
	svgFile     = "error.svg"   // the same as SVG
	playersFile = "players.csv" // one row per player
	guessesFile = "guesses.csv" // one row per guess of the machine
	gamesFile   = "games.jsonl" // one line per game, of all players
	// the examples that the machine learned from, in the native form of data sets
	examplesFile = "examples.jsonl"
)

// fileNames lists the files of a result.
func fileNames() []string {
	return []string{reportFile, pngFile, svgFile, playersFile, guessesFile, gamesFile, examplesFile}
}

// WriteFiles writes the [fileNames].
func (r *result) WriteFiles(dir *atomicdir.Dir) error {
	figure := r.Figure()
	examples := func(w io.Writer) error { return datasets.WriteJSONL(w, r.Examples()) }
	writers := []func(io.Writer) error{r.WriteTable, figure.WritePNG, figure.WriteSVG,
		r.writePlayersCSV, r.writeGuessesCSV, r.writeGames, examples}
	for i, name := range fileNames() {
		if err := dir.Write(name, writers[i]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// Examples returns the examples that the machine learned from, as a data set.
func (r *result) Examples() *datasets.Dataset {
	d := &datasets.Dataset{
		Name: r.Questions.Name, Synthetic: true, Questions: r.Questions.Questions,
		RatingNote: "Smarts Rating / 100, revealed at the end of a simulated Luna Game",
	}
	for _, g := range r.Guesses {
		d.Respondents = append(d.Respondents,
			datasets.Respondent{ID: string(g.Game), Responses: g.responses, Rating: g.Rating / 100})
	}
	return d
}

func (r *result) writePlayersCSV(w io.Writer) error {
	head := []string{"synthetic_player", "kind", "ability", "rating", "guesses", "games"}
	var rows [][]any
	for _, p := range r.Players {
		rows = append(rows, []any{p.Name, p.Kind, p.Ability, p.Rating, p.Guesses, p.Games})
	}
	return sheet.WriteRows(w, head, rows)
}

func (r *result) writeGuessesCSV(w io.Writer) error {
	head := []string{"number", "game", "synthetic_opponent", "kind", "ability", "rating",
		"guess", "running_mean", "untaught",
		"error", "running_mean_error", "constant_50_error", "untaught_error"}
	var rows [][]any
	for _, g := range r.Guesses {
		rows = append(rows, []any{g.Number, g.Game, g.Opponent, g.Kind, g.Ability, g.Rating, g.Guess,
			g.Mean, g.Untaught, g.Error(), g.MeanError(), g.MiddleError(), g.UntaughtError()})
	}
	return sheet.WriteRows(w, head, rows)
}

func (r *result) writeGames(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	head := map[string]any{"format": "luna-demo-games", "version": 1, "synthetic": true,
		"seed": r.Seed, "games": len(r.Games)}
	if err := e.Encode(head); err != nil {
		return err
	}
	for _, g := range r.Games {
		if err := e.Encode(g); err != nil {
			return err
		}
	}
	return nil
}
