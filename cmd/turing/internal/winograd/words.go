package winograd

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/internal/wsc"
)

// Ask returns a problem as a question in words, to be answered by the letter of a candidate.
func Ask(p wsc.Problem) string {
	return p.Question() + " " + p.Choices() + ". Answer with the letter only."
}

// understand returns the candidate that an answer in words names, and reports whether it names
// exactly one. Of an answer with \boxed{…}, only what is in the last of these counts. A letter
// counts first: after "answer is", alone, at the beginning before a mark ("B. The cat"), in
// parentheses, or after a word such as "answer". Without one, the text of a candidate counts, if no
// other candidate's text is in the answer.
func understand(p wsc.Problem, answer string) (int, bool) {
	answer = strings.TrimSpace(marks.Replace(answer))
	if boxes := boxForm().FindAllStringSubmatch(answer, -1); boxes != nil {
		answer = boxes[len(boxes)-1][1]
	}
	if i, ok := wsc.Index(strings.TrimRight(answer, "!,:;")); ok {
		return i, i < len(p.Candidates)
	}
	if i, found := named(p, answer); found {
		return i, i >= 0
	}
	return mentioned(p, answer)
}

// marks are the marks that may stand around an answer: quotes and those of Markdown.
var marks = strings.NewReplacer("*", "", "`", "", "_", " ", "\u00a0", " ", `"`, "", "“", "", "”", "")

// boxForm matches an answer in the form of TeX, such as \boxed{A} or \boxed{\text{A}}.
var boxForm = text.Pattern(`\\boxed\s*\{\s*(?:\\[a-z]+\s*\{\s*)?([^{}]*?)\s*\}`)

// letterForms match letters that stand for candidates. The patterns of one list count together.
var letterForms = [][]func() *regexp.Regexp{
	{text.Pattern(`\b(?i:answer\s+is)\s*:?\s*\(?([A-Z])\b`)},
	{text.Pattern(`^\(?([A-Za-z])\s*[.,):]`), inParentheses},
	{text.Pattern(`\b(?i:answer|option|choice|candidate|letter)(?i:\s+is)?\s*:?\s*\(?([A-Z])\b`)},
	{text.Pattern(`^([B-HJ-Z])\b`)}, // A and I are words
}

var inParentheses = text.Pattern(`\(([A-Za-z])\)`)

// named returns the candidate whose letter an answer gives, and whether it gives any. The candidate
// is wsc.Unknown if there are several letters or the letter is not a candidate's.
func named(p wsc.Problem, answer string) (int, bool) {
	for _, forms := range letterForms {
		found := wsc.Unknown
		for _, form := range forms {
			for _, m := range form().FindAllStringSubmatch(answer, -1) {
				i, _ := wsc.Index(m[1])
				switch {
				case i >= len(p.Candidates) && form() == inParentheses(): // as in "the cat(s)"
					continue
				case i >= len(p.Candidates), found != wsc.Unknown && found != i:
					return wsc.Unknown, true
				}
				found = i
			}
		}
		if found != wsc.Unknown {
			return found, true
		}
	}
	return wsc.Unknown, false
}

// mentioned returns the only candidate whose text an answer holds. If one candidate's text contains
// another's, the longer one is meant where it stands.
func mentioned(p wsc.Problem, answer string) (int, bool) {
	text := " " + plain(answer) + " "
	candidates := make([]string, len(p.Candidates))
	for i, c := range p.Candidates {
		candidates[i] = " " + plain(c) + " "
	}
	found := wsc.Unknown
	for i, c := range candidates {
		rest := text
		for _, longer := range candidates {
			if len(longer) > len(c) && strings.Contains(longer, c) {
				rest = strings.ReplaceAll(rest, longer, " , ")
			}
		}
		if strings.TrimSpace(c) == "" || !strings.Contains(rest, c) {
			continue
		}
		if found != wsc.Unknown {
			return wsc.Unknown, false
		}
		found = i
	}
	return found, found != wsc.Unknown
}

// plain returns the words of a text in lower case, with single spaces and without an article at the
// beginning.
func plain(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	})
	if len(words) > 1 && (words[0] == "the" || words[0] == "a" || words[0] == "an") {
		words = words[1:]
	}
	return strings.Join(words, " ")
}
