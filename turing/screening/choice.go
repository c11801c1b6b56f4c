package screening

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/turing/screening/internal/phrase"
)

// choice expects one of several phrases, and none of those that are wrong.
type choice struct {
	right, wrong []phrase.Pattern
	// literal finds phrases word by word, whatever is denied: "not started".
	literal  bool
	question phrase.Text
}

func choices(right, wrong []string) *choice {
	e := &choice{}
	for _, s := range right {
		e.right = append(e.right, phrase.NewPattern(s))
	}
	for _, s := range wrong {
		e.wrong = append(e.wrong, phrase.NewPattern(s))
	}
	return e
}

func (e *choice) key() (list []string) {
	for _, p := range e.right {
		list = append(list, p.Text)
	}
	return list
}

func (e *choice) mark(t phrase.Text) (Verdict, string) {
	if e.literal {
		for _, p := range e.right {
			if len(t.Sequence(p)) > 0 {
				return Right, fmt.Sprintf("says %q", p.Text)
			}
		}
		return Wrong, "does not say that there is none"
	}
	right, at := first(t, e.right)
	wrong, _ := first(t, e.wrong)
	switch {
	case right == nil && wrong == nil:
		return e.neither(t)
	case right == nil:
		return Wrong, fmt.Sprintf("says %q", wrong.Text)
	case wrong != nil:
		return e.both(t, *right, *wrong)
	case t.Asked(at):
		return Partly, fmt.Sprintf("only asks whether it is %q", right.Text)
	}
	if n := unrelated(t, e); n > maxUnrelated {
		return Wrong, fmt.Sprintf("also names %d unrelated things", n)
	}
	return Right, fmt.Sprintf("says %q", right.Text)
}

// first returns the first pattern that the text has and does not deny, and where.
func first(t phrase.Text, list []phrase.Pattern) (*phrase.Pattern, int) {
	for i := range list {
		if at := t.Together(list[i]); at >= 0 {
			return &list[i], at
		}
	}
	return nil, -1
}

// neither marks an answer that names nothing, or only denies something. It may point at what the
// question offers: "the second one".
func (e *choice) neither(t phrase.Text) (Verdict, string) {
	for _, list := range [][]phrase.Pattern{e.right, e.wrong} {
		for _, p := range list {
			if len(t.Sequence(p)) > 0 {
				return Wrong, fmt.Sprintf("denies %q", p.Text)
			}
		}
	}
	if offered := e.offered(); len(offered) > 1 && len(t.Tokens) <= 6 {
		i := slices.IndexFunc(t.Tokens, func(k phrase.Token) bool {
			return slices.Contains(
				[]string{"first", "former", "second", "latter", "last", "third"},
				k.Text,
			)
		})
		if i >= 0 {
			n := map[string]int{"first": 0, "second": 1, "third": 2, "former": 0,
				"latter": len(offered) - 1, "last": len(offered) - 1}[t.Tokens[i].Text]
			if n < len(offered) {
				if slices.Contains(e.key(), offered[n]) && t.Asked(i) {
					return Partly, fmt.Sprintf("only asks whether it is %q", offered[n])
				} else if slices.Contains(e.key(), offered[n]) {
					return Right, fmt.Sprintf("points at %q", offered[n])
				}
				return Wrong, fmt.Sprintf("points at %q", offered[n])
			}
		}
	}
	return Wrong, "has nothing of the key"
}

// offered returns what the question offers to choose from, in its order.
func (e *choice) offered() []string {
	type offer struct {
		text string
		at   int
	}
	var list []offer
	for _, p := range slices.Concat(e.right, e.wrong) {
		if at := e.question.Sequence(p); len(at) > 0 {
			list = append(list, offer{p.Text, at[len(at)-1]})
		}
	}
	slices.SortStableFunc(list, func(a, b offer) int { return a.at - b.at })
	var texts []string
	for _, o := range list {
		texts = append(texts, o.text)
	}
	return texts
}

// mention is where an answer names what can be chosen.
type mention struct {
	at, end int
	name    string
	right   bool
}

// both marks an answer that names right and wrong things. It is right if it compares them as the
// question does, "a grape is smaller than a grapefruit", or if it comes to a conclusion.
func (e *choice) both(t phrase.Text, right, wrong phrase.Pattern) (Verdict, string) {
	var list []mention
	for i, group := range [][]phrase.Pattern{e.right, e.wrong} {
		for _, p := range group {
			for _, at := range t.Sequence(p) {
				if !t.Tokens[at].Denied {
					list = append(list, mention{at, at + p.Words(), p.Text, i == 0})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b mention) int { return a.at - b.at })
	answered := func(m mention, how string) (Verdict, string) {
		if m.right {
			return Right, fmt.Sprintf("%s %q", how, m.name)
		}
		return Wrong, fmt.Sprintf("%s %q", how, m.name)
	}
	if m, ok := concluded(t, list, e.question); ok {
		return answered(m, "comes to")
	}
	if m, ok := opened(t, list); ok {
		return answered(m, "begins with")
	}
	if m, ok := compared(t, list, e.question); ok && len(e.offered()) == 2 {
		return answered(m, "finds")
	}
	return Wrong, fmt.Sprintf("names both %q and %q", right.Text, wrong.Text)
}

// concluded finds the only thing named in a clause that answers: one that begins with "so", or
// says that something is what is asked for, "John is the oldest".
func concluded(t phrase.Text, list []mention, question phrase.Text) (mention, bool) {
	for c := t.Tokens[len(t.Tokens)-1].Clause; c >= 0; c-- {
		var words []string
		for _, k := range t.Tokens {
			if k.Clause == c {
				words = append(words, k.Text)
			}
		}
		in := slices.DeleteFunc(
			slices.Clone(list),
			func(m mention) bool { return t.Tokens[m.at].Clause != c },
		)
		if len(in) == 0 ||
			slices.ContainsFunc(in, func(m mention) bool { return m.name != in[0].name }) {
			continue
		}
		so := slices.Contains([]string{"so", "therefore", "thus", "hence"}, words[0]) ||
			slices.Contains(words, "answer")
		asked := slices.ContainsFunc(
			words,
			func(w string) bool { return degree(w) == asksFor(question) && degree(w) != none },
		) &&
			!slices.Contains(words, "than")
		if so || asked {
			return in[0], true
		}
	}
	return mention{}, false
}

// opened finds the only thing named in the clause that names one first, if what follows is no list
// of others but says something: "a shirt, unless it's a very big pen".
func opened(t phrase.Text, list []mention) (mention, bool) {
	if len(list) == 0 || t.Asked(list[0].at) {
		return mention{}, false
	}
	m := list[0]
	others := slices.IndexFunc(list, func(o mention) bool { return o.name != m.name })
	if others < 0 || t.Tokens[list[others].at].Clause == t.Tokens[m.at].Clause {
		return mention{}, false
	}
	more := 0
	for i := m.end; i < len(t.Tokens); i++ {
		in := slices.ContainsFunc(list, func(o mention) bool { return i >= o.at && i < o.end })
		if !in && !slices.Contains([]string{"a", "an", "the", "and", "or"}, t.Tokens[i].Text) {
			more++
		}
	}
	return m, more >= 2
}

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
