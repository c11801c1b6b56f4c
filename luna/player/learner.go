package player

import (
	"context"
	"log/slog"
	"sync"
)

// learner has a guesser learn in the background, one lesson at a time. Lessons that come while it learns are one when it is done.
type learner struct {
	guesser Guesser
	log     *slog.Logger
	ctx     context.Context
	end     context.CancelFunc
	done    sync.WaitGroup

	mu      sync.Mutex
	latest  []Example
	learned int // how many examples the guesser knows
	busy    bool
}

// startLearner has the guesser learn what there is before anything is guessed.
func startLearner(ctx context.Context, g Guesser, log *slog.Logger, examples []Example) *learner {
	l := &learner{guesser: g, log: log}
	l.ctx, l.end = context.WithCancel(ctx)
	if len(examples) > 0 {
		l.lesson(examples)
	}
	return l
}

// learn tells of new examples.
func (l *learner) learn(examples []Example) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.latest = examples
	if !l.busy && LearnDue(l.learned, len(examples)) {
		l.busy = true
		l.done.Go(l.run)
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
		l.lesson(examples)
	}
}

// lesson has the guesser learn. After a failure the same examples are not tried again.
func (l *learner) lesson(examples []Example) {
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

// stop waits for what is being learned, and, unless the player was told to stop, has the guesser learn the rest.
func (l *learner) stop(examples []Example) error {
	l.done.Wait()
	defer l.end()
	if l.ctx.Err() == nil && len(examples) > l.learned {
		l.lesson(examples)
	}
	return l.ctx.Err()
}
