package loebner

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// Rating says how [Rate] rates.
type Rating struct {
	// Prior is the number of comparisons with a participant of strength 0, half of them won, that are
	// added for each participant; 0 stands for 1.
	Prior float64 // the weight of the penalty
	// Points takes the share of the points instead of the party that was named.
	Points bool
	// Ranks add a comparison for each pair that a judge ranked, with weight 2/n for n ranks: they
	// follow from n-1 decisions.
	Ranks []Rank
}

// Ratings are estimates beyond the rules.
type Ratings struct {
	Comparisons int     `json:"comparisons"` // ballots
	Derived     int     `json:"derived"`     // pairs from ranks
	Prior       float64 `json:"prior"`       // the weight of the penalty
	// Finite reports whether the estimates without penalty are finite. If not, Groups lists who won
	// over whom in every comparison, the stronger groups first.
	Finite       bool          `json:"finite"`
	Groups       [][]string    `json:"groups"`
	Participants []Participant `json:"participants"` // the strongest first
	Judges       []Strictness  `json:"judges"`
	// Winner is the entry with the greatest total, empty if several have it.
	Winner string `json:"winner"`
	// Luck is the probability that some entry gets the greatest total or more if all entries are
	// equal: namings fall on the ballots at random.
	Luck float64 `json:"luck"`
	// SilverLuck is the probability that some entry is named by as many judges as the silver medal
	// asks for if judges cannot tell at all.
	SilverLuck float64 `json:"silver_luck"`
}

// Participant is the rating of an entry or a confederate.
type Participant struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // "entry" or "confederate"
	Won  int    `json:"won"`  // ballots on which it was named
	Of   int    `json:"of"`   // ballots of the judge
	// Strength is the estimate in log-odds with its 95% interval by profile likelihood, both with the
	// penalty.
	Strength float64 `json:"strength"`
	Low      float64 `json:"low"`  // the lower end of the interval
	High     float64 `json:"high"` // the upper end
	// Named is the probability that an entry is named rather than a confederate of mean strength.
	Named *float64 `json:"named,omitempty"`
	// Best is the probability that an entry is the one that judges name most often.
	Best *float64 `json:"best,omitempty"`
}

// Strictness compares a judge with what the ratings predict.
type Strictness struct {
	Judge string `json:"judge"`
	Named int    `json:"named"` // ballots on which the judge named an entry
	Of    int    `json:"of"`    // ballots of the judge
	// Expected is how many it would be by the ratings.
	Expected float64 `json:"expected"`
	// Strictness is by how much entries are weaker for this judge than for all, in log-odds, with the
	// same penalty; positive is strict.
	Strictness float64 `json:"strictness"`
}

// Limits of [Rate].
const (
	maxRated = 100
	minPrior = 1e-6
	maxPrior = 1e6
)

// Rate rates entries and confederates by the model of Bradley and Terry. Ballots may come from
// several contests; the same name is the same participant.
func Rate(r Rules, ballots []Ballot, o Rating) (*Ratings, error) {
	if o.Prior == 0 {
		o.Prior = 1
	}
	switch {
	case !(o.Prior >= minPrior && o.Prior <= maxPrior):
		return nil, fmt.Errorf("found a prior of %v, expected from %v to %v", o.Prior, minPrior, maxPrior)
	case len(ballots) == 0:
		return nil, fmt.Errorf("found no ballots, expected one for each comparison")
	case o.Points && r.Judging.Format != Points:
		return nil, fmt.Errorf("found no points on the ballots: by the rules of %s judges name the human",
			r.Name)
	}
	rt := rater{rules: r, ballots: ballots, options: o, index: make(map[string]int)}
	if err := rt.collect(); err != nil {
		return nil, err
	}
	return rt.rate()
}

type rater struct {
	rules    Rules
	ballots  []Ballot
	options  Rating
	index    map[string]int
	names    []string
	entries  int // the first ones of names
	won, of  []int
	model    bradleyTerry
	strength []float64
}

// collect numbers the participants, entries first, and makes comparisons.
func (r *rater) collect() error {
	r.names = distinct(r.ballots, func(b Ballot) string { return b.Entry })
	r.entries = len(r.names)
	r.names = append(r.names, distinct(r.ballots, func(b Ballot) string { return b.Confederate })...)
	for i, name := range r.names {
		if _, again := r.index[name]; again {
			return fmt.Errorf("found %s as entry and as confederate, expected different names", name)
		}
		r.index[name] = i
	}
	if len(r.names) > maxRated {
		return fmt.Errorf("found %d entries and confederates, expected at most %d", len(r.names), maxRated)
	}
	r.won, r.of = make([]int, len(r.names)), make([]int, len(r.names))
	r.model = bradleyTerry{n: len(r.names), prior: r.options.Prior}
	for _, b := range r.ballots {
		e, c := r.index[b.Entry], r.index[b.Confederate]
		share := 0.0
		r.of[e]++
		r.of[c]++
		if b.Named == NamedEntry {
			share = 1
			r.won[e]++
		} else {
			r.won[c]++
		}
		if r.options.Points {
			share = float64(b.Points) / float64(r.rules.Judging.Points)
		}
		r.model.contrasts = append(r.model.contrasts, contrast{e, c, share, 1})
	}
	return r.collectRanks()
}

// collectRanks adds the comparisons that follow from ranks.
func (r *rater) collectRanks() error {
	byJudge := make(map[string][]Rank)
	for _, k := range r.options.Ranks {
		if _, known := r.index[k.Participant]; !known {
			return k.errorf("participant "+k.Participant, "one who is on a ballot")
		}
		byJudge[k.Judge] = append(byJudge[k.Judge], k)
	}
	for _, judge := range distinct(r.options.Ranks, func(k Rank) string { return k.Judge }) {
		ranks := byJudge[judge]
		if len(ranks) > maxRated {
			return ranks[maxRated].errorf("another rank of "+judge, fmt.Sprintf("at most %d", maxRated))
		}
		for i, a := range ranks {
			for _, b := range ranks[:i] {
				if a.Participant == b.Participant || a.Rank == b.Rank {
					return a.errorf(fmt.Sprintf("rank %d of %s by %s besides rank %d of %s", a.Rank,
						a.Participant, judge, b.Rank, b.Participant), "each rank and participant once")
				}
				share := 0.0
				if a.Rank < b.Rank {
					share = 1
				}
				r.model.contrasts = append(r.model.contrasts, contrast{r.index[a.Participant],
					r.index[b.Participant], share, 2 / float64(len(ranks))})
			}
		}
	}
	return nil
}

func (r *rater) rate() (*Ratings, error) {
	var err error
	r.strength, err = r.model.fit(make([]float64, len(r.names)), -1)
	if err != nil {
		return nil, err
	}
	out := &Ratings{Comparisons: len(r.ballots), Derived: len(r.model.contrasts) - len(r.ballots),
		Prior: r.options.Prior, Groups: [][]string{}}
	components := r.model.components()
	out.Finite = len(components) == 1
	if !out.Finite {
		for _, c := range components {
			var group []string
			for _, i := range c {
				group = append(group, r.names[i])
			}
			out.Groups = append(out.Groups, group)
		}
	}
	mean := 0.0
	for _, s := range r.strength[r.entries:] {
		mean += s / float64(len(r.names)-r.entries)
	}
	best := chanceBest(r.won[:r.entries], r.of[:r.entries])
	for i, name := range r.names {
		p := Participant{Name: name, Kind: "confederate", Won: r.won[i], Of: r.of[i],
			Strength: r.strength[i]}
		if p.Low, p.High, err = r.model.interval(r.strength, i); err != nil {
			return nil, err
		}
		if i < r.entries {
			named := logistic(r.strength[i] - mean)
			p.Kind, p.Named, p.Best = "entry", &named, &best[i]
		}
		out.Participants = append(out.Participants, p)
	}
	slices.SortStableFunc(out.Participants, func(a, b Participant) int {
		return cmp.Compare(b.Strength, a.Strength)
	})
	r.judges(out)
	r.luck(out)
	return out, nil
}

// judges compares each judge with the ratings.
func (r *rater) judges(out *Ratings) {
	for _, judge := range distinct(r.ballots, func(b Ballot) string { return b.Judge }) {
		s := Strictness{Judge: judge}
		var gaps []float64
		for _, b := range r.ballots {
			if b.Judge != judge {
				continue
			}
			s.Of++
			if b.Named == NamedEntry {
				s.Named++
			}
			gaps = append(gaps, r.strength[r.index[b.Entry]]-r.strength[r.index[b.Confederate]])
		}
		for _, g := range gaps {
			s.Expected += logistic(g)
		}
		s.Strictness = strictness(gaps, s.Named, r.options.Prior)
		out.Judges = append(out.Judges, s)
	}
}

// strictness returns the s with Σσ(gap-s) + prior·(σ(-s)-1/2) = named, by bisection: the left side
// falls with s.
func strictness(gaps []float64, named int, prior float64) float64 {
	low, high := -100.0, 100.0
	for range 100 {
		s := (low + high) / 2
		sum := prior * (logistic(-s) - 0.5)
		for _, g := range gaps {
			sum += logistic(g - s)
		}
		if sum > float64(named) {
			low = s
		} else {
			high = s
		}
	}
	return (low + high) / 2
}

// luck says what the totals could be by chance.
func (r *rater) luck(out *Ratings) {
	totals, of := r.won[:r.entries], r.of[:r.entries]
	named, most := 0, 0
	for i, t := range totals {
		named += t
		switch {
		case t > most || i == 0:
			most, out.Winner = t, r.names[i]
		case t == most:
			out.Winner = ""
		}
	}
	out.Luck = luckOfTotal(of, named, most)
	if n := r.rules.Silver.Judges; n > 0 {
		out.SilverLuck = luckOfSilver(of, n)
	}
}

// WriteText writes the ratings for people.
func (r *Ratings) WriteText(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Bradley-Terry strengths in log-odds from %d ballots", r.Comparisons)
	if r.Derived > 0 {
		fmt.Fprintf(&b, " and %d pairs of ranks", r.Derived)
	}
	fmt.Fprintf(&b,
		",\nwith 95%% intervals by profile likelihood and a prior of %g comparisons:\n\n", r.Prior)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "name\tnamed\tstrength\t95% interval\tagainst a mean human\tbest entry\t")
	for _, p := range r.Participants {
		fmt.Fprintf(t, "%s\t%d of %d\t%.2f\t[%.2f, %.2f]\t%s\t%s\t\n", p.Name, p.Won, p.Of, p.Strength,
			p.Low, p.High, percent(p.Named), percent(p.Best))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if !r.Finite {
		words := make([]string, len(r.Groups))
		for i, g := range r.Groups {
			words[i] = strings.Join(g, " ")
		}
		fmt.Fprintf(&b, "\nWithout the prior, strengths are infinite: wins lead one way only between\n%s.\n",
			strings.Join(words, " | "))
	}
	b.WriteString("\n")
	t = tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "judge\tnamed an entry\texpected\tstrictness\t")
	for _, j := range r.Judges {
		fmt.Fprintf(t, "%s\t%d of %d\t%.2f\t%+.2f\t\n", j.Judge, j.Named, j.Of, j.Expected, j.Strictness)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\nIf all entries were equal, one would get the greatest total or more with probability "+
		"%.3f.\nIf judges could not tell, one would fulfil the silver condition with probability %.3f.\n",
		r.Luck, r.SilverLuck)
	_, err := io.WriteString(out, trimLines(b.String()))
	return err
}

func percent(x *float64) string {
	if x == nil || math.IsNaN(*x) {
		return "–"
	}
	return fmt.Sprintf("%.0f%%", 100**x)
}
