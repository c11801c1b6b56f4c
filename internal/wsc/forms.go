package wsc

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/text"
)

// form is one of the forms of rows.
type form struct {
	name, members string
	note          string            // what it decides about all problems
	has           func(r *row) bool // whether a row is of this form
	labels        map[string]int    // right answers by label; nil if labels are indices
	// read fills in a problem other than its label. It says whether the pronoun is located without
	// doubt, and what is wrong with the row.
	read func(r *row, p *Problem) (exact bool, wrong string)
}

var forms = []form{
	{name: "WinoGrande", members: "sentence with one _, option1, option2 and answer 1 or 2",
		has:    func(r *row) bool { return r.Sentence != "" && r.Option1+r.Option2 != "" },
		labels: map[string]int{"1": 0, "2": 1}, read: blank},
	{name: "SuperGLUE's WSC", members: "text, target with span1_text and span2_text, and label",
		note: "; A says that the pronoun is the one candidate, B that it is not",
		has: func(r *row) bool {
			return r.Text != "" && (r.Target != nil || r.spans.Span1Text != "")
		},
		labels: map[string]int{"true": 0, "1": 0, "false": 1, "0": 1}, read: spanned},
	{name: "WSC273", members: "text, pronoun, options and label, from 0",
		has: func(r *row) bool { return r.Text != "" && r.Options != nil }, read: listed},
	{name: "definite pronoun resolution", members: "sentence, pronoun, candidates and label, from 0",
		has: func(r *row) bool { return r.Sentence != "" && r.Candidates != nil }, read: listed},
	{name: "WinoGender", members: "sentence, and sentid such as nurse.patient.1.female.txt",
		has: func(r *row) bool { return r.SentID != "" && r.Sentence != "" }, read: gendered},
	{name: "WinoGender's templates", note: "; took they, their and them for the pronouns",
		members: "occupation(0), other-participant(1), answer, and sentence with $NOM_PRONOUN or the like",
		has:     func(r *row) bool { return r.Occupation != "" && r.Sentence != "" }, read: template},
	{name: "WinoBias", members: "[The developer] argued with the designer because [she] …",
		has: func(r *row) bool { return r.bias }, read: marked},
	{name: "KnowRef", members: "sentence_with_pronoun with the pronoun in brackets, or " +
		"swapped_sentence, candidate0, candidate1 and correct_candidate",
		has: func(r *row) bool { return r.Marked+r.Swapped != "" && r.Candidate0 != "" }, read: marked},
	{name: "sentences with either candidate", members: "substitution0, substitution1 and label, or " +
		"two rows with sentence1, sentence2, label, candidate0 and candidate1",
		has: func(r *row) bool { return r.Substitution0 != "" && r.Substitution1 != "" }, read: substituted},
	{name: "WNLI", members: "sentence1, sentence2 and label",
		note:   "; A says that the second sentence follows from the first, B that it does not",
		has:    func(r *row) bool { return r.Sentence1 != "" && r.Sentence2 != "" },
		labels: map[string]int{"1": 0, "entailment": 0, "0": 1, "not_entailment": 1}, read: implied},
}

// formOf returns the form of a row, nil if it has none.
func formOf(r *row) *form {
	for i := range forms {
		if forms[i].has(r) {
			return &forms[i]
		}
	}
	return nil
}

func blank(r *row, p *Problem) (exact bool, wrong string) {
	if n := strings.Count(r.Sentence, "_"); n != 1 {
		return true, "with " + text.Count(n, "_") + " in its sentence"
	}
	before, after, _ := strings.Cut(r.Sentence, "_")
	p.Before = clean(before)
	p.Pronoun = "_"
	p.After = clean(after)
	p.Candidates = []string{r.Option1, r.Option2}
	return true, ""
}

func spanned(r *row, p *Problem) (exact bool, wrong string) {
	s := r.spans
	if r.Target != nil {
		s = *r.Target
	}
	p.Candidates = []string{s.Span1Text, "not " + s.Span1Text}
	return p.locate(r.Text, s.Span2Text, s.Span2Index, func(before string) int {
		return len(strings.Fields(before))
	})
}

func listed(r *row, p *Problem) (exact bool, wrong string) {
	p.Candidates = append(r.Options, r.Candidates...)
	p.Excerpt = clean(r.Quote)
	return p.locate(cmp.Or(r.Text, r.Sentence), r.Pronoun, r.PronounLoc, utf8.RuneCountInString)
}

// implied reads a problem without a pronoun, whose excerpt is what its text may imply.
func implied(r *row, p *Problem) (exact bool, wrong string) {
	if r.Sentence1 == "" || r.Sentence2 == "" {
		return true, "without a sentence"
	}
	p.Before = clean(r.Sentence1)
	p.Excerpt = clean(r.Sentence2)
	p.Candidates = []string{"yes", "no"}
	return true, ""
}

// locate finds the pronoun in a text: nearest to a place that count counts or, without one, the
// last. It is exact if the pronoun is at the place, or is there once.
func (p *Problem) locate(content, pronoun string, place *int, count func(string) int) (bool, string) {
	word := strings.Trim(clean(pronoun), ".,;:!?")
	if word == "" {
		return true, "without a pronoun"
	}
	find := func(flags string) [][]int {
		return regexp.MustCompile(flags+`\b`+regexp.QuoteMeta(word)+`\b`).FindAllStringIndex(content, -1)
	}
	found := find("")
	if len(found) == 0 {
		found = find("(?i)")
	}
	if len(found) == 0 {
		return true, fmt.Sprintf("without its pronoun %s in the text", text.Quote(word))
	}
	best, distance := found[len(found)-1], 1
	for i, at := range found {
		if place == nil {
			break
		}
		d := count(content[:at[0]]) - *place
		if d = max(d, -d); i == 0 || d < distance {
			best, distance = at, d
		}
	}
	p.Before, p.Pronoun = clean(content[:best[0]]), content[best[0]:best[1]]
	if p.After = clean(content[best[1]:]); p.Before+p.After == "" {
		return true, "without a text around its pronoun"
	}
	return len(found) == 1 || distance == 0, ""
}
