package player_test

import (
	"context"
	"fmt"
	"log"

	"github.com/luna-rating/luna/luna/player"
)

// The template for players of the website of 2016 guessed by expected words.
func Example() {
	questions := player.ThesisQuestions()
	guesser := player.Template(questions.Questions)
	guess, err := guesser.Guess(context.Background(),
		[]string{"Blue", "the ball", "It has heard that 7 ate 9", "", "Albany, NY"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guess.Rating)
	// Output: 60
}
