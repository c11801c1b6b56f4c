package keylog

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Judge is the name of the judge as a party in a conversation. The others are named by their
// terminals.
const Judge = "judge"

// Turn is the text that one party types before the other begins, with its edits applied.
type Turn struct {
	T    float64 `json:"t"`    // when it begins, in seconds from the round's first key
	End  float64 `json:"end"`  // when its last character is typed
	From string  `json:"from"` // "judge", "left" or "right"
	To   string  `json:"to"`
	Part int     `json:"part,omitempty"` // of the sub-round
	Line int     `json:"line"`           // of the log, where it begins
	// Text does not include the last Return. A newline stands for a Return within the turn.
	Text string `json:"text"`
	// Keys is the number of keys pressed, including BackSpaces, Returns, and the keys of drafts
	// erased before.
	Keys       int `json:"keys"`
	BackSpaces int `json:"backspaces"`
	// Corrects reports whether the party takes back the end of its earlier words with BackSpaces
	// and says it anew, after the other party has begun to speak.
	Corrects bool `json:"corrects,omitempty"`
	// Unfinished reports whether the round ends before the party presses Return.
	Unfinished bool `json:"unfinished,omitempty"`
	// Others are the keys that the protocol does not have. Characters among them are also in the
	// text.
	Others []string `json:"others,omitempty"`
}

// samePause is the longest pause between lines of one turn, in microseconds.
const samePause = 10 * second

// Transcript returns the turns of a round in the order in which they begin: a party often begins
// before the other one has ended.
//
// A line begins with the first character that is not erased on the spot, and ends with Return.
// BackSpaces may go back beyond its beginning ([lpp.Screen]) and take back the line before, which
// had ended. If the other party had begun to say something meanwhile, the old line stays as a turn,
// and its new form is another; otherwise only the new form stays. A line also ends without Return
// if its party pauses after a sentence and the other one ends a line. For a party that hardly uses
// Return, like one judge in 2010, the pause need not follow a sentence, and a long pause ends the
// line, too. Lines of one party that follow each other within ten seconds are one turn. Each key
// belongs to a turn; the keys of lines that remain blank belong to the party's next turn.
func Transcript(r Round) []Turn {
	if len(r.Strokes) == 0 {
		return nil
	}
	return r.turns(r.Strokes[0].Received)
}

// rising returns keys with times that rise: none is before that of the line before.
func rising(strokes []Stroke) []Stroke {
	strokes = slices.Clone(strokes)
	for i := range strokes {
		strokes[i].Received = max(strokes[i].Received, strokes[max(0, i-1)].Received)
	}
	return strokes
}

// turns returns the turns of keys, with times from start on. Nothing goes on in the next sub-round.
func (r Round) turns(start int64) []Turn {
	var turns []Turn
	for rest := r.Strokes; len(rest) > 0; {
		part, n := rest[0].Part, 1
		for n < len(rest) && rest[n].Part == part {
			n++
		}
		strokes := rising(rest[:n])
		rest = rest[n:]
		said := append(talk(strokes, Left), talk(strokes, Right)...)
		slices.SortStableFunc(said, earlier)
		for _, l := range said {
			t := l.turn(start)
			t.Part = part
			turns = append(turns, t)
		}
	}
	return turns
}

// line is something that a party says; its times are in microseconds.
type line struct {
	local, ret    bool // whether the judge says it, and whether Return ends it
	side          Side
	begin, end    int64
	first         int      // line of the log
	runes         []rune   // on the screen
	text          string   // when the line ended
	more          []string // of other lines of the same turn
	keys, erasers int      // erasers are BackSpaces
	others        []string
	said          *line // the line as what it was said, if it is not blank
	corrects      *line
	unfinished    bool
	takenAt       int64 // when it was taken back, if it was
	gone          bool  // whether it was, before the other party said something
}

// solid reports whether the line has more than blanks.
func (l *line) solid() bool {
	return slices.ContainsFunc(l.runes, func(c rune) bool { return !unicode.IsSpace(c) })
}

func earlier(a, b *line) int {
	return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.first, b.first))
}

func (l *line) turn(start int64) Turn {
	t := Turn{T: float64(l.begin-start) / second, End: float64(l.end-start) / second, From: Judge,
		To: string(l.side), Line: l.first, Text: l.text + strings.Join(l.more, ""), Keys: l.keys, BackSpaces: l.erasers,
		Corrects: l.corrects != nil && !l.corrects.gone, Unfinished: l.unfinished, Others: l.others}
	if !l.local {
		t.From, t.To = t.To, t.From
	}
	return t
}

// talk returns the turns at one terminal, as lines.
func talk(strokes []Stroke, side Side) []*line {
	judge, entity := newParty(strokes, side, true), newParty(strokes, side, false)
	for _, s := range strokes {
		if s.Side != side {
			continue
		}
		p, other := entity, judge
		if s.Local {
			p, other = judge, entity
		}
		if p.handedOver(s, other) {
			p.end(false)
		}
		p.press(s)
	}
	blank := append(judge.finish(), entity.finish()...)
	said := append(judge.said, entity.said...)
	slices.SortStableFunc(said, earlier)
	return append(join(said), blank...)
}

// join joins the lines of one terminal, in the order of their beginnings, into turns.
func join(said []*line) []*line {
	var turns []*line
	for _, l := range withoutGone(said) {
		n := len(turns)
		if n == 0 || turns[n-1].local != l.local || l.begin-turns[n-1].end > samePause ||
			l.corrects != nil && !l.corrects.gone {
			turns = append(turns, l)
			continue
		}
		t := turns[n-1]
		if t.ret {
			t.more = append(t.more, "\n")
		}
		t.more = append(t.more, l.text)
		t.add(l)
		t.end, t.ret, t.unfinished = max(t.end, l.end), l.ret, l.unfinished
	}
	return turns
}

// add adds the keys of another line.
func (l *line) add(o *line) {
	l.keys += o.keys
	l.erasers += o.erasers
	l.others = append(l.others, o.others...)
}

// withoutGone drops the lines that a party took back before the other one began another. Their keys
// go to the party's next line.
func withoutGone(said []*line) []*line {
	after, next := map[bool]*line{}, map[bool]*line{} // by party; next of those kept
	var kept []*line
	for _, l := range slices.Backward(said) {
		other := after[!l.local]
		after[l.local] = l
		l.gone = l.takenAt > 0 && next[l.local] != nil && (other == nil || other.begin > l.takenAt)
		if l.gone {
			next[l.local].add(l)
			continue
		}
		next[l.local] = l
		kept = append(kept, l)
	}
	slices.Reverse(kept)
	return kept
}
