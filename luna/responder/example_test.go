package responder_test

import (
	"context"
	"fmt"
	"log"

	"github.com/luna-rating/luna/luna/responder"
)

func Example() {
	r, err := responder.Open("simple")
	if err != nil {
		log.Fatal(err)
	}
	c := responder.Converse(r, 1)
	defer c.Close()
	reply, err := c.Reply(context.Background(), "Can you swim?")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(reply)
	// Output: Hmmm... That's an interesting question.
}
