package wire_test

import (
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/luna-rating/luna/luna/wire"
)

// The body of a request, and an answer.
func Example() {
	if err := json.NewEncoder(os.Stdout).Encode(wire.Guess{Guess: 72.5}); err != nil {
		log.Fatal(err)
	}
	var p wire.Profile
	answer := `{"joinDate":"2016-02-18T12:00:00.000Z","player":{"username":"ann","smartsRating":68.9,"numGames":3}}`
	if err := json.Unmarshal([]byte(answer), &p); err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Username, *p.Rating, p.Joined.Year())
	// Output:
	// {"guess":72.5}
	// ann 68.9 2016
}
