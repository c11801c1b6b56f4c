package player

import (
	"context"
	"log/slog"
	"sync"
)

// learner makes a guesser learn in the background. Examples that arrive while it learns are learned
// together afterwards.
type learner struct {
	guesser Guesser
	log     *slog.Logger
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	latest  []Example
	learned int // number of examples that the guesser has learned from
	busy    bool
}

// startLearner returns a learner whose guesser has learned from the given examples.
func startLearner(ctx context.Context, g Guesser, log *slog.Logger, examples []Example) *learner {
	l := &learner{guesser: g, log: log}
	l.ctx, l.cancel = context.WithCancel(ctx)
	if len(examples) > 0 {
		l.learnNow(examples)
	}
	return l
}

// learn announces new examples; all of them, not only the new ones.
func (l *learner) learn(examples []Example) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.latest = examples
	if !l.busy && LearnDue(l.learned, len(examples)) {
		l.busy = true
		l.running.Go(l.run)
	}
}

func (l *learner) run() {
	for {
		l.mu.Lock()
		examples := l.latest
		if l.busy = LearnDue(l.learned, len(examples)) && l.ctx.Err() == nil; !l.busy {
			l.mu.Unlock()
			return
		}
		l.mu.Unlock()
		l.learnNow(examples)
	}
}

// learnNow makes the guesser learn. After a failure the same examples are not tried again.
func (l *learner) learnNow(examples []Example) {
	err := l.guesser.Learn(l.ctx, examples)
	l.mu.Lock()
	l.learned = len(examples)
	l.mu.Unlock()
	switch {
	case err == nil:
		l.log.Info("learned", "examples", len(examples))
	case l.ctx.Err() == nil:
		l.log.Error("cannot learn", "examples", len(examples), "error", err)
	}
}

// stop waits until the guesser has learned, and makes it learn the rest unless the context has
// ended.
func (l *learner) stop(examples []Example) error {
	l.running.Wait()
	defer l.cancel()
	if l.ctx.Err() == nil && len(examples) > l.learned {
		l.learnNow(examples)
	}
	return l.ctx.Err()
}
