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

// Credentials are the body of POST /register, /login and /saveGuest, with a Password; POST /registerMachine has the Username alone.
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

// Profile is the answer to GET /profile: the Player, and as JoinDate when she registered.
type Profile struct {
	JoinDate game.Date `json:"joinDate"`
	Player   Player    `json:"player"`
}

// Player is what a player is told of herself. The rating is null before the first guess of a human opponent.
type Player struct {
	Username            string       `json:"username"`            // her name, a random one of a guest
	SmartsRating        *float64     `json:"smartsRating"`        // from 0 to 100
	NumGames            int          `json:"numGames"`            // that are finished
	NumWins             int          `json:"numWins"`             // of these
	WinningStreak       int          `json:"winningStreak"`       // games won since the last that was not
	WinningStreakRecord int          `json:"winningStreakRecord"` // the longest there was
	SmartsRatingHistory []game.Rated `json:"smartsRatingHistory"` // a rating after each guess that counted, the oldest first
	GuessHistory        []game.Guess `json:"guessHistory"`        // the guesses that she made in finished games, the oldest first
	IsMachine           bool         `json:"isMachine"`           // her guesses do not count
	IsGuest             bool         `json:"isGuest"`             // she cannot log in
	Initial             string       `json:"initial"`             // what stands for her before opponents
	Color               string       `json:"color"`               // of the disc that it stands on, as "#1e88e5"
}
