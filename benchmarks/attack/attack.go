package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"slices"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
)

// attack is one thing that strangers do.
type attack struct {
	name string
	did  string // what the attacker does
	cost cost
	try  func(context.Context, *bench) (finding, error)
}

// cost is how long an attack takes.
type cost int

const (
	quick cost = iota // a second or two
	long              // several seconds
	slow              // minutes, or gigabytes
)

// finding is the outcome of an attack.
type finding struct {
	measured string
	result   string
}

// The results of an attack.
const (
	withstood = "held"
	failed    = "fell"
	untried   = "not tried" // it could not be carried out
	skipped   = "skipped"   // this system or version lacks what it needs
)

// errSkip is the error of an attack on something that this system or version does not have.
var errSkip = errors.New("skipped")

// carryOut carries out the attack, to its end or to the first error.
func (a attack) carryOut(ctx context.Context, b *bench) (f finding, err error) {
	defer must.Catch(&err)
	return a.try(ctx, b)
}

// judge returns a finding. Fell says whether the attack succeeded.
func judge(fell bool, format string, args ...any) (finding, error) {
	f := finding{measured: fmt.Sprintf(format, args...), result: withstood}
	if fell {
		f.result = failed
	}
	return f, nil
}

// or judges unless there was an error.
func or(err error) func(bool, string, ...any) (finding, error) {
	must.Do(err)
	return judge
}

// attacks lists all attacks, in the order of the table.
var attacks = slices.Concat(memoryAttacks, lrpAttacks, accountAttacks, fairAttacks, tradeAttacks,
	processAttacks, proxyAttacks)

// choose returns the attacks of the given names, all without names.
func choose(names []string, cheap bool) (chosen []attack, err error) {
	for _, a := range attacks {
		if len(names) == 0 && !(cheap && a.cost == slow) || slices.Contains(names, a.name) {
			chosen = append(chosen, a)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(chosen, func(a attack) bool { return a.name == name }) {
			return nil, fmt.Errorf("there is no attack %q; -list lists them", name)
		}
	}
	return chosen, nil
}

// maxTime is the time limit of an attack.
const maxTime = 15 * time.Minute

// try carries out an attack and ends what it started.
func (l *lab) try(ctx context.Context, a attack) finding {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	began := time.Now()
	b, err := l.bench(a.name)
	if err != nil {
		return finding{err.Error(), untried}
	}
	f, err := a.carryOut(ctx, b)
	b.close()
	switch {
	case errors.Is(err, errSkip):
		f = finding{err.Error(), skipped}
	case err != nil:
		f = finding{err.Error(), untried}
	}
	if l.verbose {
		log.Printf("%s: %s, %s (%.1f s)", a.name, f.result, f.measured, time.Since(began).Seconds())
	}
	return f
}
