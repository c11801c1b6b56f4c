package contest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

// planRounds makes the schedule of a stage in which judges talk to entries, once.
func (c *contest) planRounds(ctx context.Context, stage loebner.Stage, entries []string) error {
	if _, planned := c.state.plans[stage.Name]; planned {
		return nil
	}
	setup := filepath.Join(c.dir, SetupFile)
	switch {
	case len(c.setup.Judges) == 0:
		return fileerr.New(setup, 0, "no judge", "at least one [[judge]], four by the rules")
	case len(c.setup.Confederates) == 0 && stage.How != loebner.Interviews:
		return fileerr.New(setup, 0, "no confederate",
			"at least one [[confederate]], four by the rules")
	}
	p := plan{Finalists: entries, Note: c.chosen}
	var err error
	if stage.How == loebner.Interviews || c.setup.Schedule == "" && (c.rules.Conversation.Rounds == 0 || len(c.setup.Judges) > maxJudges ||
		c.setup.Design != designSetup{}) {
		p.Rounds, err = c.design(stage, entries)
	} else {
		p.Rounds, err = c.schedule(ctx, len(entries))
	}
	if err != nil {
		return err
	}
	c.sayf("%s: %s, %s", stage.Name, entryCount(len(entries)), fileerr.Count(len(p.Rounds),
		"round"))
	return c.record(event{Kind: eventPlanned, Stage: stage.Name, Plan: &p})
}

// schedule returns the organiser's schedule if there is one, or the printed one of the rules if it is
// for so many people, or one that follows the matrix of the rules if this takes no more rounds than
// they allow, or else one of a new design.
func (c *contest) schedule(ctx context.Context, entries int) ([][]pair, error) {
	schedule, err := c.scheduled(ctx, entries)
	var rounds [][]pair
	for _, r := range schedule {
		var pairs []pair
		for _, t := range r.Triples {
			pairs = append(pairs, pair{t.Judge, t.Entry, t.Confederate})
		}
		rounds = append(rounds, pairs)
	}
	return rounds, err
}

// maxJudges is up to how many judges schedules are searched.
const maxJudges = 12

func (c *contest) scheduled(ctx context.Context, entries int) (loebner.Schedule, error) {
	judges, confederates := len(c.setup.Judges), len(c.setup.Confederates)
	if c.setup.Schedule != "" {
		return c.readSchedule(judges, entries, confederates)
	}
	if s, err := c.rules.Conversation.Printed(); err != nil || suits(s, judges, entries, confederates) {
		return s, err
	}
	constraints := loebner.Constraints{Seed: c.setup.Seed}
	if judges == confederates && entries <= judges {
		m := loebner.Square(judges)
		m.Entries = m.Entries[:entries]
		for i := range m.Cells {
			m.Cells[i] = m.Cells[i][:entries]
		}
		made, err := loebner.Make(ctx, m, constraints)
		if err == nil && (c.rules.Conversation.Rounds == 0 ||
			len(made.Schedule) <= c.rules.Conversation.Rounds) {
			return made.Schedule, checkSchedule(&m, made.Schedule)
		}
	}
	made, err := loebner.Design(ctx, judges, entries, confederates, constraints)
	if err != nil {
		return nil, err
	}
	return made.Schedule, checkSchedule(&made.Matrix, made.Schedule)
}

func checkSchedule(m *loebner.Matrix, s loebner.Schedule) error {
	if r := loebner.Check(m, s); !r.Valid {
		return fmt.Errorf("the schedule that was made is not valid: %+v", r)
	}
	return nil
}

// suits reports whether a schedule is one of so many judges, entries and confederates.
func suits(s loebner.Schedule, judges, entries, confederates int) bool {
	labels := make(map[string]bool)
	for _, r := range s {
		for _, t := range r.Triples {
			labels[t.Judge], labels[t.Entry], labels[t.Confederate] = true, true, true
		}
	}
	last := func(kind string, n int) bool {
		return labels[fmt.Sprint(kind, n)] && !labels[fmt.Sprint(kind, n+1)]
	}
	return last("J", judges) && last("E", entries) && last("C", confederates)
}

// readSchedule reads the organiser's own schedule, in which each judge meets each entry once.
func (c *contest) readSchedule(judges, entries, confederates int) (loebner.Schedule, error) {
	path := inFolder(c.dir, c.setup.Schedule)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := loebner.ReadSchedule(f, path)
	if err != nil {
		return nil, err
	}
	if r := loebner.Check(nil, s); !r.Valid {
		return nil, &fileerr.Error{File: path,
			Msg: fmt.Sprintf("found a schedule that is not valid: %s; 'turing loebner check' says more",
				r.Problems[0].Text)}
	}
	met := 0
	for _, r := range s {
		for _, t := range r.Triples {
			met++
			for _, x := range []struct {
				label string
				of    int
			}{{t.Judge, judges}, {t.Entry, entries}, {t.Confederate, confederates}} {
				if n := number(x.label); n < 1 || n > x.of {
					return nil, fileerr.New(path, 0, t.String(),
						fmt.Sprintf("J1 to J%d, E1 to E%d and "+
							"C1 to C%d", judges, entries, confederates))
				}
			}
		}
	}
	if met != judges*entries {
		return nil, fileerr.New(path, 0, fmt.Sprint(met, " comparisons"),
			fmt.Sprintf("%d, of %d judges with %d entries", judges*entries, judges, entries))
	}
	return s, nil
}

// number returns the number of a label such as J1, 0 if it has none.
func number(label string) int {
	if label == "" {
		return 0
	}
	n, err := strconv.Atoi(label[1:])
	if err != nil {
		return 0
	}
	return n
}

// interview holds the rounds in which judges question entries alone, and returns those that go on.
func (c *contest) interview(ctx context.Context, stage loebner.Stage, entries []string,
) ([]string, error) {
	if err := c.planRounds(ctx, stage, entries); err != nil {
		return nil, err
	}
	if err := c.holdPlanned(ctx, stage); err != nil {
		return nil, err
	}
	if err := c.requireBallots(stage); err != nil {
		return nil, err
	}
	return c.best(c.interviewed(stage), entries, stage.Keep), nil
}

// interviewed returns the mean of the points that each entry got when it was questioned alone.
func (c *contest) interviewed(stage loebner.Stage) map[string]float64 {
	sums, n := make(map[string]float64), make(map[string]float64)
	p := c.state.plans[stage.Name]
	for i, pairs := range p.Rounds {
		for _, x := range pairs {
			if b, ok := c.state.round(stage.Name, i+1).ballots[x.Judge]; ok {
				name := p.Finalists[number(x.Entry)-1]
				sums[name] += b.points()
				n[name]++
			}
		}
	}
	for name := range sums {
		sums[name] /= n[name]
	}
	return sums
}

// best returns the entries with the highest scores, the best first. Among equals, the one that was
// submitted first goes on: entries are in that order.
func (c *contest) best(scores map[string]float64, entries []string, keep int) []string {
	list := slices.Clone(entries)
	slices.SortStableFunc(list, func(a, b string) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	c.chosen = ""
	if keep > 0 && len(list) > keep {
		if scores[list[keep-1]] == scores[list[keep]] {
			c.chosen = fmt.Sprintf("%s and %s had equal scores; the one that was submitted first "+
				"went on",
				list[keep-1], list[keep])
			c.sayf("%s", c.chosen)
		}
		list = list[:keep]
	}
	// Labels follow the time of submission, not the score, which judges should not guess.
	slices.SortFunc(list, func(a, b string) int {
		return slices.Index(entries, a) - slices.Index(entries, b)
	})
	return list
}

func entryCount(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprint(n, " entries")
}
