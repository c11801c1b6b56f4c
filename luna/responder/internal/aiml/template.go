package aiml

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/text"
)

const (
	// maxSrai is how deep srai may go, maxWork how many elements an answer may take, and maxOutput
	// how many bytes it may have.
	maxSrai, maxWork, maxOutput = 30, 10_000, 20_000
	// maxVars is the maximum number of variables of a conversation, and maxValue that of the bytes
	// in one.
	maxVars, maxValue = 200, 1000
)

// run is the evaluation of the answer to one sentence.
type run struct {
	c      *Conversation
	match  match
	depth  int // of srai
	budget *int
}

// answer returns the answer to a sentence, none if no category matches.
func (r *run) answer(sentence []string, depth int) string {
	if depth > maxSrai || len(sentence) == 0 {
		return ""
	}
	topic := orStar(normal(r.c.vars["topic"]))
	m, ok := r.c.set.root.find(path(sentence, orStar(r.c.that), topic))
	if !ok {
		return ""
	}
	inner := &run{c: r.c, match: m, depth: depth, budget: r.budget}
	return inner.all(m.template.children)
}

func (r *run) all(list []*element) string {
	var b strings.Builder
	for _, e := range list {
		if b.Len() > maxOutput {
			break
		}
		b.WriteString(r.one(e))
	}
	text := b.String()
	return strings.ToValidUTF8(text[:min(len(text), maxOutput)], "")
}

func (r *run) one(e *element) string {
	if *r.budget--; *r.budget < 0 {
		return ""
	}
	if e.name == "" {
		return e.text
	}
	if f := elements[e.name]; f != nil {
		return f(r, e)
	}
	if silent[e.name] {
		return ""
	}
	return r.all(e.children)
}

// silent are elements whose content is not meant for the reader but for other programs.
var silent = map[string]bool{"system": true, "javascript": true, "learn": true, "gossip": true,
	"script": true, "oob": true}

// elements are the elements of templates. They are set by init, since they refer to each other.
var elements map[string]func(r *run, e *element) string

func init() {
	within := func(change func(string) string) func(*run, *element) string {
		return func(r *run, e *element) string { return change(r.all(e.children)) }
	}
	ofStar := func(change func(string) string) func(*run, *element) string {
		return func(r *run, e *element) string {
			if len(e.children) == 0 {
				return change(star(r.match.stars, &element{}))
			}
			return change(r.all(e.children))
		}
	}
	elements = map[string]func(r *run, e *element) string{
		"star":      func(r *run, e *element) string { return star(r.match.stars, e) },
		"thatstar":  func(r *run, e *element) string { return star(r.match.thats, e) },
		"topicstar": func(r *run, e *element) string { return star(r.match.topics, e) },
		"srai": func(r *run, e *element) string {
			return r.answer(normal(r.all(e.children)), r.depth+1)
		},
		"sr": func(r *run, _ *element) string {
			return r.answer(normal(star(r.match.stars, &element{})), r.depth+1)
		},
		"random":    (*run).random,
		"condition": (*run).condition,
		"set":       (*run).set,
		"get":       func(r *run, e *element) string { return r.c.vars[variable(e)] },
		"think": func(r *run, e *element) string {
			r.all(e.children)
			return ""
		},
		"input": func(r *run, e *element) string {
			n, _ := index(e)
			return back(r.c.inputs, n)
		},
		"that":      (*run).that,
		"bot":       func(r *run, e *element) string { return r.c.set.property(e) },
		"name":      func(r *run, e *element) string { return r.c.set.property(e) },
		"size":      func(r *run, _ *element) string { return strconv.Itoa(r.c.set.categories) },
		"version":   func(*run, *element) string { return "AIML 1.0.1" },
		"id":        func(*run, *element) string { return "anonymous" },
		"date":      (*run).date,
		"br":        func(*run, *element) string { return " " },
		"uppercase": within(strings.ToUpper),
		"lowercase": within(strings.ToLower),
		"formal":    within(formal),
		"sentence":  within(sentence),
		"person":    ofStar(substituted(persons)),
		"person2":   ofStar(substituted(persons)),
		"gender":    ofStar(substituted(genders)),
	}
}

// star returns what the n-th wildcard stands for, in lower case as people type.
func star(list [][]string, e *element) string {
	n, _ := index(e)
	if n < 1 || n > len(list) {
		return ""
	}
	words := make([]string, len(list[n-1]))
	for i, w := range list[n-1] {
		if words[i] = strings.ToLower(w); w == "I" {
			words[i] = w
		}
	}
	return strings.Join(words, " ")
}

// index returns the numbers of an index such as 2 or 2,1; 1 if there is none, 0 if it is no number.
func index(e *element) (first, second int) {
	a, b, _ := strings.Cut(e.attrs["index"], ",")
	number := func(text string) int {
		if text = strings.TrimSpace(text); text == "" {
			return 1
		}
		n, _ := strconv.Atoi(text)
		return n
	}
	return number(a), number(b)
}

// back returns the n-th text from the end.
func back(list []string, n int) string {
	if n < 1 || n > len(list) {
		return ""
	}
	return list[len(list)-n]
}

// that returns a sentence of an earlier reply, by default the last sentence of the last reply: the
// index counts replies and then sentences, both from the end. The sentence * is the whole reply.
func (r *run) that(e *element) string {
	n, m := index(e)
	reply := back(r.c.replies, n)
	if m < 1 {
		return reply
	}
	return back(sentences(reply), m)
}

// random takes an item that has not been taken for long, so that a reply is not repeated at once.
func (r *run) random(e *element) string {
	items := items(e)
	if len(items) == 0 {
		return ""
	}
	turn, ok := r.c.turns[e]
	if !ok {
		turn = r.c.rng.IntN(len(items))
	} else if len(items) > 1 {
		turn = (turn + 1 + r.c.rng.IntN(len(items)-1)) % len(items)
	}
	r.c.turns[e] = turn
	return r.all(items[turn].children)
}

func items(e *element) []*element {
	isOther := func(c *element) bool { return c.name != "li" }
	return slices.DeleteFunc(slices.Clone(e.children), isOther)
}

// condition has one of three forms: a name and a value, a name with values in its items, or both in
// its items. The first item that holds counts; one without a value always does.
func (r *run) condition(e *element) string {
	if _, ok := e.attrs["value"]; ok {
		if r.holds(e.attrs["name"], e.attrs["value"]) {
			return r.all(e.children)
		}
		return ""
	}
	for _, item := range items(e) {
		name := cmp.Or(item.attrs["name"], e.attrs["name"])
		if value, ok := item.attrs["value"]; !ok || r.holds(name, value) {
			return r.all(item.children)
		}
	}
	return ""
}

func (r *run) holds(name, value string) bool {
	is := r.c.vars[strings.ToLower(name)]
	if value == "*" {
		return is != ""
	}
	return slices.Equal(normal(is), normal(value))
}

func (r *run) set(e *element) string {
	value := squeeze(r.all(e.children))
	value = strings.ToValidUTF8(value[:min(len(value), maxValue)], "")
	if _, known := r.c.vars[variable(e)]; known || len(r.c.vars) < maxVars {
		r.c.vars[variable(e)] = value
	}
	return value
}

func variable(e *element) string { return strings.ToLower(e.attrs["name"]) }

// date returns the date or, by the attribute format, the hour (%H), the weekday (%A), the month
// (%B), the day (%d) or the year (%Y).
func (r *run) date(e *element) string {
	now := r.c.now()
	format := cmp.Or(e.attrs["format"], "%A, %B %d, %Y")
	return strings.NewReplacer("%H", now.Format("15"), "%I", now.Format("3"),
		"%M", now.Format("04"), "%p", now.Format("PM"), "%A", now.Format("Monday"),
		"%B", now.Format("January"),
		"%d", now.Format("2"), "%Y", now.Format("2006"), "%m", now.Format("01")).Replace(format)
}

// formal capitalizes every word; sentence capitalizes the first one.
func formal(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = sentence(w)
	}
	return strings.Join(words, " ")
}

func sentence(text string) string {
	runes := []rune(strings.TrimSpace(text))
	if len(runes) > 0 {
		runes[0] = unicode.ToUpper(runes[0])
	}
	return string(runes)
}

// substituted replaces words by their counterparts in a table, such as you for I. A word that the
// table lacks may begin with one that it has, as in she'd.
func substituted(table map[string]string) func(text string) string {
	return func(text string) string {
		return wordPattern().ReplaceAllStringFunc(text, func(said string) string {
			low := strings.ReplaceAll(strings.ToLower(said), "’", "'")
			other, ok := table[low]
			if start, end, long := strings.Cut(low, "'"); long && !ok {
				other, ok = table[start]
				other += "'" + end
			}
			switch {
			case !ok:
				return said
			case unicode.IsUpper([]rune(said)[0]) && utf8.RuneCountInString(said) > 1:
				return sentence(other)
			}
			return other
		})
	}
}

var wordPattern = text.Pattern(`\pL+(?:['’]\pL+)*`)

// persons exchanges the first and the second person, genders he and she.
var (
	persons = map[string]string{"i": "you", "me": "you", "my": "your", "mine": "yours", "am": "are",
		"im": "you are", "i'm": "you are", "myself": "yourself", "you": "me", "your": "my",
		"yours": "mine", "yourself": "myself", "you're": "I am", "you've": "I've", "you'd": "I'd",
		"you'll": "I'll"}
	genders = map[string]string{"he": "she", "him": "her", "his": "her", "himself": "herself",
		"she": "he", "her": "him", "hers": "his", "herself": "himself"}
)
