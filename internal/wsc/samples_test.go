package wsc

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/files"
)

func sample(t testing.TB, file string) []Problem {
	t.Helper()
	problems, err := files.With(filepath.Join("../../testdata/winograd", file), "problems", Read)
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

// key returns the letters of the right answers.
func key(problems []Problem) string {
	var b strings.Builder
	for _, p := range problems {
		b.WriteString(Letter(p.Right))
	}
	return b.String()
}

func TestSamples(t *testing.T) {
	pdp, schemas, contest := sample(t, "pdp.xml"), sample(t, "schemas.xml"), sample(t, "contest.xml")
	equal(t, key(pdp), "BAAABACAABAA")
	equal(t, key(schemas), "ABABABABABBABABA")
	equal(t, key(contest), "------------")
	equal(t, Halves(pdp), [][2]int(nil))
	equal(t, Halves(schemas), [][2]int{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {11, 12}, {13, 14}})
	equal(t, Blind(pdp)[4].Humans, 0)

	equal(t, pdp[3], Problem{Number: 4, Line: pdp[3].Line,
		Before:  "Old Tom asked his daughter to read the letter to",
		Pronoun: "him", After: ", because he had broken his glasses when he fell from the ladder",
		Excerpt: "the letter to him", Candidates: []string{"Old Tom", "the daughter", "the letter"},
		SameText: true, HumansRight: 20, Humans: 20})
	for _, c := range []struct{ got, want string }{
		{pdp[5].Text(), "They had met in a lift, the plumber and the pianist, and the caretaker " +
			"had laughed at the pair from the stairs."},
		{pdp[6].Text(), "Mrs. Ames promised Ruth a kite, and on Sunday Ruth flew it."},
		{pdp[9].Candidates[0], "the café"},
		{pdp[9].Text(), "The café at the corner had a new cook. The regulars said he burnt the onions."},
		{pdp[10].Before, "The clock struck the wrong hour again & again, so Anton sold"},
		{schemas[15].Before, `The tenants changed the lock from "4711" to a longer one as`},
		{schemas[10].Excerpt, ""},
		{schemas[10].Question(), "The dog and the cat were friends. Each evening it purred. " +
			"Who or what is “it”?"},
		{schemas[0].Question(), "The jug would not go into the basket because it was too wide. " +
			"In “it was too wide”, who or what is “it”?"},
		{schemas[0].Choices(), "A: the jug, B: the basket"},
	} {
		equal(t, c.got, c.want)
	}
}
