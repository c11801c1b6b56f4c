package guard_test

import (
	"fmt"
	"log"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

func ExampleLimiter() {
	now := func() time.Time { return time.Unix(0, 0) }
	l, err := guard.NewLimiter("tries", guard.Rate{Burst: 2, Every: time.Minute}, now)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(l.Take("ann"), l.Take("ann"), l.Take("ann"), l.Take("bob"))
	// Output: 0s 0s 1m0s 0s
}
