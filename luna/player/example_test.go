package player_test

import (
	"context"
	"fmt"
	"log"

	"github.com/luna-rating/luna/luna/player"
)

// The middle of the scale is a guess that ignores the responses.
func Example() {
	guess, err := player.Middle.Guess(context.Background(),
		[]string{"Blue", "the ball", "It has heard that 7 ate 9", "", "Albany, NY"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guess.Rating)
	// Output: 50
}
