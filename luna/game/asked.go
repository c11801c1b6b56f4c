package game

// AskedQuestion is a question that a player asked, with the number of finished games in which the
// player asked it (Games) and won (Wins).
type AskedQuestion struct {
	Question
	Games int
	Wins  int
}
