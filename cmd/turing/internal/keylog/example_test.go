package keylog_test

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/turing/lpp"
)

const log = `starting round 1  left=program  right = human
 011584861190100000 1 local left H 
 011584861190200000 2 local left y 
 011584861190300000 3 local left BackSpace 
 011584861190400000 4 local left i 
 011584861190500000 5 local left CR 
 011584861210000000 6 remote left Y 
 011584861210100000 7 remote left o 
 011584861210200000 8 remote left CR 
`

func ExampleRead() {
	l, faults, err := keylog.Read(strings.NewReader(log), "log.txt")
	if err != nil || len(faults) > 0 {
		fmt.Println(err, faults)
		return
	}
	for _, t := range keylog.Transcript(l.Rounds[0]) {
		fmt.Printf("%.1f s, %s to %s: %s\n", t.T, t.From, t.To, t.Text)
	}
	// Output:
	// 0.0 s, judge to left: Hi
	// 1.9 s, left to judge: Yo
}

func ExampleWriter() {
	var out strings.Builder
	w, err := keylog.NewWriter(&out, []string{"A contest"}, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := w.Begin(keylog.Round{Number: 1, Judge: "J1"}); err != nil {
		fmt.Println(err)
	}
	if err := w.Add(keylog.Stroke{Judge: "J1", Received: 1158486119593750, Sequence: "0000000001",
		Local: true, Side: keylog.Left, Key: lpp.Return}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(strings.ReplaceAll(out.String(), "\r", ""))
	// Output:
	// A contest
	// *Starting round 1 judge J1
	// J1 011584861190593750 0000000001 local left CR
}
