package screening

import "time"

// The four sets of 2010, in the order of the rules.
const (
	Time      = "time"
	Things    = "things"
	Relations = "relations"
	Memory    = "memory"
)

// Sets lists the four sets of 2010 in the order of the rules.
func Sets() []string { return []string{Time, Things, Relations, Memory} }

// Question is one question, with what is said before it and its key.
type Question struct {
	// ID is unique within the questionnaire, such as "memory-3".
	ID string `json:"id"`
	// Set is one of [Sets].
	Set string `json:"set"`
	// Say is said first, a text at a time, such as an assertion that is to be remembered and what
	// comes between it and the question. Replies to it are not marked.
	Say []string `json:"say,omitempty"`
	// Text is the question.
	Text string `json:"text"`
	// Key holds the acceptable answers, each of which is sufficient. It is empty if Clock is not.
	Key []string `json:"key,omitempty"`
	// Reject holds answers that are wrong, such as the other thing that the question offers. An
	// answer that gives both one of them and one of Key chooses neither.
	Reject []string `json:"reject,omitempty"`
	// Clock says what the key is in place of Key, as far as it depends on when the question is
	// asked; see [Clocks].
	Clock string `json:"clock,omitempty"`
	// At, if not empty, is the time of the contest's day that the question supposes, such as
	// "10:40". Otherwise Clock means the time at which the question is asked.
	At string `json:"at,omitempty"`
	// About is what was said earlier that the question is about, if anything. An answer that
	// repeats it as a whole is partly right.
	About string `json:"about,omitempty"`
	// Points is what a right answer is worth; 0 means 1.
	Points float64 `json:"points,omitempty"`
}

// Facts are the background facts of the questions about time.
type Facts struct {
	Start  time.Time     // when the first round starts; the location is that of the contest
	Rounds int           // how many rounds there are
	Round  time.Duration // the length of a round with its break
}

// Facts2010 returns the facts of 2010: six rounds of 30 minutes from 9:30 on Saturday, 23 October
// 2010, in a location's time.
func Facts2010(in *time.Location) Facts {
	return Facts{
		Start:  time.Date(2010, time.October, 23, 9, 30, 0, 0, in),
		Rounds: 6, Round: 30 * time.Minute,
	}
}

// Questionnaire is a fixed set of questions.
type Questionnaire struct {
	Name      string // of the set
	Seed      uint64 // that it was generated with; 0 if it was not
	Facts     Facts  // that questions about time rest on
	Questions []Question
}
