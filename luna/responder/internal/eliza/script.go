package eliza

import (
	"bytes"
	_ "embed" // the default script
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Script is a set of rules.
type Script struct {
	defaults rule // remarks where no keyword helps; it has no pattern
	pre      phrases
	post     phrases
	classes  map[string]map[string]bool
	keys     map[string]*key
	// fixed means that replies take turns from the first one on, and lists that the script has the
	// form of 1966 and its replies are found as then.
	fixed, lists bool
}

// key contains the rules for one or more keywords.
type key struct {
	rank   int
	rules  []*rule
	memory []*rule
}

// rule is a pattern with its replies.
type rule struct {
	line    int
	pattern []part
	replies []reply
}

// part is a part of a pattern: a word, a word of a class, or a number of words.
type part struct {
	word, class string // both are empty for a number of words
	count       int    // 0 for any number
}

// reply is a text, the name of a keyword to go to, or neither, which means to continue with the
// next keyword. Both mean to go on with the text in the place of what was said.
type reply struct {
	line       int
	text, goTo string
}

const (
	// MaxSize is the maximum size of a script in bytes; MaxLine is the maximum size of a line.
	MaxSize, MaxLine = 1 << 20, 2000
	maxParts         = 20
)

//go:embed default.txt
var defaultText []byte

// Default returns the script of this package.
var Default = sync.OnceValue(func() *Script {
	s, err := Parse(defaultText, "default.txt")
	if err != nil {
		panic(err) // a test parses it
	}
	return s
})

// Open reads a script from a file.
func Open(path string) (*Script, error) {
	content, err := files.Read(path, MaxSize, "a script")
	if err != nil {
		return nil, err
	}
	return Parse(content, path)
}

// Parse reads a script. The name of the file appears in errors.
func Parse(content []byte, file string) (*Script, error) {
	p := parser{file: file, s: &Script{classes: map[string]map[string]bool{},
		keys: map[string]*key{}, pre: phrases{}, post: phrases{}}}
	if strings.IndexAny(strings.TrimSpace(string(content)), "(;") == 0 {
		if err := p.parseLists(strings.ToValidUTF8(string(content), "\ufffd")); err != nil {
			return nil, err
		}
		return p.s, p.finish()
	}
	in := files.NewScanner(bytes.NewReader(content), file, MaxLine)
	for in.Scan() {
		p.line = in.Line()
		text := strings.TrimSpace(strings.ToValidUTF8(in.Text(), "\ufffd"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if err := p.read(text); err != nil {
			return nil, err
		}
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	return p.s, p.finish()
}

// parser is the state of reading a script.
type parser struct {
	file  string
	line  int
	s     *Script
	key   *key
	rule  *rule
	rules []*rule
	err   error // the first fault in lists
}

func (p *parser) wrong(line int, found, expected string) error {
	return files.New(p.file, line, found, expected)
}

// words returns the words of a text. In the form of 1966, spaces separate them.
func (p *parser) words(text string) []word {
	if p.s.lists {
		return fieldsOf(text)
	}
	return wordsOf(text)
}

func (p *parser) read(content string) error {
	if len(content) > MaxLine { // of a list; lines are no longer
		return p.wrong(p.line, text.Quote(content), fmt.Sprintf("at most %d bytes", MaxLine))
	}
	directive, rest, _ := strings.Cut(content, " ")
	rest = strings.TrimSpace(rest)
	if rest == "" && directive != "newkey" {
		return p.wrong(p.line, text.Quote(content), "something after "+text.Quote(directive))
	}
	switch directive {
	case "order":
		if rest != "fixed" {
			return p.wrong(p.line, text.Quote(content), "order fixed")
		}
		p.s.fixed = true
	case "default":
		p.s.defaults.replies = append(p.s.defaults.replies, reply{line: p.line, text: rest})
	case "pre":
		return p.substitution(p.s.pre, rest)
	case "post":
		return p.substitution(p.s.post, rest)
	case "class":
		return p.class(rest)
	case "key":
		return p.keywords(rest)
	case "match", "memory":
		return p.pattern(directive, rest)
	case "say", "goto", "newkey":
		return p.reply(directive, rest)
	default:
		return p.wrong(p.line, "the directive "+text.Quote(directive),
			"order, default, pre, post, class, key, match, memory, say, goto or newkey")
	}
	return nil
}

func (p *parser) substitution(in phrases, content string) error {
	from, to, ok := strings.Cut(content, "=")
	words := p.words(from)
	if !ok || len(words) == 0 {
		return p.wrong(p.line, text.Quote(content), "WORDS = WORDS")
	}
	in.add(words, p.words(to))
	return nil
}

func (p *parser) class(content string) error {
	name, list, ok := strings.Cut(content, ":")
	name = strings.ToLower(strings.TrimSpace(name))
	words := p.words(list)
	if !ok || name == "" || len(words) == 0 {
		return p.wrong(p.line, text.Quote(content), "NAME: WORDS")
	}
	if p.s.classes[name] == nil {
		p.s.classes[name] = map[string]bool{}
	}
	for _, w := range words {
		p.s.classes[name][w.low] = true
	}
	return nil
}

func (p *parser) keywords(content string) error {
	p.key, p.rule = &key{}, nil
	fields := strings.Fields(content)
	if rank, err := strconv.Atoi(fields[len(fields)-1]); err == nil {
		p.key.rank = rank
		content = strings.Join(fields[:len(fields)-1], " ")
	}
	for _, name := range strings.Split(content, ",") {
		words := p.words(name)
		if len(words) != 1 {
			return p.wrong(p.line, text.Quote(content), "keywords of one word each, then a rank")
		}
		if p.s.keys[words[0].low] != nil {
			return p.wrong(p.line, "the keyword "+text.Quote(words[0].low)+" again",
				"all its patterns in one place")
		}
		p.s.keys[words[0].low] = p.key
	}
	return nil
}

func (p *parser) pattern(directive, content string) error {
	if p.key == nil {
		return p.wrong(p.line, text.Quote(directive), "a key before it")
	}
	p.rule = &rule{line: p.line}
	for _, field := range strings.Fields(content) {
		part := part{}
		if n, err := strconv.Atoi(strings.TrimPrefix(field, "*")); err == nil && field[0] == '*' {
			if n < 1 || n > maxWords {
				return p.wrong(p.line, text.Quote(field), fmt.Sprintf("*1 to *%d", maxWords))
			}
			part.count, field = n, "*"
		}
		if name, ok := strings.CutPrefix(field, "@"); ok {
			part.class = strings.ToLower(name)
		}
		if words := p.words(field); field != "*" && part.class == "" {
			if len(words) != 1 {
				return p.wrong(p.line, text.Quote(field),
					"a word, *, * and a number, or @ and the name of a class")
			}
			part.word = words[0].low
		}
		p.rule.pattern = append(p.rule.pattern, part)
	}
	if len(p.rule.pattern) > maxParts {
		return p.wrong(p.line, text.Count(len(p.rule.pattern), "part"),
			fmt.Sprintf("at most %d", maxParts))
	}
	p.rules = append(p.rules, p.rule)
	if directive == "memory" {
		p.key.memory = append(p.key.memory, p.rule)
	} else {
		p.key.rules = append(p.key.rules, p.rule)
	}
	return nil
}

func (p *parser) reply(directive, content string) error {
	if p.rule == nil {
		return p.wrong(p.line, text.Quote(directive), "a match or memory before it")
	}
	if directive != "say" && slices.Contains(p.key.memory, p.rule) {
		return p.wrong(p.line, "goto or newkey", "say after memory")
	}
	r := reply{line: p.line}
	switch directive {
	case "say":
		r.text = content
		if n := highest(content); n > len(p.rule.pattern) {
			return p.wrong(p.line, fmt.Sprintf("$%d", n), fmt.Sprintf("a number up to that of the "+
				"parts of the pattern, %d", len(p.rule.pattern)))
		}
	case "goto":
		r.goTo = strings.ToLower(content)
	case "newkey":
		if content != "" {
			return p.wrong(p.line, text.Quote(content), "nothing after newkey")
		}
	}
	p.rule.replies = append(p.rule.replies, r)
	return nil
}

// finish checks references to other lines.
func (p *parser) finish() error {
	if len(p.s.defaults.replies) == 0 {
		return p.wrong(0, "no default", "at least one remark where no keyword helps, "+
			"default TEXT or (NONE ((0) (TEXT)))")
	}
	for _, r := range p.rules {
		if len(r.replies) == 0 {
			return p.wrong(r.line, "a pattern without a reply", "say, goto or newkey after it")
		}
		for _, part := range r.pattern {
			for _, name := range strings.Split(part.class, "/") {
				if name != "" && p.s.classes[name] == nil && p.s.classes[part.class] == nil {
					return p.wrong(r.line, "@"+name, "a class that is defined")
				}
			}
		}
		for _, reply := range r.replies {
			if reply.goTo != "" && p.s.keys[reply.goTo] == nil {
				return p.wrong(reply.line, "goto "+text.Quote(reply.goTo), "a keyword")
			}
		}
	}
	return nil
}
