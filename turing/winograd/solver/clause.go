package solver

import "slices"

// markClauses numbers the clauses of a text. A clause ends at the end of a sentence, at a semicolon,
// colon or dash, at a conjunction or relative pronoun that begins a clause, and at a comma or "and"
// between two verbs.
func markClauses(tokens []token) {
	clause, seen := 0, false // seen: the clause has a verb
	for i := range tokens {
		t := &tokens[i]
		switch {
		case i > 0 && t.sentence != tokens[i-1].sentence,
			t.tag == mark && (t.text == ";" || t.text == ":" || t.text == "-" || t.text == `"`):
			clause, seen = clause+1, false
		case seen && breaks[t.lower] && t.tag != determiner && t.tag != preposition && verbFollows(tokens, i):
			clause, seen = clause+1, false
		case t.lower == "for" && seen && i+1 < len(tokens) && subjectPronouns[tokens[i+1].lower] &&
			verbFollows(tokens, i):
			clause, seen = clause+1, false
		case seen && (t.text == "," || t.lower == "and" || t.lower == "or") && verbFollows(tokens, i):
			clause, seen = clause+1, false
		}
		t.clause = clause
		seen = seen || t.tag == verb || t.tag == auxiliary
	}
}

var subjectPronouns = set("he she it they we i you")

// verbFollows reports whether a verb comes after token i before a comma, a conjunction or the end of
// the sentence.
func verbFollows(tokens []token, i int) bool {
	for j := i + 1; j < len(tokens) && tokens[j].sentence == tokens[i].sentence; j++ {
		t := &tokens[j]
		if t.tag == verb || t.tag == auxiliary {
			return true
		}
		if t.text == "," && j > i+1 || t.text == ";" || breaks[t.lower] && j > i+1 {
			return false
		}
	}
	return false
}

// role is a phrase's part in its clause.
type role byte

const (
	other     role = iota
	subject        // before the verb
	object         // after it
	oblique        // after a preposition
	possessor      // before 's, or his, her, its, their
	roles
)

// event is what a clause says: its verb or the adjective after a form of be, and its object.
type event struct {
	verb    string // base form, "" without one; "be" before an adjective or noun
	quality string // the adjective, noun or adverb after a form of be
	thing   string // the head of the object
	words   []string
	negated bool
	passive bool
	too     bool // "too" or "so" before the quality
	speech  bool // a verb of saying or thinking
}

// head returns the word that says most about the event.
func (e *event) head() string {
	if e.quality != "" {
		return e.quality
	}
	return e.verb
}

// eventAt reads the clause of token i. The verb is that of which a phrase at i would be the subject
// or the object.
func eventAt(tokens []token, i int, r role) (e event) {
	clause := tokens[i].clause
	from, to := i, i+1
	for from > 0 && tokens[from-1].clause == clause {
		from--
	}
	for to < len(tokens) && tokens[to].clause == clause {
		to++
	}
	for j := from; j < to; j++ {
		t := &tokens[j]
		if j != i && (t.tag == noun || t.tag == verb || t.tag == adjective) {
			e.words = append(e.words, t.lower)
		}
		e.negated = e.negated || t.tag == negation
	}
	at := verbNear(tokens, from, to, i, r)
	if at < 0 {
		return e
	}
	t := &tokens[at]
	e.verb = t.lemma
	if t.tag == auxiliary {
		e.verb = "be"
		if !beForms[t.lower] {
			e.verb = "have"
		}
	}
	e.speech = speech[e.verb]
	e.passive = t.tag == verb && t.past && follows(tokens, from, at, beForms)
	for j := at + 1; j < to; j++ {
		u := &tokens[j]
		if u.lower == "too" || u.lower == "so" {
			e.too = true
		}
		content := u.tag == noun || u.tag == adjective || u.tag == name
		switch {
		case !content:
		case e.verb == "be" && e.quality == "":
			e.quality = u.lower
		case u.tag != adjective && e.thing == "" && !(j+1 < to && tokens[j+1].tag == noun):
			e.thing = u.lower
		}
	}
	return e
}

// follows reports whether one of the words comes before token at, with only adverbs between.
func follows(tokens []token, from, at int, words map[string]bool) bool {
	for j := at - 1; j >= from; j-- {
		if words[tokens[j].lower] {
			return true
		}
		if tokens[j].tag != adverb && tokens[j].tag != negation {
			return false
		}
	}
	return false
}

// verbNear returns the verb of which token i is an argument: for a subject the first after i, else
// the last before i; failing that any, and failing that an auxiliary. It is -1 if there is none.
func verbNear(tokens []token, from, to, i int, r role) int {
	before, after := -1, -1
	auxBefore, auxAfter := -1, -1
	for j := from; j < to; j++ {
		switch {
		case j == i:
		case tokens[j].tag == verb && j < i:
			before = j
		case tokens[j].tag == verb && after < 0:
			after = j
		case tokens[j].tag == auxiliary && j < i:
			auxBefore = j
		case tokens[j].tag == auxiliary && after < 0 && !modal[tokens[j].lower]:
			auxAfter = j
		}
	}
	// After a form of be, an adjective or noun comes before any other verb: "was glad to see".
	if after >= 0 && auxAfter >= 0 && beForms[tokens[auxAfter].lower] &&
		slices.ContainsFunc(tokens[min(auxAfter, after):after], func(t token) bool {
			return t.tag == adjective || t.tag == noun
		}) {
		after = auxAfter
	}
	order := []int{before, after, auxBefore, auxAfter}
	if r == subject || r == possessor {
		order = []int{after, auxAfter, before, auxBefore}
	}
	for _, at := range order {
		if at >= 0 {
			return at
		}
	}
	return -1
}

var modal = set("will would shall should can could may might must do does did to 'll 'd")
