package demo_test

import (
	"context"
	"io"
	"log"
	"os"
	"strings"

	"github.com/luna-rating/luna/luna/demo"
	"github.com/luna-rating/luna/luna/player"
)

// This runs a demonstration without a server, with a machine player that always guesses 50.
func ExampleRun() {
	var table strings.Builder
	err := demo.Run(context.Background(), demo.Options{
		NewGuesser: func(player.QuestionSet) (player.Guesser, error) {
			return player.Constant(50), nil
		},
		Games: 10, People: 6, Seed: 1, Offline: true,
	}, &table, io.Discard)
	if err != nil {
		log.Fatal(err)
	}
	first, _, _ := strings.Cut(table.String(), "\n")
	os.Stdout.WriteString(first + "\n")
	// Output:
	// SYNTHETIC demonstration of the Luna Rating System
}
