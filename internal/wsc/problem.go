// Package wsc reads the problems of the Winograd Schema Challenge, in XML or in the forms of
// published sets of such problems, and the answers to them, in the form of the contest of 2016.
//
// Another set is one of forms, with its members in row.
package wsc

import "strings"

// Unknown stands for an answer that is not known: the right answer of a problem without a key, or
// the answer to a problem that was not answered.
const Unknown = -1

// minCandidates and maxCandidates bound the candidates of a problem, which have letters.
const (
	minCandidates = 2
	maxCandidates = 26
)

// Problem asks which of several candidates a pronoun in a short text refers to. All texts are on
// one line, without white space at their ends.
type Problem struct {
	// Number is the problem's place in its file, from 1.
	Number int
	// Line is the line of the file on which the problem starts.
	Line int
	// Before, Pronoun and After make up the text. Before or After may be empty. The Pronoun is _ in
	// a sentence with a blank. Without one, the problem is whether the text implies the Excerpt,
	// and the candidates are yes and no.
	Before, Pronoun, After string
	// Excerpt is the pronoun with a few words around it, for people. It may be empty.
	Excerpt string
	// Candidates are what the pronoun may refer to, lettered A, B, C, …
	Candidates []string
	// Right is the index of the right candidate, or Unknown, as in the files of a contest.
	Right int
	// SameText marks a problem about the text of the problem before it.
	SameText bool
	// HumansRight is how many of the Humans who were asked chose the right answer. Both are 0 if
	// the file does not say.
	HumansRight, Humans int
	// Set names the published set of whose form the file is, "" for a collection in XML, as in
	// contests.
	Set string
	// Pair is the same text for the two halves of a schema, "" if the file does not say.
	Pair string
}

// Has reports whether an answer is the index of a candidate.
func (p Problem) Has(answer int) bool { return answer >= 0 && answer < len(p.Candidates) }

// Text returns the text of the problem.
func (p Problem) Text() string { return join(p.Before, p.Pronoun, p.After) }

// implied reports whether the problem is whether its text implies its excerpt.
func (p Problem) implied() bool { return p.Pronoun == "" && p.Excerpt != "" }

// Question returns the text and, in words, the question about its pronoun.
func (p Problem) Question() string {
	question := "Who or what is “" + p.Pronoun + "”?"
	if p.implied() {
		question = "Does it follow that “" + p.Excerpt + "”?"
	} else if p.Excerpt != "" && p.Excerpt != p.Pronoun {
		question = "In “" + p.Excerpt + "”, who or what is “" + p.Pronoun + "”?"
	}
	return p.Text() + " " + question
}

// Choices returns the candidates with their letters, such as "A: Babar, B: old man".
func (p Problem) Choices() string {
	list := make([]string, len(p.Candidates))
	for i, c := range p.Candidates {
		list[i] = Letter(i) + ": " + c
	}
	return strings.Join(list, ", ")
}

// Letter returns the letter of candidate i, from A, or "-" for Unknown.
func Letter(i int) string {
	if i < 0 || i >= maxCandidates {
		return "-"
	}
	return string(rune('A' + i))
}

// Index returns the candidate for a letter of either case, which a full stop or a closing
// parenthesis may follow, and reports whether the text is such a letter. It does not know how many
// candidates there are.
func Index(letter string) (int, bool) {
	letter = strings.TrimSpace(letter)
	letter = strings.TrimRight(letter, ".) ")
	letter = strings.TrimLeft(letter, "( ")
	if len(letter) != 1 {
		return 0, false
	}
	i := int(letter[0]|0x20) - 'a'
	if i < 0 || i >= maxCandidates {
		return 0, false
	}
	return i, true
}

// Blind returns the problems without the facts that only graders know: the right answers and how
// many people found them.
func Blind(problems []Problem) []Problem {
	list := make([]Problem, len(problems))
	for i, p := range problems {
		p.Right = Unknown
		p.HumansRight = 0
		p.Humans = 0
		p.Candidates = append([]string(nil), p.Candidates...)
		list[i] = p
	}
	return list
}

// Keyed returns an error unless the right answers of all problems are known.
func Keyed(problems []Problem, file string) error {
	for _, p := range problems {
		if p.Right == Unknown {
			return faultf(file, p.Line, p.Number, "without its right answer",
				"the collection with the right answers")
		}
	}
	return nil
}

// join puts the parts of a text together, with a space between them unless the next one starts
// with a mark that follows a word.
func join(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		if b.Len() > 0 && part != "" && !strings.ContainsRune(",.;:!?)]”’", first(part)) &&
			!strings.HasPrefix(part, "'s ") {
			b.WriteByte(' ')
		}
		b.WriteString(part)
	}
	return b.String()
}

func first(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
