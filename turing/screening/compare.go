package screening

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/turing/screening/internal/phrase"
)

// compared finds which of two things a comparison prefers, in the direction of the question.
func compared(t phrase.Text, list []mention, question phrase.Text) (mention, bool) {
	for i, k := range t.Tokens {
		if k.Text != "than" || k.Denied {
			continue
		}
		d := none
		for j := i - 1; j >= 0 && j >= i-3 && d == none; j-- {
			d = degree(t.Tokens[j].Text)
		}
		var subject, object *mention
		for m := range list {
			if list[m].end <= i {
				subject = &list[m]
			} else if list[m].at > i && object == nil {
				object = &list[m]
			}
		}
		if d == none || subject == nil || object == nil || subject.name == object.name {
			continue
		}
		if d == asksFor(question) {
			return *subject, true
		} else if d.opposite() == asksFor(question) {
			return *object, true
		}
	}
	return mention{}, false
}

// scale is what is compared, upwards or downwards.
type scale string

const none scale = ""

func (s scale) opposite() scale {
	if rest, ok := strings.CutPrefix(string(s), "-"); ok {
		return scale(rest)
	}
	return "-" + s
}

var degrees = map[scale]string{
	"size":   "larger largest bigger biggest greater greatest",
	"-size":  "smaller smallest littler littlest tinier tiniest less least",
	"speed":  "faster fastest quicker quickest",
	"-speed": "slower slowest",
	"weight": "heavier heaviest", "-weight": "lighter lightest",
	"age": "older oldest elder eldest", "-age": "younger youngest",
	"height": "taller tallest higher highest",
	"length": "longer longest", "-length": "shorter shortest",
	"strength": "stronger strongest", "-strength": "weaker weakest",
	"wealth": "richer richest", "-wealth": "poorer poorest",
}

// degree returns the scale and direction of a comparative or superlative.
func degree(word string) scale {
	for s, words := range degrees {
		if slices.Contains(strings.Fields(words), word) {
			return s
		}
	}
	return none
}

// asksFor returns the scale of the last comparative or superlative of a question.
func asksFor(question phrase.Text) scale {
	for _, k := range slices.Backward(question.Tokens) {
		if s := degree(k.Text); s != none {
			return s
		}
	}
	return none
}

// inverted reports whether an answer only has degrees of the opposite direction, without comparing
// two things: "a grape is smaller" where the question asks which is larger.
func inverted(t phrase.Text, question phrase.Text) bool {
	asked, found := asksFor(question), false
	if asked == none {
		return false
	}
	for _, k := range t.Tokens {
		d := degree(k.Text)
		if k.Text == "than" || k.Denied || d == asked {
			return false
		}
		found = found || d == asked.opposite()
	}
	return found
}
