package demo_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/luna-rating/luna/luna/demo"
)

// A visitor could play from the moment when all people are ready. Here the practice ends then.
func ExamplePractice() {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	o := demo.PracticeOptions{Addr: "127.0.0.1:0", People: 2, Seed: 1}
	if err := demo.Practice(ctx, o, ready(end)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 2 SIMULATED people are ready
}

// ready is a log that calls a function when the people are ready to play.
type ready func()

func (r ready) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("2 SIMULATED people are ready to play")) {
		fmt.Println("2 SIMULATED people are ready")
		r()
	}
	return len(line), nil
}
