package wsc

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

const people = `(?i)\b(?:s?he|him|hers?|his|they|them|theirs?)(?:self|selves)?\b`

var (
	// bracketed matches a line of WinoBias: a candidate and its pronoun in brackets.
	bracketed  = text.Pattern(`^[^<{]*\[[^][]+\][^][]*\[[^][]+\]`)
	lineNumber = text.Pattern(`^\d+[.):]?\s+`)
	inBrackets = text.Pattern(`\[([^][]*)\]`)
	article    = text.Pattern(`(?i)^(the|an?)\s+`)
	// personal matches a pronoun that stands for people, and pronoun also one for things.
	personal = text.Pattern(people)
	pronoun  = text.Pattern(people + `|(?i)\bit(?:s|self)?\b`)
)

// brackets reads lines of WinoBias, in which the right candidate and the pronoun are in brackets.
// The other candidate is one that has brackets elsewhere in the file or, without one, the first
// noun with an article.
func brackets(data []byte, file string) (list []row, err error) {
	in := files.NewScanner(bytes.NewReader(data), file, maxXML)
	known := map[string]bool{} // candidates, in lower case
	for in.Scan() && len(list) <= maxRows {
		line := lineNumber().ReplaceAllString(clean(in.Text()), "")
		if line == "" {
			continue
		}
		r := row{line: in.Line(), bias: true, Marked: line}
		for _, m := range inBrackets().FindAllStringSubmatch(line, -1) {
			noun := article().ReplaceAllString(clean(m[1]), "")
			if r.Correct == "" && pronoun().FindString(noun) == "" {
				r.Correct = phrase(noun)
			}
		}
		if r.Correct == "" {
			return nil, fault(file, in.Line(), text.Quote(line), "a candidate in brackets")
		}
		known[strings.ToLower(string(r.Correct))] = true
		list = append(list, r)
	}
	for i := range list {
		list[i].opposed(known)
	}
	return list, in.Err()
}

// maxNoun is the largest number of words of a candidate that is found in other lines.
const maxNoun = 4

// opposed finds the candidates of a line of WinoBias, in the order of the text.
func (r *row) opposed(known map[string]bool) {
	before, _, _ := cutPronoun(r.Marked)
	right := strings.ToLower(string(r.Correct))
	other, guess := "", ""
	list := strings.FieldsFunc(before, func(c rune) bool { return !unicode.IsLetter(c) && c != '-' && c != '\'' })
	for i := range list {
		for n := min(maxNoun, len(list)-i); n > 0 && other == ""; n-- {
			noun := strings.Join(list[i:i+n], " ")
			if folded := strings.ToLower(noun); folded == right {
				break
			} else if known[folded] {
				other = noun
			} else if n == 1 && i > 0 && guess == "" && article().MatchString(list[i-1]+" ") {
				guess = noun
			}
		}
	}
	r.Candidate0, r.Candidate1 = r.Correct, phrase(cmp.Or(other, guess))
	if strings.Index(before, string(r.Candidate1)) < strings.Index(before, string(r.Correct)) {
		r.Candidate0, r.Candidate1 = r.Candidate1, r.Candidate0
	}
}

// cutPronoun returns the text around the first pronoun in brackets, without other brackets. The
// pronoun is empty if there is none.
func cutPronoun(content string) (before, word, after string) {
	plain := func(s string) string { return clean(inBrackets().ReplaceAllString(s, "$1")) }
	for _, m := range inBrackets().FindAllStringSubmatchIndex(content, -1) {
		if word = clean(content[m[2]:m[3]]); pronoun().FindString(word) == word && word != "" {
			return plain(content[:m[0]]), word, plain(content[m[1]:])
		}
	}
	return plain(content), "", ""
}

// marked reads a problem whose pronoun is in brackets, or is the first one of the text.
func marked(r *row, p *Problem) (exact bool, wrong string) {
	p.Candidates = []string{string(r.Candidate0), string(r.Candidate1)}
	switch i := slices.Index(p.Candidates, string(r.Correct)); {
	case i >= 0:
		r.Label = scalar(strconv.Itoa(i))
	case r.Correct != "":
		r.Label = scalar(strings.TrimPrefix(strings.TrimPrefix(string(r.Correct), "candidate"), "_"))
	}
	if r.Marked == "" {
		return p.firstPronoun(r.Swapped)
	}
	if p.Before, p.Pronoun, p.After = cutPronoun(r.Marked); p.Pronoun == "" {
		return true, "without a pronoun in brackets"
	}
	return true, ""
}

// firstPronoun finds the pronoun of a text that does not mark it.
func (p *Problem) firstPronoun(content string) (exact bool, wrong string) {
	found := personal().FindAllStringIndex(content, -1)
	if len(found) == 0 {
		return true, "without a pronoun"
	}
	at := found[0]
	p.Before, p.Pronoun, p.After = clean(content[:at[0]]), content[at[0]:at[1]], clean(content[at[1]:])
	return len(found) == 1, ""
}

// gendered reads a sentence of WinoGender. Its halves are about the same pair of people and have a
// pronoun of the same gender.
func gendered(r *row, p *Problem) (exact bool, wrong string) {
	id := strings.Split(r.SentID, ".")
	if len(id) < 4 {
		return true, "with the sentid " + text.Quote(r.SentID)
	}
	p.Candidates, r.Label = id[:2:2], scalar(id[2])
	p.Pair = strings.Join([]string{id[0], id[1], id[3]}, ".")
	return p.firstPronoun(r.Sentence)
}

// neutral replaces what stands for a pronoun in the templates of WinoGender.
var neutral = strings.NewReplacer("$NOM_PRONOUN was ", "[they] were ", "$NOM_PRONOUN", "[they]",
	"$POSS_PRONOUN", "[their]", "$ACC_PRONOUN", "[them]")

// template reads a template of WinoGender.
func template(r *row, p *Problem) (exact bool, wrong string) {
	content := strings.NewReplacer("$OCCUPATION", r.Occupation, "$PARTICIPANT", r.Participant).Replace(
		neutral.Replace(r.Sentence))
	p.Candidates = []string{r.Occupation, r.Participant}
	p.Pair = r.Occupation + "." + r.Participant
	if p.Before, p.Pronoun, p.After = cutPronoun(content); p.Pronoun == "" {
		return true, "without $NOM_PRONOUN, $POSS_PRONOUN or $ACC_PRONOUN"
	}
	return true, ""
}

// substituted reads a problem that is a sentence with the one and with the other candidate in place
// of a blank: where the two differ.
func substituted(r *row, p *Problem) (exact bool, wrong string) {
	a, b := strings.Fields(r.Substitution0), strings.Fields(r.Substitution1)
	start, end := common(a, b)
	p.Before, p.Pronoun = strings.Join(a[:start], " "), "_"
	p.After = strings.Join(a[len(a)-end:], " ")
	p.Candidates = []string{string(r.Candidate0), string(r.Candidate1)}
	switch same := slices.Equal(a, b); {
	case same && r.Candidate0 == "":
		return true, "with the same sentence twice"
	case same: // the candidates have one name
		exact, wrong = p.locate(r.Substitution0, p.Candidates[0], nil, nil)
		p.Pronoun = "_"
		return exact, wrong
	case r.Candidate0 == "":
		p.Candidates = []string{strings.Join(a[start:len(a)-end], " "), strings.Join(b[start:len(b)-end], " ")}
	}
	return true, ""
}
