// Package scripted has judges and confederates that are programs, so that a contest can be tried
// without people: what they say, and how judges decide. A contest with them says nothing about its
// entries.
package scripted

import (
	"context"
	_ "embed" // for what they say
	"hash/fnv"
	"strings"

	"github.com/luna-rating/luna/luna/responder"
)

//go:embed answers.txt
var answersFile string

//go:embed rest.txt
var restFile string

//go:embed questions.txt
var questionsFile string

// Questions returns the questions of judges who have none of their own.
func Questions() []string { return strings.Split(strings.TrimSpace(questionsFile), "\n") }

// confederates is the number of people in answers.txt.
const confederates = 4

// answers are those of everybody to a question, in lower case.
var answers = readAnswers(answersFile)

var rest = strings.Split(strings.TrimSpace(restFile), "\n")

func readAnswers(text string) map[string][]string {
	_, text, _ = strings.Cut(text, "\n") // what the file is
	lines := strings.Split(strings.TrimSpace(text), "\n")
	list := map[string][]string{}
	for ; len(lines) > confederates; lines = lines[1+confederates:] {
		list[strings.ToLower(lines[0])] = lines[1 : 1+confederates]
	}
	return list
}

// Confederate returns a responder that answers the questions of scripted judges as the n-th of a
// few people, and others evasively.
func Confederate(n int) responder.Responder { return confederate(n) }

type confederate int

func (c confederate) Respond(_ context.Context, questions []string) ([]string, error) {
	list := make([]string, len(questions))
	for i, q := range questions {
		if prepared, ok := answers[strings.ToLower(strings.TrimSpace(q))]; ok {
			list[i] = prepared[((int(c)%confederates)+confederates)%confederates]
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(q))
		list[i] = rest[(int(h.Sum32()>>1)+int(c))%len(rest)]
	}
	return list, nil
}
