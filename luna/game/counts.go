package game

// Counts are numbers of players and games.
type Counts struct {
	Players  int // players who have entered a game
	Open     int // games that wait for a second player
	Playing  int // games that two players are playing
	Finished int // games with a result
	Ended    int // games without a result: left, or expired
}

// Counts counts the players and the games.
func (t *Tournament) Counts() Counts { return t.counts }
