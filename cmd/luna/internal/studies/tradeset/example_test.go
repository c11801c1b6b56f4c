package tradeset_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradeset"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/luna/trade"
)

func ExampleSet() {
	log := `{"type":"start","game":"g1","bettors":["ann","bob"]}
{"type":"question","t":3.2,"bettor":"ann","text":"Is water wet?"}
{"type":"answer","t":9,"text":"Hmmm... That's an interesting question."}
{"type":"bet","t":10.1,"bettor":"ann","side":"computer"}
{"type":"end","t":120,"reason":"time","nature":"computer"}
`
	s := tradeset.New(tradeset.Options{})
	for played, err := range trade.ReadLogs(strings.NewReader(log), "g1.jsonl") {
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Add(played)
	}
	d, err := s.Dataset()
	if err == nil {
		err = datasets.WriteJSONL(os.Stdout, &datasets.Dataset{Name: "example",
			Questions: d.Questions, Respondents: d.Respondents})
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"format":"lrp-dataset","version":1,"name":"example","questions":[{"id":"q1","text":"Is water wet?","key":[]}]}
	// {"id":"g1","responses":["Hmmm... That's an interesting question."],"rating":0.49,"scores":[0.49]}
}
