package wire

import "github.com/luna-rating/luna/luna/game"

// Token is the answer to a registration or a login: what the caller sends as Bearer from then on. It is a JSON Web Token with the claims
// _id, username and exp.
type Token struct {
	Token string `json:"token"`
}

// Message is the answer to a request that is refused: why, in words for its sender.
type Message struct {
	Message string `json:"message"`
}

// Credentials are the body of POST /register, /login and /saveGuest; POST /registerMachine has the Username alone.
type Credentials struct {
	Username string `json:"username"`
	Password string `json:"password,omitempty"`
	// Email is where to tell that it is the player's turn; Consent allows to publish her questions, responses and guesses. The site of 2016 had neither.
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

// Profile is the answer to GET /profile.
type Profile struct {
	JoinDate game.Date `json:"joinDate"`
	Player   Player    `json:"player"`
}

// Player is what a player is told of herself. The rating is null before the first guess of a human opponent.
type Player struct {
	Username            string       `json:"username"`
	SmartsRating        *float64     `json:"smartsRating"`
	NumGames            int          `json:"numGames"`
	NumWins             int          `json:"numWins"`
	WinningStreak       int          `json:"winningStreak"`
	WinningStreakRecord int          `json:"winningStreakRecord"`
	SmartsRatingHistory []game.Rated `json:"smartsRatingHistory"`
	GuessHistory        []game.Guess `json:"guessHistory"`
	IsMachine           bool         `json:"isMachine"`
	IsGuest             bool         `json:"isGuest"`
	Initial             string       `json:"initial"`
	Color               string       `json:"color"`
}
