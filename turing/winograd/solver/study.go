package solver

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/seeded"
	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/turing/winograd"
)

// Study says how well the solver does on the problems of one file.
type Study struct {
	Problems int `json:"problems"`
	Runs     int `json:"runs"`    // of problems with the same candidates
	Repeats  int `json:"repeats"` // of each row
	Samples  int `json:"samples"` // problems of our own
	// Rows compare ways to answer. Their P are not corrected for the number of rows.
	Rows []Row `json:"rows"`
	// Without and Only use all cues but one group, and one group only, learned from the samples.
	Without []Row `json:"without"`
	Only    []Row `json:"only"`
	// Curve is the solver learned from parts of the samples, drawn anew for each repeat.
	Curve []Row `json:"curve"`
}

// Row is the accuracy of one way to answer.
type Row struct {
	Name     string  `json:"name"`     // of the way to answer
	Training int     `json:"training"` // problems learned from, on average
	Accuracy float64 `json:"accuracy"` // mean over the repeats
	// Low and High bound the accuracy with 95 % confidence, with runs as units; see [Interval].
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// P is the probability of at least this accuracy if the answers have nothing to do with the
	// candidates; see [Exchange].
	P float64 `json:"p"`
}

// StudyOptions are the options of [NewStudy].
type StudyOptions struct {
	Repeats int    // of cross-validations and of draws of samples, 1 to MaxRepeats
	Seed    uint64 // of the random choices
	// Others are problems of other files to learn from as well. Those with a text or candidates of
	// the problems studied are left out.
	Others []winograd.Problem
	// Progress is called after each step, if it is not nil; calls do not overlap.
	Progress func(done, of int)
}

// MaxRepeats and MaxProblems bound a study.
const (
	MaxRepeats  = 100
	MaxProblems = 5000
)

// shares are the parts of the samples in the learning curve.
var shares = []float64{0.125, 0.25, 0.5, 0.75, 1}

// NewStudy studies the solver on problems with their right answers. All that is learned from the
// file itself is tested by cross-validation over whole clusters of problems, in [Folds] parts.
func NewStudy(ctx context.Context, problems []winograd.Problem, o StudyOptions) (Study, error) {
	if o.Repeats < 1 || o.Repeats > MaxRepeats {
		return Study{}, fmt.Errorf("found %d repeats, expected 1 to %d", o.Repeats, MaxRepeats)
	}
	if n := len(problems); n == 0 || n > MaxProblems {
		return Study{}, fmt.Errorf("found %d problems, expected 1 to %d", n, MaxProblems)
	}
	for _, list := range [][]wsc.Problem{problems, o.Others} {
		if err := wsc.Keyed(list, "the problems of a study"); err != nil {
			return Study{}, err
		}
	}
	b, err := newBench(problems, o)
	if err != nil {
		return Study{}, err
	}
	s := Study{Problems: len(problems), Runs: len(wsc.Runs(problems)), Repeats: o.Repeats,
		Samples: b.samples}
	b.plan(&s)
	err = parallel.Do(ctx, runtime.GOMAXPROCS(0), len(b.tasks), func(i int) error {
		b.tasks[i].run()
		return nil
	}, b.progress(o.Progress))
	if err != nil {
		return Study{}, err
	}
	for _, rows := range [][]*draft{b.rows, b.without, b.only, b.curve} {
		for _, d := range rows {
			*d.to = append(*d.to, b.row(d))
		}
	}
	return s, nil
}

// bench holds what the steps of a study share.
type bench struct {
	o        StudyOptions
	problems []wsc.Problem
	clusters [][]int // of problems, which folds do not split
	choices  []choice
	lessons  *lessons
	lesson   []choice
	free     [][]int // the clusters of lessons that do not touch the problems
	samples  int
	tasks    []task

	rows, without, only, curve []*draft
}

// draft is a row being made: the answers of each repeat.
type draft struct {
	name     string
	to       *[]Row
	answers  [][]int
	training []int
}

// task is one repeat of a row.
type task struct{ run func() }

func newBench(problems []wsc.Problem, o StudyOptions) (*bench, error) {
	b := &bench{o: o, problems: problems, clusters: wsc.Clusters(problems),
		lessons: newLessons(o.Others)}
	var err error
	if b.choices, err = cuesOf(problems); err != nil {
		return nil, err
	}
	if b.lesson, err = cuesOf(b.lessons.problems); err != nil {
		return nil, err
	}
	b.free = b.lessons.without(b.clusters, problems)
	for _, cluster := range b.free {
		if cluster[0] < len(Samples()) {
			b.samples += len(cluster)
		}
	}
	return b, nil
}

// plan lists the rows and their tasks.
func (b *bench) plan(s *Study) {
	ours, others := b.split()
	b.add(&b.rows, &s.Rows, "always A", 1, func(int) ([]int, int) {
		return make([]int, len(b.problems)), 0
	})
	b.add(&b.rows, &s.Rows, "random", b.o.Repeats, func(repeat int) ([]int, int) {
		return b.guess(repeat), 0
	})
	b.add(&b.rows, &s.Rows, "best: learned from the samples", 1, b.learned(ours, chosen()))
	b.add(&b.rows, &s.Rows, "all cues, learned from the samples", 1, b.learned(ours, all()))
	if len(others) > 0 {
		b.add(&b.rows, &s.Rows, "cues chosen on the other files", 1, func(int) ([]int, int) {
			return b.learned(ours, b.choose(ours, others))(0)
		})
		b.add(&b.rows, &s.Rows, "all cues, learned from the other files", 1, b.learned(others, all()))
		b.add(&b.rows, &s.Rows, "all cues, learned from samples and other files", 1, b.learned(b.free, all()))
	}
	b.add(&b.rows, &s.Rows, "all cues, learned from this file", b.o.Repeats, b.crossed(nil))
	b.add(&b.rows, &s.Rows, "all cues, learned from this file and samples", b.o.Repeats, b.crossed(ours))
	for g := range groups {
		without, only := all(), make([]bool, len(groups))
		without[g], only[g] = false, true
		b.add(&b.without, &s.Without, groups[g].name, 1, b.learned(ours, without))
		b.add(&b.only, &s.Only, groups[g].name, 1, b.learned(ours, only))
	}
	for _, share := range shares {
		repeats := b.o.Repeats
		if share == 1 {
			repeats = 1
		}
		b.add(&b.curve, &s.Curve, fmt.Sprintf("%g%% of the samples", 100*share), repeats,
			func(repeat int) ([]int, int) {
				order := seeded.New(b.o.Seed, "winograd/curve", repeat).Perm(len(ours))
				var some [][]int
				for _, c := range order[:int(math.Ceil(share*float64(len(order))))] {
					some = append(some, ours[c])
				}
				return b.learned(some, chosen())(repeat)
			})
	}
}

// choose returns the groups with which weights learned from the samples have the least loss on the
// other files. It starts without any and adds the best one as long as that helps.
func (b *bench) choose(ours, others [][]int) []bool {
	training, test := pick(b.lesson, ours), pick(b.lesson, others)
	best := make([]bool, len(groups))
	least := loss(training, test, best)
	for improved := true; improved; {
		improved = false
		now := slices.Clone(best)
		for g := range groups {
			if now[g] {
				continue
			}
			trial := slices.Clone(now)
			trial[g] = true
			if l := loss(training, test, trial); l < least {
				least, best, improved = l, trial, true
			}
		}
	}
	return best
}

// loss returns -Σ log P(right candidate) over test problems by weights learned from others.
func loss(training, test []choice, allowed []bool) float64 {
	w, _ := fit(training, allowed)
	sum := 0.0
	for _, c := range test {
		scores := score(w, c.rows)
		sum += logSum(scores) - scores[c.right]
	}
	return sum
}

// split returns the clusters of the samples and those of the other files.
func (b *bench) split() (ours, others [][]int) {
	for _, cluster := range b.free {
		if cluster[0] < len(Samples()) {
			ours = append(ours, cluster)
		} else {
			others = append(others, cluster)
		}
	}
	return ours, others
}

func (b *bench) add(list *[]*draft, to *[]Row, name string, repeats int,
	answer func(repeat int) (answers []int, training int),
) {
	d := &draft{name: name, to: to, answers: make([][]int, repeats), training: make([]int, repeats)}
	*list = append(*list, d)
	for r := range repeats {
		b.tasks = append(b.tasks, task{func() { d.answers[r], d.training[r] = answer(r) }})
	}
}

func (b *bench) guess(repeat int) []int {
	answers := make([]int, len(b.problems))
	rng := seeded.New(b.o.Seed, "winograd/study", repeat)
	for i, p := range b.problems {
		answers[i] = rng.IntN(len(p.Candidates))
	}
	return answers
}

// learned answers all problems by weights learned from clusters of lessons.
func (b *bench) learned(clusters [][]int, allowed []bool) func(int) ([]int, int) {
	return func(int) ([]int, int) {
		training := pick(b.lesson, clusters)
		w, _ := fit(training, allowed)
		return b.answer(w, b.clusters, make([]int, len(b.problems))), len(training)
	}
}

// crossed answers the problems by cross-validation, with clusters of lessons in every training part.
func (b *bench) crossed(also [][]int) func(int) ([]int, int) {
	return func(repeat int) ([]int, int) {
		answers, size := make([]int, len(b.problems)), 0
		folds := split(b.clusters, Folds, b.o.Seed+uint64(repeat))
		for f := range folds {
			training := append(pick(b.lesson, also), pick(b.choices, except(folds, f))...)
			size += len(training)
			w, _ := fit(training, all())
			b.answer(w, folds[f], answers)
		}
		return answers, size / len(folds)
	}
}

func (b *bench) answer(w []float64, clusters [][]int, answers []int) []int {
	for _, cluster := range clusters {
		for _, i := range cluster {
			answers[i] = best(w, b.choices[i], b.problems[i].Candidates)
		}
	}
	return answers
}

func (b *bench) progress(report func(done, of int)) func() {
	if report == nil {
		return nil
	}
	done := 0
	return func() {
		done++
		report(done, len(b.tasks))
	}
}

// row summarises the repeats of a draft.
func (b *bench) row(d *draft) Row {
	row := Row{Name: d.name}
	for _, n := range d.training {
		row.Training += n
	}
	row.Training /= len(d.training)
	row.Accuracy, row.Low, row.High = Interval(b.problems, d.answers)
	row.P = Exchange(b.problems, d.answers)
	return row
}
