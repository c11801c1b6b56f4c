package winograd

import (
	"cmp"
	"strings"

	"github.com/luna-rating/luna/internal/wsc"
)

// Description holds statistics of a collection of problems.
type Description struct {
	Problems int `json:"problems"`
	// Candidates counts the problems by their number of candidates.
	Candidates map[int]int `json:"candidates"`
	// RightAnswers counts them by the letter of the right answer; "-" stands for an unknown one.
	RightAnswers map[string]int `json:"right_answers"`
	// Runs counts the runs of problems by their length; see [Runs].
	Runs map[int]int `json:"runs"`
	// Halves is the number of pairs of halves of schemas, as far as the right answers are known.
	Halves int `json:"halves"`
	// SameText is the number of problems about the text of the problem before them.
	SameText int `json:"same_text"`
	// Random is the expected accuracy of guessing, and AlwaysA the accuracy of always answering A,
	// nil unless all right answers are known.
	Random  float64  `json:"random"`
	AlwaysA *float64 `json:"always_a"`
	// Humans is the accuracy of people, on HumansProblems problems; nil if the file does not say.
	Humans         *Share `json:"humans,omitempty"`
	HumansProblems int    `json:"humans_problems"`
	// Pronouns counts the problems by pronoun, in lower case.
	Pronouns map[string]int `json:"pronouns"`
	// Words is the average number of words of a text.
	Words float64 `json:"words"`
	// NotInText lists the numbers of the problems with a candidate that is not in the text, apart
	// from its article and an ending 's in the text. ExcerptNotInText lists those with an excerpt
	// that is not in the text.
	NotInText        []int `json:"not_in_text"`
	ExcerptNotInText []int `json:"excerpt_not_in_text"`
}

// Describe returns statistics of problems.
func Describe(problems []Problem) Description {
	d := Description{Problems: len(problems), Candidates: map[int]int{}, RightAnswers: map[string]int{},
		Runs: map[int]int{}, Halves: len(wsc.Halves(problems)), Random: RandomExpectation(problems),
		Pronouns: map[string]int{}, NotInText: []int{}, ExcerptNotInText: []int{}}
	right, asked, words := 0, 0, 0
	for _, p := range problems {
		d.Candidates[len(p.Candidates)]++
		d.RightAnswers[wsc.Letter(p.Right)]++
		d.Pronouns[strings.ToLower(cmp.Or(p.Pronoun, "none"))]++
		words += len(strings.Fields(p.Text()))
		if p.SameText {
			d.SameText++
		}
		if p.Pronoun == "" {
			continue // its candidates are yes and no
		}
		if p.Humans > 0 {
			d.HumansProblems++
			right += p.HumansRight
			asked += p.Humans
		}
		text := " " + plain(p.Text()) + " "
		owners := strings.ReplaceAll(text, "'s ", " ")
		for _, c := range p.Candidates {
			c = " " + plain(c) + " "
			if !strings.Contains(text, c) && !strings.Contains(owners, c) {
				d.NotInText = append(d.NotInText, p.Number)
				break
			}
		}
		if p.Excerpt != "" && !strings.Contains(text, " "+plain(p.Excerpt)+" ") {
			d.ExcerptNotInText = append(d.ExcerptNotInText, p.Number)
		}
	}
	for _, run := range Runs(problems) {
		d.Runs[len(run)]++
	}
	if asked > 0 {
		humans := share(right, asked)
		d.Humans = &humans
	}
	if n := len(problems); n > 0 {
		d.Words = float64(words) / float64(n)
		if d.RightAnswers[wsc.Letter(Unknown)] == 0 {
			a := share(d.RightAnswers["A"], n).Accuracy
			d.AlwaysA = &a
		}
	}
	return d
}
