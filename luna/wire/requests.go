package wire

import "github.com/luna-rating/luna/luna/game"

// Credentials are the body of POST /register, /login and /saveGuest: a Username and a Password.
// POST /registerMachine takes only the Username.
type Credentials struct {
	Username string `json:"username"`
	Password string `json:"password,omitempty"`
	// Email is the address to notify when it is the player's turn. Consent allows the server to
	// publish the player's questions, responses and guesses. The site of 2016 had neither.
	Email   string `json:"email,omitempty"`
	Consent bool   `json:"consent,omitempty"`
}

// Questions is the body of POST /home and of POST /home/{game}/interview: five texts.
type Questions struct {
	Questions []string `json:"questions"`
}

// Responses is the body of POST /home/{game}/response: five texts.
type Responses struct {
	Responses []string `json:"responses"`
}

// Guess is the body of POST /home/{game}/guess: a number from 0 to 100.
type Guess struct {
	Guess float64 `json:"guess"`
}

// Grade is an element of the body of PUT /home/responseGrades: the score, from 0 to 100, of a
// response.
type Grade struct {
	Response game.ResponseID `json:"rid"`
	Score    float64         `json:"grade"`
}
