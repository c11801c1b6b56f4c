package keylog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/turing/lpp"
)

// slowLine is a line in the double.
type slowLine struct {
	from, to           string
	begin, end, taken  int64
	text               string
	ordinal            int // which line of the party's text it is
	corrects           int // index among the party's lines, or -1
	finished, unspoken bool
}

// slowText returns a party's text after some of its keys.
func slowText(keys []Stroke) string {
	text := ""
	for _, k := range keys {
		switch {
		case k.Key != lpp.BackSpace:
			text += string(rune(k.Key))
		case text != "":
			text = text[:len(text)-1]
		}
	}
	return text
}

func openLine(text string) string { return text[strings.LastIndex(text, "\n")+1:] }

// slowLines returns what a party has said, each time from the text after every single key.
func slowLines(keys []Stroke, from, to string) []slowLine {
	var said []slowLine
	blank := func(i int) bool { return strings.TrimSpace(openLine(slowText(keys[:i+1]))) == "" }
	newlines := func(i int) int { return strings.Count(slowText(keys[:i+1]), "\n") }
	for i := range keys {
		// The next key ends the line that is open after this one.
		finished := i+1 < len(keys) && keys[i+1].Key == lpp.Return
		if blank(i) || !finished && i+1 < len(keys) || keys[i].Key == lpp.Return {
			continue
		}
		l := slowLine{from: from, to: to, text: openLine(slowText(keys[:i+1])), finished: finished,
			ordinal: newlines(i), corrects: -1}
		b := i
		for j := i; j >= 0 && !blank(j) && keys[j].Key != lpp.Return; j-- {
			b = j
			if j > 0 && newlines(j) < newlines(j-1) { // back beyond a Return
				for k, was := range said {
					if was.ordinal == l.ordinal {
						l.corrects = k
					}
				}
				break
			}
		}
		l.begin, l.end = keys[b].Received, keys[i].Received
		for j := i; j >= b; j-- {
			c := keys[j].Key
			if c != ' ' && (c != lpp.BackSpace || j == 0 || slowText(keys[:j]) != "") {
				l.end = keys[j].Received
				break
			}
		}
		if k := l.corrects; k >= 0 &&
			strings.TrimSpace(said[k].text) == strings.TrimSpace(l.text) &&
			finished {
			said[k].unspoken = false
			said[k].taken = 0
			l.unspoken = true
			l.corrects = -1
			// It is taken back again if a later key takes it back.
			for j := i + 2; j < len(keys); j++ {
				if newlines(j) <= l.ordinal {
					said[k].taken = keys[j].Received
					break
				}
			}
			continue
		}
		for j := i + 2; finished && j < len(keys); j++ {
			if newlines(j) <= l.ordinal {
				l.taken = keys[j].Received
				break
			}
		}
		said = append(said, l)
	}
	return said
}

// slowTalk returns the turns of a terminal as text.
func slowTalk(strokes []Stroke) []string {
	var keys [2][]Stroke
	for _, s := range strokes {
		if s.Local {
			keys[0] = append(keys[0], s)
		} else {
			keys[1] = append(keys[1], s)
		}
	}
	lists := [2][]slowLine{slowLines(keys[0], Judge, "left"), slowLines(keys[1], "left", Judge)}
	var all []slowLine
	for p, list := range lists {
		for i := range list {
			l := &list[i]
			if l.taken == 0 {
				continue
			}
			l.unspoken = slices.ContainsFunc(list,
				func(o slowLine) bool { return o.begin > l.begin })
			for _, o := range lists[1-p] {
				if o.begin > l.begin && o.begin <= l.taken {
					l.unspoken = false
				}
			}
		}
		for _, l := range list {
			if k := l.corrects; k >= 0 && list[k].unspoken {
				l.corrects = -1
			}
			if !l.unspoken {
				all = append(all, l)
			}
		}
	}
	slices.SortFunc(all, func(a, b slowLine) int { return int(a.begin - b.begin) })
	var turns []slowLine
	for _, l := range all {
		n := len(turns)
		if n == 0 || turns[n-1].from != l.from || l.begin > turns[n-1].end+10*second ||
			l.corrects >= 0 {
			turns = append(turns, l)
			continue
		}
		turns[n-1].text += "\n" + l.text
		turns[n-1].end = max(turns[n-1].end, l.end)
	}
	var out []string
	for _, u := range turns {
		out = append(out, fmt.Sprintf("%d %s %q %v", u.begin, u.from, u.text, u.corrects >= 0))
	}
	return out
}

// TestTranscriptAgainstASlowDouble compares transcripts of random keys with those that the double
// makes. Pauses are too short for lines to end without Return, which TestTranscript shows.
func TestTranscriptAgainstASlowDouble(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const pressed = "ab \n\n\b\b\b"
	for range 3000 {
		var strokes []Stroke
		at, local := int64(5), true
		for i := range 1 + r.IntN(40) {
			at += 1 + r.Int64N(second)
			if r.IntN(30) == 0 {
				at += 12 * second
			}
			if r.IntN(4) == 0 {
				local = !local
			}
			k := pressed[r.IntN(len(pressed))]
			strokes = append(strokes, Stroke{Received: at, Local: local, Side: Left,
				Key: lpp.Key(k), Line: i + 1})
		}
		// No line ends without Return: parties that never leave the word in mid-line.
		if !usesReturn(strokes, Left, true) || !usesReturn(strokes, Left, false) {
			continue
		}
		var got []string
		for _, l := range talk(strokes, Left) {
			if strings.TrimSpace(l.text) == "" {
				continue
			}
			u := l.turn(0)
			got = append(got, fmt.Sprintf("%d %s %q %v", l.begin, u.From, u.Text, u.Corrects))
		}
		if want := slowTalk(strokes); !slices.Equal(got, want) {
			var keys strings.Builder
			for _, s := range strokes {
				fmt.Fprintf(&keys, "%d %v %q\n", s.Received, s.Local, rune(s.Key))
			}
			t.Fatalf("keys\n%sgot\n%s\nwant\n%s", &keys, strings.Join(got, "\n"),
				strings.Join(want, "\n"))
		}
	}
}
