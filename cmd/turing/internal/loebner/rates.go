package loebner

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/luna-rating/luna/internal/sheet"
)

// verdict is what a judge thought of a witness, an entry or a confederate.
type verdict struct {
	Judge, Witness string
	Partner        string // the other witness of a pair, "" if there was none
	Program        bool   // whether the witness is an entry
	Human          bool   // whether the judge took it for the human
}

// Rate says how often a witness, or all of a kind, were taken for human.
type Rate struct {
	Witness string  `json:"witness"` // its name, or [AllPrograms] or [AllHumans]
	Program bool    `json:"program"` // whether it is an entry
	Human   int     `json:"human"`   // verdicts that took it for the human
	Of      int     `json:"of"`      // verdicts about it
	Rate    float64 `json:"rate"`    // the pass rate, Human of Of
	Low     float64 `json:"low"`     // the lower end of its 95% interval
	High    float64 `json:"high"`    // the upper end
}

// Names of the rates of all witnesses of a kind.
const (
	AllPrograms = "all programs"
	AllHumans   = "all humans"
)

// ratesOf returns a rate for each witness, the highest first, then those of all programs and of all
// humans, as far as there are any.
//
// Verdicts of a judge are alike, and so are those on a witness or next to a partner; an interval
// says what other judges, partners and, for all of a kind, other witnesses would lead to. The
// variance of a rate is that of independent verdicts, and for judges, witnesses and partners each
// what their cluster-robust variance has beyond it: where a pair meets once, and no part is
// negative, this is the variance of Cameron, Gelbach and Miller, "Robust inference with multiway
// clustering", Journal of Business & Economic Statistics 29, 2011. It makes the number of verdicts
// an effective one, for which Wilson's interval is computed, as Franco, Little, Louis and Slud
// recommend after a comparison ("Comparative study of confidence intervals for proportions in
// complex sample surveys", Journal of Survey Statistics and Methodology 7, 2019), with the quantile
// of Student's distribution; its degrees of freedom are Satterthwaite's for the sum of the
// variances. In simulations with effects of judges, witnesses and partners that are normal on the
// logit scale, such intervals cover at least 92%, mostly more than 95%, in contests of four judges
// and more, where Wilson's of independent verdicts cover down to 57%.
//
// Verdicts of a single judge say nothing of others: the interval is from 0 to 1. A single partner,
// or a single witness of a kind, is taken as given.
func ratesOf(verdicts []verdict) []Rate {
	groups := make(map[Rate][]verdict) // by name and kind
	for _, v := range verdicts {
		all := AllHumans
		if v.Program {
			all = AllPrograms
		}
		for _, name := range []string{v.Witness, all} {
			key := Rate{Witness: name, Program: v.Program}
			groups[key] = append(groups[key], v)
		}
	}
	rates := make([]Rate, 0, len(groups))
	for r, list := range groups {
		r.estimate(list)
		rates = append(rates, r)
	}
	slices.SortFunc(rates, func(a, b Rate) int {
		return cmp.Or(cmp.Compare(a.isAll(), b.isAll()), cmp.Compare(b.Rate, a.Rate),
			cmp.Compare(b.Of, a.Of), byNumber(a.Witness, b.Witness))
	})
	return rates
}

// isAll puts rates of all of a kind behind others, programs before humans.
func (r *Rate) isAll() int { return slices.Index([]string{AllPrograms, AllHumans}, r.Witness) }

// estimate computes the rate of verdicts.
func (r *Rate) estimate(list []verdict) {
	r.Of = len(list)
	for _, v := range list {
		if v.Human {
			r.Human++
		}
	}
	n := float64(r.Of)
	r.Rate, r.High = float64(r.Human)/n, 1
	independent := r.Rate * (1 - r.Rate) / n
	total := independent
	sum := 0.0
	squares := 0.0
	for i, key := range []func(v verdict) string{
		func(v verdict) string { return v.Judge },
		func(v verdict) string { return v.Witness },
		func(v verdict) string { return v.Partner },
	} {
		variance, clusters := r.clustered(list, key)
		if clusters == 1 && i == 0 {
			return
		} else if clusters == 1 {
			continue
		}
		variance = max(variance, independent)
		total += variance - independent
		if independent == 0 {
			variance = 1 // all verdicts are the same: each kind of people counts alike
		}
		sum += variance
		squares += variance * variance / float64(clusters-1)
	}
	if independent > 0 {
		n *= independent / total
	}
	t := distuv.StudentsT{Sigma: 1, Nu: sum * sum / squares}.Quantile(0.975)
	middle := (n*r.Rate + t*t/2) / (n + t*t)
	half := t / (n + t*t) * math.Sqrt(n*r.Rate*(1-r.Rate)+t*t/4)
	const digits = 1e12 // beyond which there are errors of rounding
	r.Low = max(0, math.Round((middle-half)*digits)/digits)
	r.High = min(1, math.Round((middle+half)*digits)/digits)
}

// clustered returns the variance of the rate if verdicts with the same key go together, and the
// number of keys.
func (r *Rate) clustered(list []verdict, key func(v verdict) string) (variance float64, clusters int) {
	residuals := make(map[string]int) // times r.Of, so that sums are exact
	for _, v := range list {
		residuals[key(v)] -= r.Human
		if v.Human {
			residuals[key(v)] += r.Of
		}
	}
	squares := 0
	for _, s := range residuals {
		squares += s * s
	}
	g, n := float64(len(residuals)), float64(r.Of)
	return float64(squares) / (n * n * n * n) * g / max(g-1, 1), len(residuals)
}

// Ratings say how often entries and confederates were taken for the human on ballots.
type Ratings struct {
	Comparisons int    `json:"comparisons"` // ballots
	Witnesses   []Rate `json:"witnesses"`   // entries and confederates
	Judges      []Rate `json:"judges"`      // how often each judge took an entry for the human
	// Answered are the rates of witnesses without ballots on entries that said nothing; it is empty
	// if there are no such ballots.
	Answered []Rate `json:"rates_without_silent"`
}

// RateBallots computes the ratings of ballots. Judges who have identifiers are known by them.
func RateBallots(ballots []Ballot) *Ratings {
	var witnesses, answered, judges []verdict
	for _, b := range ballots {
		b.Judge = cmp.Or(b.id, b.Judge)
		list := b.verdicts()
		witnesses = append(witnesses, list...)
		if !b.Silent {
			answered = append(answered, list...)
		}
		if b.Entry != "" {
			// Of the entries that a judge meets, others are a sample, as judges are for those of an
			// entry.
			judges = append(judges, verdict{b.Entry, b.Judge, b.Confederate, true, b.Named == NamedEntry})
		}
	}
	r := &Ratings{len(ballots), ratesOf(witnesses), ratesOf(judges), []Rate{}}
	r.Judges = r.Judges[:max(0, len(r.Judges)-1)] // all of them say what all programs do
	if len(answered) < len(witnesses) {
		r.Answered = ratesOf(answered)
	}
	return r
}

// verdicts returns what a ballot says of each witness.
func (b Ballot) verdicts() (list []verdict) {
	if b.Entry != "" {
		list = append(list, verdict{b.Judge, b.Entry, b.Confederate, true, b.Named == NamedEntry})
	}
	if b.Confederate != "" {
		list = append(list, verdict{b.Judge, b.Confederate, b.Entry, false, b.Named == NamedConfederate})
	}
	return list
}

// Pool joins the ballots of several files. Judges and confederates of different files are different
// people even if their names are equal, unless they are known by identifiers, and so are entries
// that are called by labels such as E1: the file is added to their names. Other entries are
// the same program if they have the same name.
func Pool(files []*Ballots) (list []Ballot) {
	for _, f := range files {
		of := func(name string, everywhere bool) string {
			if name == "" || everywhere || len(files) == 1 {
				return name
			}
			return name + " (" + f.File + ")"
		}
		for _, b := range f.List {
			b.Judge, b.Confederate = of(b.Judge, b.id != ""), of(b.Confederate, false)
			b.Entry = of(b.Entry, person(b.Entry) == "")
			list = append(list, b)
		}
	}
	return list
}

// kind says what a rate is about.
func (r Rate) kind() string {
	if r.Program {
		return "entry"
	}
	return "confederate"
}

// Text returns the ratings for people.
func (r *Ratings) Text() string {
	table := func(rates []Rate, kind bool, head ...string) string {
		rows := [][]string{append(head, "rate", "95% interval")}
		for _, x := range rates {
			row := []string{x.Witness}
			if kind {
				row = append(row, x.kind())
			}
			rows = append(rows, append(row, fmt.Sprintf("%d of %d", x.Human, x.Of), fmt.Sprintf("%.0f%%", 100*x.Rate),
				fmt.Sprintf("%.0f to %.0f%%", 100*x.Low, 100*x.High)))
		}
		return rightAligned(rows)
	}
	text := table(r.Witnesses, true, "name", "kind", "named")
	if len(r.Answered) > 0 {
		text += "\nWithout silent entries:\n" + table(r.Answered, true, "name", "kind", "named")
	}
	return text + "\n" + table(r.Judges, false, "judge", "named an entry")
}

// WriteCSV writes the ratings as a table. In a row of a judge, human counts the entries that were
// named.
func (r *Ratings) WriteCSV(out io.Writer) error {
	var rows [][]any
	add := func(rates []Rate, kind func(Rate) string) {
		for _, x := range rates {
			rows = append(rows, []any{x.Witness, kind(x), x.Human, x.Of, x.Rate, x.Low, x.High})
		}
	}
	add(r.Witnesses, Rate.kind)
	add(r.Answered, func(x Rate) string { return x.kind() + " without silent entries" })
	add(r.Judges, func(Rate) string { return "judge" })
	return sheet.WriteRows(out, []string{"name", "kind", "human", "of", "rate", "low", "high"}, rows)
}
