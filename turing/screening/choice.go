package screening

import (
	"fmt"
	"slices"

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
	case right == nil && len(e.offered()) == 2 && inverted(t, e.question):
		return Right, fmt.Sprintf("says that %q is the other one", wrong.Text)
	case right == nil:
		return Wrong, fmt.Sprintf("says %q", wrong.Text)
	case wrong != nil:
		return e.both(t, *right, *wrong)
	case t.Asked(at):
		return Partly, fmt.Sprintf("only asks whether it is %q", right.Text)
	}
	if inverted(t, e.question) {
		return Wrong, fmt.Sprintf("says that %q is the other one", right.Text)
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
	offered := e.offered()
	for _, list := range [][]phrase.Pattern{e.right, e.wrong} {
		for _, p := range list {
			if len(t.Sequence(p)) == 0 {
				continue
			}
			if len(offered) == 2 && slices.Contains(offered, p.Text) &&
				!slices.Contains(e.key(), p.Text) {
				return Partly, fmt.Sprintf("only denies %q", p.Text)
			}
			return Wrong, fmt.Sprintf("denies %q", p.Text)
		}
	}
	if len(offered) > 1 && len(t.Tokens) <= 6 {
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
// says that something is what is asked for, "John is the oldest", or names the day that the question
// names, "yesterday was Friday".
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
		day := slices.ContainsFunc(question.Tokens, func(k phrase.Token) bool {
			return slices.Contains(relativeDays, k.Text) && slices.Contains(words, k.Text)
		})
		if so || asked || day {
			return in[0], true
		}
	}
	return mention{}, false
}

var relativeDays = []string{"yesterday", "today", "tomorrow"}

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
