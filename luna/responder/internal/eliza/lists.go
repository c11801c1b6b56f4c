package eliza

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// list is a list in a script of the form of 1966, or a word, or neither: the empty list.
type list struct {
	line  int
	word  string
	items []list
}

var (
	// atoms matches comments, parentheses, = and words.
	atoms = text.Pattern(`;.*|[()=\n]|[^\s()=;]+`)
	// numeral matches a number, and marks that may follow it.
	numeral = text.Pattern(`^[0-9]{1,6}[,.!?]*$`)
)

// is reports whether a list is a word or begins with it.
func (l list) is(word string) bool {
	return strings.EqualFold(l.word, word) || len(l.items) > 0 && strings.EqualFold(l.items[0].word, word)
}

func isEqual(l list) bool { return l.word == "=" }
func isList(l list) bool  { return l.word == "" }

// parseLists reads a script in the form of 1966: each list becomes directives of the other form.
func (p *parser) parseLists(content string) error {
	p.s.lists, p.s.fixed = true, true
	stack := []list{{}}
	p.line = 1
	for _, atom := range atoms().FindAllString(content, -1) {
		top := len(stack) - 1
		switch {
		case atom == "\n":
			p.line++
		case atom[0] == ';':
		case atom == "(":
			stack = append(stack, list{line: p.line})
		case atom == ")" && top == 0:
			return p.wrong(p.line, `")"`, `"(" before it`)
		case atom == ")":
			stack[top-1].items = append(stack[top-1].items, stack[top])
			stack = stack[:top]
		default:
			stack[top].items = append(stack[top].items, list{line: p.line, word: atom})
		}
	}
	if top := len(stack) - 1; top > 0 {
		return p.wrong(stack[top].line, `"("`, `")" after it`)
	}
	all := stack[0].items
	if !slices.ContainsFunc(all[:min(len(all), 1)], func(l list) bool {
		return slices.ContainsFunc(l.items, isList) || slices.ContainsFunc(l.items, isEqual)
	}) {
		all = all[min(len(all), 1):] // the opening remark
	}
	for _, last := range []bool{false, true} { // MEMORY refers to a keyword that may follow it
		for _, l := range all {
			empty := isList(l) && len(l.items) == 0
			if !empty && !l.is("START") && l.is("MEMORY") == last {
				p.entry(l)
			}
		}
	}
	return p.err
}

// do carries out a directive, unless there was a fault.
func (p *parser) do(l list, directive string) {
	if p.err == nil {
		p.line = l.line
		p.err = p.read(directive)
	}
}

// must notes a fault unless something holds.
func (p *parser) must(ok bool, l list, expected string) bool {
	if !ok && p.err == nil {
		p.err = p.wrong(l.line, "the list "+text.Quote("("+plainText(l.items)+")"), expected)
	}
	return ok
}

// entry reads (MEMORY KEYWORD (PATTERN = TEXT) …), (NONE ((0) (TEXT) …)) or
// (KEYWORD = WORD DLIST(/TAG …) RANK ((PATTERN) (REPLY) …) … (=KEYWORD)), whose parts may be
// missing.
func (p *parser) entry(l list) {
	const form = "(KEYWORD = WORD DLIST(/TAG …) RANK ((PATTERN) (REPLY) …) … (=KEYWORD))"
	if !p.must(len(l.items) > 1 && !isList(l.items[0]), l, form) {
		return
	}
	name := l.items[0].word
	rest := l.items[1:]
	key := "key "
	if l.is("MEMORY") {
		name, rest = rest[0].word, rest[1:]
		p.key = p.s.keys[strings.ToLower(name)]
		p.must(p.key != nil, l, "MEMORY and a keyword that has rules")
	}
	rank := ""
	for i, item := range rest {
		before := i > 0 && (isEqual(rest[i-1]) || rest[i-1].is("DLIST"))
		switch at := slices.IndexFunc(item.items, isEqual); {
		case item.word == "=" && i+1 < len(rest) && !isList(rest[i+1]):
			p.do(item, "pre "+name+" = "+rest[i+1].word)
		case item.is("DLIST") || before && !isList(item):
		case before:
			for _, tag := range strings.Fields(strings.ReplaceAll(plainText(item.items), "/", " ")) {
				p.do(item, "class "+tag+": "+name)
			}
		case numeral().MatchString(item.word):
			rank = " " + item.word
		case l.is("MEMORY"):
			if p.must(at > 0, item, "(PATTERN = TEXT)") {
				p.do(item, "memory "+p.parts(item.items[:at]))
				p.do(item, "say "+plainText(item.items[at+1:]))
			}
		case !p.must(len(item.items) > 1 && (at == 0 || len(item.items[0].items) > 0), l, form):
		case l.is("NONE"):
			p.must(plainText(item.items[0].items) == "$0", item, "((0) (TEXT) …)")
			for _, reply := range item.items[1:] {
				words := plainText(reply.items)
				p.must(!strings.ContainsAny(words, "$=(") && words != "NEWKEY", reply, "(TEXT)")
				p.do(reply, "default "+words)
			}
		default:
			if key != "" {
				p.do(item, key+name+rank)
				key = ""
			}
			p.transformation(item)
		}
	}
}

// transformation reads ((PATTERN) (REPLY) …), or (=KEYWORD), which stands for any words.
func (p *parser) transformation(l list) {
	replies := l.items[1:]
	if l.is("=") {
		p.do(l, "match *")
		replies = []list{l}
	} else {
		p.do(l, "match "+p.parts(l.items[0].items))
	}
	for _, reply := range replies {
		switch {
		case reply.is("="):
			p.do(reply, "goto "+plainText(reply.items[1:]))
		case reply.is("NEWKEY"):
			p.do(reply, "newkey")
		case reply.is("PRE") && len(reply.items) == 3 && reply.items[2].is("="):
			p.do(reply, "say "+plainText(reply.items[1].items))
			if p.err == nil {
				last := &p.rule.replies[len(p.rule.replies)-1]
				last.goTo = strings.ToLower(plainText(reply.items[2].items[1:]))
			}
		case p.must(!slices.ContainsFunc(reply.items, isList), reply,
			"(TEXT), (NEWKEY), (=KEYWORD) or (PRE (TEXT) (=KEYWORD))"):
			p.do(reply, "say "+plainText(reply.items))
		}
	}
}

// parts returns a pattern in the other form. A list of words becomes a class.
func (p *parser) parts(items []list) string {
	var fields []string
	for _, item := range items {
		field := item.word
		switch words := strings.ToLower(plainText(item.items)); {
		case field == "0":
			field = "*"
		case numeral().MatchString(field):
			field = "*" + field
		case field == "" && strings.HasPrefix(words, "/"):
			field = "@" + strings.ReplaceAll(strings.TrimLeft(words, "/ "), " ", "/")
		case field == "":
			words = strings.TrimLeft(words, "* ")
			field = "@*" + strings.ReplaceAll(words, " ", ",")
			p.do(item, "class "+field[1:]+": "+words)
		}
		fields = append(fields, field)
	}
	return strings.Join(fields, " ")
}

// text returns the words of a list, in which numbers refer to parts.
func plainText(items []list) string {
	words := make([]string, len(items))
	for i, item := range items {
		switch words[i] = item.word; {
		case numeral().MatchString(item.word):
			words[i] = "$" + item.word
		case isList(item):
			words[i] = "(…)"
		}
	}
	return strings.Join(words, " ")
}
