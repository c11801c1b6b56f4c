package winograd

import (
	"testing"

	"github.com/luna-rating/luna/internal/wsc"
)

func TestAsk(t *testing.T) {
	equal(t, Ask(sample(t, "schemas.xml")[0]), "The jug would not go into the basket because it was too "+
		"wide. In “it was too wide”, who or what is “it”? A: the jug, B: the basket. Answer with the "+
		"letter only.")
}

func TestUnderstand(t *testing.T) {
	p := wsc.Problem{Pronoun: "he", Candidates: []string{"Babar", "old man", "the man", "Susan B. Smith"}}
	for answer, want := range map[string]int{
		"A": 0, "b": 1, " C. ": 2, "(D)": 3, "B)": 1, "B!": 1, "**B**": 1, "`C`": 2,
		"A. Babar": 0, "B: old man": 1, "b) the old man, of course": 1, "\"A\"": 0,
		"The answer is B.": 1, "Answer: C": 2, "I would choose option D": 3, "My answer: (A)": 0,
		"It is Babar (A), I think.": 0, "B because he is rich": 1, "(B) He, not the man(s), is meant.": 1,
		"Babar": 0, "babar.": 0, "It must be Babar!": 0, "an old man": 1, "the man": 2,
		"It is the old man.": 1, "He is Susan B. Smith": 3, "B, not Babar": 1, "“Babar”": 0,
		"A, as Babar is the one": 0, "A man": 2, "A) Babar (A)": 0,
		`\boxed{A}`: 0, `A or B? It is $\boxed{\text{B}}$.`: 1, `\boxed{ (c) }`: 2,
		`\boxed{B. old man}`: 1, `Not Babar: \boxed{the old man}`: 1, `\boxed{A} no, \boxed{B}`: 1,
		`\boxed{}`: wsc.Unknown, "A: Babar, B: old man. The answer is B.": 1,
		"The correct answer is: **(C)**": 2, "The answer is A. No, the answer is B.": wsc.Unknown,
		"": wsc.Unknown, "E": wsc.Unknown, "E. nobody": wsc.Unknown, "Hmm": wsc.Unknown, "I do not know.": wsc.Unknown,
		"Babar or the man": wsc.Unknown, "(A) or (B)": wsc.Unknown, "A or B": wsc.Unknown,
		"A) Babar (B) old man": wsc.Unknown,
		"The answer is F":      wsc.Unknown, "old": wsc.Unknown,
	} {
		got, ok := Understand(p, answer)
		if !ok {
			got = wsc.Unknown
		}
		if got != want {
			t.Errorf("%q is understood as %d, expected %d", answer, got, want)
		}
	}
}

func FuzzUnderstand(f *testing.F) {
	f.Add("The answer is (B).", "the dog", "the cat")
	f.Add("", " ", "a")
	f.Fuzz(func(t *testing.T, answer, a, b string) {
		p := wsc.Problem{Number: 1, Pronoun: "it", Candidates: []string{a, b}}
		if i, ok := Understand(p, answer); ok && (i < 0 || i > 1) {
			t.Errorf("%q is understood as %d", answer, i)
		}
	})
}
