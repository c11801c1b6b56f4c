package synth

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads an exam from its text form. Lines are directives; blank lines and
// lines starting with # are skipped. The head of the file:
//
//	exam NAME
//	blank SHARE             wrong answers left blank
//	unsure SHARE            wrong answers that admit not knowing
//	formality SHARE         people who write full sentences
//	markup SHARE            people whose answers carry line-break tags
//	admit WEIGHT PHRASE     a way to say that one does not know
//	remark WEIGHT PHRASE    a further sentence that does not bear on the grade
//	filler FORM A | B | C   openings, for questions that name this FORM
//	tail A | B | C          closings such as "I think"
//
// Then each question:
//
//	question ID
//	text TEXT
//	key TEXT                one acceptable answer, repeated
//	difficulty X
//	discrimination X
//	band X
//	fillers FORM
//	point WEIGHT [OFFSET]   starts a point; left out where there is only one
//	= QUALITY               starts a level of a point: 1, then less, last 0
//	WEIGHT PHRASE           a wording of this quality
//
// In a phrase, (a|b) is one of the alternatives and [a|b] is one of them or nothing. Groups
// are separated by spaces from words and from each other. The phrase - is empty.
//
// Phrases of one question with different quality must not expand to the same text, and must
// contain neither ". " nor "<", which separate the points.
func Parse(text string) (*Exam, error) {
	p := examParser{exam: &Exam{}, fillers: map[string][]tokens{}}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if err := p.directive(word, strings.TrimSpace(rest)); err != nil {
			return nil, fmt.Errorf("exam %s: line %d: %w", p.exam.Name, i+1, err)
		}
	}
	if err := p.exam.finish(); err != nil {
		return nil, fmt.Errorf("exam %s: %w", p.exam.Name, err)
	}
	return p.exam, nil
}

// examParser keeps the state between the lines of an exam.
type examParser struct {
	exam    *Exam
	fillers map[string][]tokens
}

func (p *examParser) directive(word, rest string) error {
	e := p.exam
	switch word {
	case "exam":
		e.Name = rest
		return nil
	case "blank":
		return number(rest, &e.Blank)
	case "unsure":
		return number(rest, &e.Unsure)
	case "formality":
		return number(rest, &e.Formality)
	case "markup":
		return number(rest, &e.Markup)
	case "admit":
		weight, rest, _ := strings.Cut(rest, " ")
		return addPhrase(&e.unsure, weight, rest)
	case "remark":
		weight, rest, _ := strings.Cut(rest, " ")
		return addPhrase(&e.remarks, weight, rest)
	case "filler":
		form, rest, _ := strings.Cut(rest, " ")
		p.fillers[form] = splitWordings(rest)
		return nil
	case "tail":
		e.tails = splitWordings(rest)
		return nil
	case "question":
		e.Questions = append(e.Questions, Question{ID: rest, Discrimination: 1})
		return nil
	}
	if len(e.Questions) == 0 {
		return fmt.Errorf("%q before the first question", word)
	}
	return p.questionDirective(&e.Questions[len(e.Questions)-1], word, rest)
}

func (p *examParser) questionDirective(q *Question, word, rest string) error {
	switch word {
	case "text":
		q.Text = rest
		return nil
	case "key":
		q.Key = append(q.Key, rest)
		return nil
	case "difficulty":
		return number(rest, &q.Difficulty)
	case "discrimination":
		return number(rest, &q.Discrimination)
	case "band":
		return number(rest, &q.Band)
	case "fillers":
		fillers, ok := p.fillers[rest]
		if !ok {
			return fmt.Errorf("no fillers %q", rest)
		}
		q.fillers = fillers
		return nil
	case "point":
		weight, offset, shifted := strings.Cut(rest, " ")
		pt := point{}
		if err := number(weight, &pt.weight); err != nil {
			return err
		}
		if shifted {
			if err := number(offset, &pt.offset); err != nil {
				return err
			}
		}
		q.points = append(q.points, pt)
		return nil
	case "=":
		if len(q.points) == 0 {
			q.points = []point{{weight: 1}}
		}
		lv := level{}
		if err := number(rest, &lv.quality); err != nil {
			return err
		}
		pt := &q.points[len(q.points)-1]
		pt.levels = append(pt.levels, lv)
		return nil
	}
	if len(q.points) == 0 || len(q.points[len(q.points)-1].levels) == 0 {
		return fmt.Errorf("%q is no directive", word)
	}
	levels := q.points[len(q.points)-1].levels
	return addPhrase(&levels[len(levels)-1].phrases, word, rest)
}

func number(text string, to *float64) (err error) {
	*to, err = strconv.ParseFloat(text, 64)
	return err
}

func addPhrase(to *[]phrase, weight, source string) error {
	ph, err := parsePhrase(source)
	if err != nil {
		return err
	}
	if err := number(weight, &ph.weight); err != nil {
		return err
	}
	*to = append(*to, ph)
	return nil
}

func splitWordings(text string) []tokens {
	var out []tokens
	for part := range strings.SplitSeq(text, "|") {
		out = append(out, strings.Fields(part))
	}
	return out
}

// finish checks the exam, normalizes the weights of points and prepares the
// misspellings of each question.
func (e *Exam) finish() error {
	if len(e.Questions) == 0 {
		return fmt.Errorf("no questions")
	}
	if len(e.unsure) == 0 && e.Unsure > 0 {
		return fmt.Errorf("unsure answers need an admit line")
	}
	for i := range e.Questions {
		q := &e.Questions[i]
		if len(q.points) == 0 {
			return fmt.Errorf("question %s: no phrases", q.ID)
		}
		total := 0.0
		for _, pt := range q.points {
			total += pt.weight
			if err := pt.check(); err != nil {
				return fmt.Errorf("question %s: %w", q.ID, err)
			}
		}
		for j := range q.points {
			q.points[j].weight /= total
		}
		q.typos = newTypoTable(e.vocabulary(q))
	}
	return nil
}

func (pt *point) check() error {
	n := len(pt.levels)
	if n < 2 || pt.levels[0].quality != 1 || pt.levels[n-1].quality != 0 {
		return fmt.Errorf("a point needs levels from quality 1 to 0")
	}
	for i, lv := range pt.levels {
		if len(lv.phrases) == 0 {
			return fmt.Errorf("a level without phrases")
		}
		if i > 0 && lv.quality >= pt.levels[i-1].quality {
			return fmt.Errorf("the levels of a point must descend")
		}
	}
	return nil
}

// vocabulary returns every word that can appear in an answer to q, in order of
// first appearance.
func (e *Exam) vocabulary(q *Question) []string {
	var words []string
	seen := map[string]bool{}
	add := func(w string) {
		if w = plainWord(w); w != "" && !seen[w] {
			seen[w] = true
			words = append(words, w)
		}
	}
	for _, pt := range q.points {
		for _, lv := range pt.levels {
			for _, ph := range lv.phrases {
				ph.body.eachWord(add)
			}
		}
	}
	for _, list := range [][]phrase{e.unsure, e.remarks} {
		for _, ph := range list {
			ph.body.eachWord(add)
		}
	}
	for _, list := range [][]tokens{q.fillers, e.tails} {
		for _, ts := range list {
			for _, w := range ts {
				add(w)
			}
		}
	}
	return words
}
