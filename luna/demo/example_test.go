package demo_test

import (
	"bytes"
	"context"
	"log"
	"os"

	"github.com/luna-rating/luna/luna/demo"
)

// A visitor could play from the moment when all people are ready. Here the practice ends then; at
// the end it prints how close visitors' guesses were.
func ExamplePractice() {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	o := demo.PracticeOptions{Addr: "127.0.0.1:0", People: 2, Seed: 1}
	if err := demo.Practice(ctx, o, os.Stdout, ready(end)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// no visiting player has finished a game with a simulated person
}

// ready is a log that calls a function when the people are ready to play.
type ready func()

func (r ready) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("are ready to play")) {
		r()
	}
	return len(line), nil
}
