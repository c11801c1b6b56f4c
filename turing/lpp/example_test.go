package lpp_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/luna-rating/luna/turing/lpp"
)

// The example of the rules begins with these names.
func ExampleParseName() {
	for _, name := range []string{"0000000123.H.other", "0000001234.comma.other", "0000000001.é.other"} {
		p, err := lpp.ParseName(name)
		if err != nil {
			fmt.Println("not a key press")
			continue
		}
		fmt.Printf("%s %c\n", p.Sequence, p.Key)
	}
	// Output:
	// 0000000123 H
	// 0000001234 ,
	// not a key press
}

// An entity types a line, and the judge's program reads it.
func Example() {
	dir, err := os.MkdirTemp("", "lpp")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	entity, err := lpp.NewSender(dir, lpp.Other)
	if err != nil {
		fmt.Println(err)
		return
	}
	keys, err := lpp.Keys("I'm hp\bere.\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := entity.Send(keys...); err != nil {
		fmt.Println(err)
		return
	}
	var screen lpp.Screen
	end := errors.New("end of the line")
	err = lpp.Receiver{Dir: dir, From: lpp.Other}.Receive(context.Background(),
		func(presses []lpp.Press) error {
			for _, p := range presses {
				if screen.Apply(p.Key); p.Key == lpp.Return {
					return end
				}
			}
			return nil
		})
	fmt.Println(err == end)
	fmt.Print(screen.Text())
	// Output:
	// true
	// I'm here.
}

func ExampleKeys() {
	_, err := lpp.Keys("naïve")
	fmt.Println(err)
	keys, err := lpp.Keys(lpp.Typeable("“naïve”"))
	fmt.Println(string(keys), err)
	// Output:
	// found 'ï' after 2 bytes, expected ASCII characters, tabs and newlines
	// "naive" <nil>
}
