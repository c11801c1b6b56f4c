package trade_test

import (
	"fmt"
	"strings"
	"time"

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

func ExampleGame() {
	g, err := trade.New(trade.Settings{Bettors: []string{"ann", "bob"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range []trade.Event{
		{Kind: trade.Question, Time: 3 * time.Second, Bettor: "ann", Text: "Is water wet?"},
		{Kind: trade.Answer, Time: 9 * time.Second, Text: "Hmmm..."},
		{Kind: trade.Bet, Time: 11 * time.Second, Bettor: "ann", Side: trade.Computer},
	} {
		if err := g.Apply(e); err != nil {
			fmt.Println(err)
			return
		}
	}
	// What bob sees by 14 seconds, and what the target sees.
	for _, v := range []trade.Viewer{1, trade.TheTarget} {
		for _, m := range g.Look(v, 0, 14*time.Second) {
			fmt.Printf("%d: %v %s, %q\n", v, m.Time, m.Kind, m.Text)
		}
	}
	// Output:
	// 1: 3s question, "Is water wet?"
	// 1: 9s answered, ""
	// 1: 11s price, ""
	// 1: 14s answer, "Hmmm..."
	// -1: 3s question, "Is water wet?"
	// -1: 9s answer, "Hmmm..."
	// -1: 11s price, ""
}
