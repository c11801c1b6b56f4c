package scripted

import (
	"context"
	_ "embed" // for what they say
	"hash/fnv"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/luna/responder"
)

//go:embed answers.txt
var answersFile string

//go:embed rest.txt
var restFile string

// confederates is the number of people in answers.txt.
const confederates = 4

// topic is a question and the answers of everybody.
type topic struct {
	words   map[string]bool
	answers [confederates]string
}

var topics = readTopics(answersFile)

var rest = strings.Split(strings.TrimSpace(restFile), "\n")

func readTopics(text string) []topic {
	_, text, _ = strings.Cut(text, "\n") // what the file is
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var list []topic
	for ; len(lines) > confederates; lines = lines[1+confederates:] {
		t := topic{words: wordsOf(lines[0])}
		copy(t.answers[:], lines[1:])
		list = append(list, t)
	}
	return list
}

func wordsOf(text string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	}) {
		set[w] = true
	}
	return set
}

// Confederate returns a responder that answers as the n-th of a few people, and evasively where
// they have not prepared an answer.
func Confederate(n int) responder.Responder { return confederate(n) }

type confederate int

// alike is the share of words that a question must have in common with a prepared one.
const alike = 0.5

func (c confederate) Respond(_ context.Context, questions []string) ([]string, error) {
	list := make([]string, len(questions))
	for i, q := range questions {
		list[i] = c.answer(q)
	}
	return list, nil
}

func (c confederate) answer(question string) string {
	words := wordsOf(question)
	best, answer := alike, ""
	for _, t := range topics {
		common := 0
		for w := range words {
			if t.words[w] {
				common++
			}
		}
		if share := float64(common) / float64(len(words)+len(t.words)-common); share > best {
			best, answer = share, t.answers[((int(c)%confederates)+confederates)%confederates]
		}
	}
	if answer == "" {
		h := fnv.New32a()
		h.Write([]byte(question))
		answer = rest[(int(h.Sum32()>>1)+int(c))%len(rest)]
	}
	return answer
}
