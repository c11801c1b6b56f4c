package play

import (
	"context"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
)

// On an idle machine, a search takes 1/(1+restShare) of one core. On a busy machine it takes less,
// because a step takes longer and so does the rest after it.
const (
	stepTime  = 5 * time.Millisecond
	restShare = 9
	longRest  = 500 * time.Millisecond // bounds what a slow disk or a suspended machine makes of it
)

// pace makes long work give way to players.
type pace struct {
	ctx   context.Context
	began time.Time // the present step
}

func newPace(ctx context.Context) *pace { return &pace{ctx, time.Now()} }

// rest ends a step that has lasted long enough. Once the context has ended, it no longer waits.
func (p *pace) rest() {
	took := time.Since(p.began)
	if took < stepTime {
		return
	}
	_ = parallel.Sleep(p.ctx, min(restShare*took, longRest)) // which fails if the context has ended
	p.began = time.Now()
}
