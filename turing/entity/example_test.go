package entity_test

import (
	"context"
	"fmt"
	"os"

	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/entity"
	"github.com/luna-rating/luna/turing/lpp"
)

// A judge asks, and the entity types its reply.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "lpp")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	judge, err := lpp.NewSender(dir, lpp.Judge)
	if err != nil {
		fmt.Println(err)
		return
	}
	keys, err := lpp.Keys("Are you human?\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := judge.Send(keys...); err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		talk := responder.Converse(responder.Fixed("Of course I am."), 1)
		done <- entity.Run(ctx, dir, talk, entity.Options{Seed: 1, Speed: 1000})
	}()
	var screen lpp.Screen
	_ = lpp.Receiver{Dir: dir, From: lpp.Other}.Receive(ctx, func(presses []lpp.Press) error {
		for _, p := range presses {
			screen.Apply(p.Key)
			if p.Key == lpp.Return {
				cancel()
			}
		}
		return nil
	})
	<-done
	fmt.Print(screen.Text())
	// Output: Of course I am.
}
