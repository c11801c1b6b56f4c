package guard_test

import (
	"fmt"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

func ExampleLimiter() {
	now := func() time.Time { return time.Unix(0, 0) }
	l := guard.NewLimiter("tries", guard.Rate{Burst: 2, Every: time.Minute}, now)
	for _, who := range []string{"ann", "ann", "ann", "bob"} {
		fmt.Println(l.Allow(who, 1))
	}
	// Output:
	// <nil>
	// <nil>
	// too many tries: try again in 60 s
	// <nil>
}
