package wsc

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

const (
	// maxXML bounds a collection of problems, in bytes.
	maxXML = 16 << 20
	// maxProblems bounds how many there are. Contests have at least 60 in a round.
	maxProblems = 10_000
)

// collection is what a file of problems should be.
const collection = "a collection of schemas in XML"

// Read reads a collection of problems in XML, or a set of those that forms lists. Each problem in
// XML is an element schema, which holds text (txt1, pron, txt2), answers, and optionally quote,
// correctAnswer, sameText and humanSubjects. Other elements are ignored. The file's name is
// for errors.
func Read(r io.Reader, file string) ([]Problem, error) { return ReadNoted(r, file, func(string) {}) }

// ReadNoted is [Read] that tells note what it decides about a set that is not in XML.
func ReadNoted(r io.Reader, file string, note func(string)) ([]Problem, error) {
	data, err := files.ReadAll(r, file, maxXML, collection+", or "+rowSets)
	if err != nil {
		return nil, err
	}
	text, err := toUTF8(data, file)
	if err != nil {
		return nil, err
	}
	if read := readerOf(text); read != nil {
		list, err := read(text, file)
		if err != nil {
			return nil, err
		}
		return rows(list, file, note)
	}
	x := &parser{file: file, in: xml.NewDecoder(bytes.NewReader(text))}
	x.in.Entity = xml.HTMLEntity
	x.in.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var problems []Problem
	for {
		token, err := x.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		root, err := x.element(start, 1)
		if err != nil {
			return nil, err
		}
		for _, schema := range (&element{items: []item{{child: root}}}).all("schema") {
			if len(problems) == maxProblems {
				return nil, fault(file, schema.line, fmt.Sprintf("more than %d schemas", maxProblems),
					"fewer in one file")
			}
			p, err := problem(schema, file, len(problems)+1)
			if err != nil {
				return nil, err
			}
			problems = append(problems, p)
		}
	}
	if len(problems) == 0 {
		return nil, fault(file, 0, "no <schema>", collection+", or "+rowSets)
	}
	return problems, nil
}

// problem reads a schema.
func problem(schema *element, file string, number int) (Problem, error) {
	p := Problem{Number: number, Line: schema.line, Right: Unknown}
	child := map[string]*element{}
	for _, name := range []string{"text", "quote", "answers", "correctanswer", "humansubjects"} {
		e, err := schema.one(file, name)
		if err != nil {
			return p, err
		}
		child[name] = e
	}
	p.SameText = len(schema.all("sametext")) > 0
	if child["text"] == nil {
		return p, faultf(file, p.Line, number, "without <text>", "txt1, pron and txt2 in one")
	}
	excerpt, err := one(child["quote"].parts(), file, "quote")
	if err != nil {
		return p, err
	}
	p.Excerpt = join(excerpt.before, excerpt.pronoun, excerpt.after)
	text, err := one(about(child["text"].parts(), excerpt), file, "text, or <quote> to say which")
	if err != nil {
		return p, err
	}
	p.Before = text.before
	p.Pronoun = text.pronoun
	p.After = text.after
	switch {
	case p.Pronoun == "":
		return p, faultf(file, child["text"].line, number, "without a pronoun in its text",
			"<pron> with one")
	case p.Before+p.After == "":
		return p, faultf(file, child["text"].line, number, "without a text around its pronoun",
			"<txt1> or <txt2> with one")
	}
	if err := p.candidates(child["answers"], file); err != nil {
		return p, err
	}
	if err := p.right(child["correctanswer"], file); err != nil {
		return p, err
	}
	return p, p.humans(child["humansubjects"], file)
}

func (p *Problem) candidates(answers *element, file string) error {
	line := p.Line
	if answers != nil {
		line = answers.line
		for _, a := range answers.all("answer") {
			text := a.text()
			if text == "" {
				return faultf(file, a.line, p.Number, "with an empty <answer>", "a candidate")
			}
			p.Candidates = append(p.Candidates, text)
		}
		p.Candidates = unlabelled(p.Candidates)
	}
	if n := len(p.Candidates); n < minCandidates || n > maxCandidates {
		return faultf(file, line, p.Number, "with "+text.Count(n, "answer"),
			fmt.Sprintf("%d to %d in <answers>", minCandidates, maxCandidates))
	}
	return nil
}

// label matches the letter before a candidate, as in "A. the dog".
var label = text.Pattern(`^\(?([A-Za-z])[.:)]\s*`)

// unlabelled returns candidates without their letters, if all have them in order.
func unlabelled(candidates []string) []string {
	list := make([]string, len(candidates))
	for i, c := range candidates {
		m := label().FindStringSubmatch(c)
		if m == nil || len(m[0]) == len(c) || strings.ToUpper(m[1]) != Letter(i) {
			return candidates
		}
		list[i] = c[len(m[0]):]
	}
	return list
}

// right reads the right answer: a letter, the text of a candidate, or both. It may be missing.
func (p *Problem) right(e *element, file string) error {
	content := e.text()
	if content == "" {
		return nil
	}
	i, ok := Index(content)
	if ok && i < len(p.Candidates) {
		p.Right = i
		return nil
	}
	if i := slices.Index(fold(p.Candidates), Fold(content)); i >= 0 {
		p.Right = i
		return nil
	}
	if m := label().FindStringSubmatch(content); m != nil {
		rest := content[len(m[0]):]
		if i, _ := Index(m[1]); i < len(p.Candidates) &&
			(rest == "" || Fold(rest) == Fold(p.Candidates[i])) {
			p.Right = i
			return nil
		}
	}
	return faultf(file, e.line, p.Number, "with the right answer "+text.Quote(content),
		"a letter from A to "+Letter(len(p.Candidates)-1))
}

// outOf matches how many people were right, as in "19 out of 19 subjects got this answer.".
var outOf = text.Pattern(`\b(\d{1,9}) (?:out )?of (\d{1,9})\b`)

// humans reads how many people were right. A text that does not say so is ignored.
func (p *Problem) humans(e *element, file string) error {
	content := e.text()
	m := outOf().FindStringSubmatch(content)
	if m == nil {
		return nil
	}
	p.HumansRight, _ = strconv.Atoi(m[1])
	p.Humans, _ = strconv.Atoi(m[2])
	if p.HumansRight > p.Humans {
		return faultf(file, e.line, p.Number, "with "+text.Quote(content),
			"at most as many right as were asked")
	}
	return nil
}
