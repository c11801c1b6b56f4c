package trade

import (
	"slices"
	"time"
)

// This file alone decides what each player may see, and when. Players learn of a game through a
// stream of messages, each of which has a number. A stream only grows: a player who has seen the
// first n messages needs those from n on. Messages of the same time come in the order of the
// events; a text is released before the events of the same time.

// Viewer is somebody who sees a game: a bettor, by index, or [TheTarget]. A bettor who has left may
// continue to look.
type Viewer int

// TheTarget is the view of the target.
const TheTarget Viewer = -1

// audience says who gets a message.
type audience uint8

const (
	everybody        audience = iota
	allBettors                // but not the target
	subject                   // the bettor whom the message is about
	subjectAndTarget          // that bettor and the target
	otherBettors              // all bettors but that one
)

// audiences says who gets the messages of each kind at once. Answers reach the other bettors later;
// see [Game.publish]. The target, to whom the paper shows questions, prices and the end, gets no
// sign of bettors who leave or are done.
var audiences = map[MessageKind]audience{
	Asked:    everybody,
	Queued:   subject,
	Signal:   otherBettors,
	Answered: subjectAndTarget,
	Priced:   everybody,
	Held:     subject,
	IsDone:   allBettors,
	Left:     allBettors,
	HasEnded: everybody,
}

// addressed is a message with its recipients.
type addressed struct {
	Message
	to      audience
	subject int // a bettor, or nobody
}

// nobody is the subject of messages that go to all bettors.
const nobody = -2

func (m *addressed) reaches(v Viewer) bool {
	switch m.to {
	case everybody:
		return true
	case allBettors:
		return v != TheTarget
	case subject:
		return v == Viewer(m.subject)
	case subjectAndTarget:
		return v == Viewer(m.subject) || v == TheTarget
	case otherBettors:
		return v != Viewer(m.subject) && v != TheTarget
	}
	return false
}

// stream holds the messages that a viewer has received, and how many of all messages have been
// searched for them.
type stream struct {
	searched int
	theirs   []int32 // indexes
}

// Look lets time pass and returns the messages of a viewer after the first ones, nil for a viewer
// who is not in the game. Events applied afterwards must not be earlier than this time. Like all
// methods that let time pass, it must not run concurrently with others.
func (g *Game) Look(v Viewer, after int, now time.Duration) []Message {
	if v < TheTarget || int(v) >= len(g.bettors) {
		return nil
	}
	g.pass(max(g.now, now.Truncate(time.Microsecond)))
	if g.streams == nil {
		g.streams = make(map[Viewer]*stream)
	}
	s := g.streams[v]
	if s == nil {
		s = &stream{}
		g.streams[v] = s
	}
	for ; s.searched < len(g.said); s.searched++ {
		if g.said[s.searched].reaches(v) {
			s.theirs = append(s.theirs, int32(s.searched))
		}
	}
	fresh := s.theirs[min(max(0, after), len(s.theirs)):]
	list := make([]Message, len(fresh))
	for i, n := range fresh {
		list[i] = g.said[n].Message
	}
	return list
}

// NextRelease returns when the next text is released to bettors.
func (g *Game) NextRelease() (at time.Duration, ok bool) {
	if len(g.late) == 0 {
		return 0, false
	}
	return g.late[0].Time, true
}

func (g *Game) name(bettor int) string { return g.settings.Bettors[bettor] }

// tell sends a message about a bettor, or about nobody in particular, to those who get its kind.
func (g *Game) tell(bettor int, m Message) {
	g.said = append(g.said, addressed{m, audiences[m.Kind], bettor})
}

// publish announces an answer to a bettor's question: the other bettors get a signal, and the text
// after the delay.
func (g *Game) publish(bettor, number int, e Event) {
	text := Message{Kind: Answered, Time: e.Time, Number: number, Text: e.Text}
	g.tell(bettor, text)
	g.tell(bettor, Message{Kind: Signal, Time: e.Time, Number: number})
	text.Time += g.settings.delay()
	g.late = append(g.late, addressed{text, otherBettors, bettor})
}

// release sends the texts whose time has come.
func (g *Game) release(now time.Duration) {
	n := 0
	for n < len(g.late) && g.late[n].Time <= now {
		n++
	}
	g.said = append(g.said, g.late[:n]...)
	g.late = slices.Delete(g.late, 0, n)
}
