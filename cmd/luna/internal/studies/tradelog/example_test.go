package tradelog_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradelog"
	"github.com/luna-rating/luna/luna/trade"
)

func ExampleWriteText() {
	log := `{"type":"start","game":"g1","bettors":["ann","bob"]}
{"type":"question","t":3.2,"bettor":"ann","text":"Is water wet?"}
{"type":"answer","t":9,"text":"Hmmm... That's an interesting question."}
{"type":"bet","t":10.1,"bettor":"ann","side":"computer"}
{"type":"end","t":120,"reason":"time","nature":"computer"}
`
	for p, err := range trade.ReadLogs(strings.NewReader(log), "g1.jsonl") {
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := tradelog.WriteText(os.Stdout, p); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// Game g1 of 120 s with ann, bob. The price starts at 50.
	//
	//     3.2  ann: Is water wet?
	//     9.0  target: Hmmm... That's an interesting question.
	//    10.1  ann bets computer: the price goes from 50 to 49
	//   120.0  the time is over; the target is a computer
	//
	//           cash  securities  payout  points
	//      ann   -51  1 computer     100      49
	//      bob     0        none       0       0
	//   target                              49.1
}
