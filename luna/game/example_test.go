package game_test

import (
	"fmt"
	"log"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// Two people play a game, which a log of events preserves. A server writes an event to its log
// between Check and Apply, and confirms it to the player after both. It keeps the texts itself.
func Example() {
	t, _ := game.Open(nil, game.Empty{}, 0)
	var kept []game.Event
	now := time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC)
	do := func(e game.Event) {
		now = now.Add(time.Minute)
		e.Time = now
		if err := t.Check(e); err != nil {
			log.Fatal(err)
		}
		kept = append(kept, e)
		if _, err := t.Apply(e); err != nil {
			log.Fatal(err)
		}
	}
	questions := []string{"Do you like games?", "1+1=?", "What colour is the sky?",
		"How do you define success?", "Why is 6 afraid of 7?"}
	responses := []string{"Yes", "2", "Blue, in good weather", "", "Because 7 8 9"}
	for _, p := range []game.PlayerID{"ann", "bob"} {
		do(game.Event{Kind: game.Registered, Player: p})
	}
	for _, p := range []game.PlayerID{"ann", "bob"} {
		e, err := game.Pairing{}.Enter(t, game.Event{Time: now, Player: p,
			Game: game.GameID("a game of " + p), Questions: questions})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p, e.Kind, e.Game)
		do(e)
	}
	do(game.Event{Kind: game.Responded, Player: "ann", Game: "a game of ann", Responses: responses})
	v, _ := t.View("a game of ann", "bob", nil)
	fmt.Printf("bob: phase %d, turn %d, %d questions, %d responses\n", v.Phase, v.Turn,
		len(v.OpQuestions), len(v.OpResponses))
	do(game.Event{Kind: game.Responded, Player: "bob", Game: "a game of ann", Responses: responses})
	of := map[game.PlayerID]float64{"ann": 70, "bob": 80}
	for p, guess := range map[game.PlayerID]float64{"ann": of["bob"], "bob": of["ann"]} {
		do(game.Event{Kind: game.Guessed, Player: p, Game: "a game of ann", Guess: &guess})
	}
	again, _ := game.Open(nil, game.Empty{}, 0)
	for _, e := range kept {
		if _, err := again.Apply(e); err != nil {
			log.Fatal(err)
		}
	}
	for _, p := range []game.PlayerID{"ann", "bob"} {
		v, _ := again.View("a game of ann", p, nil)
		fmt.Printf("%s: phase %d, tied %t, rating %v\n", p, v.Phase, *v.Outcome == game.Tied,
			*v.SmartsRating)
	}
	// Output:
	// ann opened a game of ann
	// bob joined a game of ann
	// bob: phase 3, turn 1, 5 questions, 0 responses
	// ann: phase 6, tied true, rating 70
	// bob: phase 6, tied true, rating 80
}
