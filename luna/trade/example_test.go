package trade_test

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/luna/trade"
)

func ExampleReadLogs() {
	log := `{"type":"start","game":"g1","bettors":["ann","bob"],"start_price":50,"seconds":120}
{"type":"question","t":3.2,"bettor":"ann","text":"Is water wet?"}
{"type":"answer","t":9,"text":"Hmmm... That's an interesting question."}
{"type":"bet","t":10.1,"bettor":"ann","side":"computer"}
{"type":"end","t":120,"reason":"time","nature":"computer"}
`
	for played, err := range trade.ReadLogs(strings.NewReader(log), "g1.jsonl") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("price:", played.Price())
		fmt.Println("ann's points:", played.Results()[0].Points)
		for _, r := range played.Replay().Release {
			fmt.Println(r.Time, r.To)
		}
	}
	// Output:
	// price: 49
	// ann's points: 49
	// 9 ann
	// 14 bob
}
