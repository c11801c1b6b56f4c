package analysis_test

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/cmd/luna/internal/studies/analysis"
	"github.com/luna-rating/luna/luna/trade"
)

func ExampleAnalysis() {
	log := `{"type":"start","game":"g1","bettors":["ann","bob"]}
{"type":"question","t":3.2,"bettor":"ann","text":"Is water wet?"}
{"type":"answer","t":9,"text":"Hmmm... That's an interesting question."}
{"type":"bet","t":10.1,"bettor":"ann","side":"computer"}
{"type":"end","t":120,"reason":"time","nature":"computer"}
`
	a := analysis.New(analysis.Options{})
	for played, err := range trade.ReadLogs(strings.NewReader(log), "g1.jsonl") {
		if err != nil {
			fmt.Println(err)
			return
		}
		a.Add(played)
	}
	r := a.Result()
	fmt.Println("games:", r.Games)
	fmt.Printf("Brier score: %.4f\n", *r.Brier)
	for _, s := range r.Shifts {
		fmt.Printf("%+.0f: %s\n", s.Change, s.Answer)
	}
	// Output:
	// games: 1
	// Brier score: 0.2401
	// -1: Hmmm... That's an interesting question.
}
