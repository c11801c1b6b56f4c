package seat_test

import (
	"fmt"
	"os"

	"github.com/luna-rating/luna/internal/turing/seat"
)

func ExampleCheckTerminal() {
	f, err := os.Open(os.DevNull)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	fmt.Println(seat.CheckTerminal(f, f) == nil)
	// Output: false
}
