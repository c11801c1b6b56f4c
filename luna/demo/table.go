package demo

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// subject describes the demonstration in one line.
func (r *result) subject() string {
	people := 0
	for _, p := range r.Players {
		if p.Kind == aPerson {
			people++
		}
	}
	how := "in process, one after the other"
	if r.Server {
		how = "over HTTP, many at a time"
	}
	return fmt.Sprintf("%d simulated people, two bots and a machine player: %d games, %d of "+
		"them the machine's, %s; seed %d",
		people, len(r.Games), r.MachineGames, how, r.Seed)
}

// WriteTable writes the players with abilities and ratings, the errors of the machine's guesses by
// their number, and a summary.
func (r *result) WriteTable(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "SYNTHETIC demonstration of the Luna Rating System\n%s\n\n", r.subject())
	r.writePlayers(b)
	r.writeErrors(b)
	r.writeSummary(b)
	return b.Flush()
}

func (r *result) writePlayers(b *bufio.Writer) {
	list := slices.Clone(r.Players)
	slices.SortStableFunc(list, func(p, q outcome) int { return cmp.Compare(q.Ability, p.Ability) })
	fmt.Fprintf(b, "%-16s %-14s %8s %8s %8s %6s\n", "player", "kind", "ability", "rating",
		"guesses", "games")
	for _, p := range list {
		fmt.Fprintf(b, "%-16s %-14s %8.1f %8s %8d %6d\n", p.Name, p.Kind, p.Ability,
			number(p.Rating, 1), p.Guesses, p.Games)
	}
	fmt.Fprintf(b, "ability: 100 × the expected quality of the player's answers\n"+
		"rating: the mean of people's guesses about the player\n\n")
}

func (r *result) writeErrors(b *bufio.Writer) {
	fmt.Fprintf(b, "mean distance between guess and rating, in the machine's games with rated opponents\n")
	fmt.Fprintf(b, "%-16s %5s %9s %13s %12s %9s\n", "guesses", "n", "machine", "mean so far",
		"constant 50", "untrained")
	step := r.step()
	for from := 1; from <= len(r.Guesses); from += step {
		r.writeRow(b, fmt.Sprintf("%d-%d", from, min(from+step-1, len(r.Guesses))),
			r.Errors(from, from+step-1))
	}
	r.writeRow(b, "all", r.Errors(1, len(r.Guesses)))
	fmt.Fprintf(b, "mean so far: the mean of the ratings revealed before (the constant best guess, "+
		"CBG)\nuntrained: what the machine would guess if it had learned nothing\n\n")
}

func (r *result) writeRow(b *bufio.Writer, name string, e meanErrors) {
	fmt.Fprintf(b, "%-16s %5d %9s %13s %12s %9s\n", name, e.N, number(e.Machine, 1),
		number(e.Mean, 1), number(e.Middle, 1), number(e.Untaught, 1))
}

// step is the number of games per row: ten, or enough for about thirty rows.
func (r *result) step() int {
	step := 10
	for _, factor := range []int{2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if len(r.Guesses) > 40*step {
			step = 10 * factor
		}
	}
	return step
}

func (r *result) writeSummary(b *bufio.Writer) {
	first := r.Errors(1, 10)
	fmt.Fprintf(b, "The machine's first %d guesses were off by %s points on average. Untrained, it "+
		"would have been\noff by %s; a constant 50 by %s.\n", first.N, number(first.Machine, 1),
		number(first.Untaught, 1), number(first.Middle, 1))
	if late := r.Errors(200, 300); late.N > 0 {
		fmt.Fprintf(b, "Its guesses 200 to 300 were off by %s, and the mean so far by %s: %s %% of "+
			"that.\n", number(late.Machine, 1), number(late.Mean, 1),
			number(100*late.Machine/late.Mean, 0))
	}
	fmt.Fprintf(b, "Ratings and abilities have a rank correlation (Spearman) of %s over all players",
		number(r.Spearman, 3))
	if !math.IsNaN(r.SpearmanAt300) {
		fmt.Fprintf(b, "; it was\n%s after the first %d games", number(r.SpearmanAt300, 3), enough)
	}
	fmt.Fprintf(b, ".\n")
}

// number formats x with some decimals, NaN as a dash.
func number(x float64, decimals int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.*f", decimals, x)
}
