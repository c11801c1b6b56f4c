package wsc

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestRows reads a made-up problem of each form.
func TestRows(t *testing.T) {
	tabs := "index\tsentence1\tsentence2\tlabel\n0\tThe dog saw it.\tThe dog saw the cat.\t1\n"
	for text, want := range map[string]Problem{
		`{"qID":"x","sentence":"The jug is not in the box as _'s too wide.","option1":"jug",` +
			`"option2":"box","answer":"1"}`: {Before: "The jug is not in the box as", Pronoun: "_",
			After: "'s too wide.", Candidates: []string{"jug", "box"}, Right: 0},
		`{"sentence":"_ is wide.","option1":"a  jug","option2":"a box","answer":""}`: {Pronoun: "_",
			After: "is wide.", Candidates: []string{"a jug", "a box"}, Right: Unknown},
		`{"text":"If it rains, it floods it.","pronoun":"it","pronoun_loc":13,"quote":"it floods",` +
			`"options":["rain","the river"],"label":1,"source":"(1)"}`: {Before: "If it rains,",
			Pronoun: "it", After: "floods it.", Excerpt: "it floods", Source: "(1)",
			Candidates: []string{"rain", "the river"}, Right: 1},
		`{"sentence":"It is so that Ann left. She waved.","pronoun":"she","candidates":["Ann","Eve"],` +
			`"label":0}`: {Before: "It is so that Ann left.", Pronoun: "She", After: "waved.",
			Candidates: []string{"Ann", "Eve"}, Right: 0},
		`{"text":"Mark told him that he, not Jim, won.","target":{"span1_index":0,"span1_text":"Mark",` +
			`"span2_index":4,"span2_text":"he,"},"idx":0,"label":false}`: {Before: "Mark told him that",
			Pronoun: "he", After: ", not Jim, won.", Candidates: []string{"Mark", "not Mark"}, Right: 1},
		`{"text":"Mark won as he ran.","span1_text":"Mark","span2_text":"he","span2_index":3,"label":1}`: {
			Before: "Mark won as", Pronoun: "he", After: "ran.",
			Candidates: []string{"Mark", "not Mark"}, Right: 0},
		`{"sentence1":"The dog saw it.","sentence2":"The dog saw the cat.","label":0}`: {
			Before: "The dog saw it.", Excerpt: "The dog saw the cat.",
			Candidates: []string{"yes", "no"}, Right: 1},
		tabs: {Before: "The dog saw it.", Excerpt: "The dog saw the cat.",
			Candidates: []string{"yes", "no"}, Right: 0},
	} {
		var notes []string
		got, err := ReadNoted(strings.NewReader(text), "f", func(n string) { notes = append(notes, n) })
		want.Number, want.Line = 1, strings.Count(text, "\n")
		want.Line = max(want.Line, 1)
		if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], want) || len(notes) != 1 {
			t.Errorf("%s: found %+v, %v, %q\nexpected %+v", text, got, err, notes, want)
		}
	}
}

func TestFaultyRows(t *testing.T) {
	const dpr = `{"sentence":"He ran.","pronoun":"he","candidates":["Al","Bo"],"label":0}`
	for text, want := range map[string]string{
		`{"a":1}`: `f:1: found "{\"a\":1}", expected ` + rowSets,
		"{":       "f:1: found faulty JSON (unexpected EOF), expected " + rowSets,
		`{"sentence":"_ or _","option1":"a","option2":"b"}`: "f:1: found problem 1 with 2 _s in its " +
			"sentence, expected sentence with one _, option1, option2 and answer 1 or 2",
		`{"sentence":"_","option1":"a","option2":""}`: "f:1: found problem 1 with an empty candidate, " +
			"expected sentence with one _, option1, option2 and answer 1 or 2",
		dpr + "\n\n" + strings.Replace(dpr, `"he"`, `"she"`, 1): "f:3: found problem 2 without its " +
			`pronoun "she" in the text, expected sentence, pronoun, candidates and label, from 0`,
		strings.Replace(dpr, ":0}", ":2}", 1): `f:1: found problem 1 with the label "2", expected ` +
			"sentence, pronoun, candidates and label, from 0",
		dpr + ` {}`: "f:1: found more than one JSON value on the line, expected " + rowSets,
		"index\tsentence1\tsentence2\tlabel\n0\tx\n": "f:2: found 2 columns, and 4 in the header, " +
			"expected " + rowSets,
		"index\tsentence1\tsentence2\tlabel\n": "f: found no problem, expected " + rowSets,
	} {
		if _, err := read2(text); err == nil || err.Error() != want {
			t.Errorf("%s: found the error\n%v\nexpected\n%s", text, err, want)
		}
	}
}

func read2(text string) ([]Problem, error) { return Read(strings.NewReader(text), "f") }

// TestNotesOnRows checks that what is decided is told.
func TestNotesOnRows(t *testing.T) {
	const row = `{"sentence":"Al saw him and he saw him.","pronoun":"him","candidates":["Al","Bo"]}`
	var notes []string
	got, err := ReadNoted(strings.NewReader(row+"\n"+row), "f", func(n string) { notes = append(notes, n) })
	if err != nil || got[1].Before != "Al saw him and he saw" || got[1].After != "." {
		t.Errorf("found %+v, %v", got, err)
	}
	if told := fmt.Sprint(notes); told != "[f: problems of definite pronoun resolution f: the pronoun is "+
		"not where the file says, or it does not say and there are several; took the nearest or the last "+
		"one in 2 problems: 1, 2]" {
		t.Errorf("told %s", told)
	}
}

func TestQuestionWithoutPronoun(t *testing.T) {
	got, err := read2(`{"sentence1":"The dog saw it.","sentence2":"The dog saw the cat.","label":0}`)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, got[0].Question(), "The dog saw it. Does it follow that “The dog saw the cat.”?")
	equal(t, got[0].Marked(), "The dog saw it. – The dog saw the cat.")
	got = append(got, got...)
	got[1].Before = "The cat saw it."
	equal(t, Runs(got), [][]int{{0}, {1}})
}

// rowExamples are rows to begin with.
var rowExamples = []string{
	`{"sentence":"_ is wide.","option1":"a jug","option2":"a box","answer":"1"}`,
	`{"text":"It floods it.","pronoun":"it","pronoun_loc":10,"options":["rain","dew"],"label":1}`,
	`{"text":"He won.","target":{"span1_text":"Al","span2_text":"He","span2_index":0},"label":true}`,
	"index\tsentence1\tsentence2\tlabel\n0\tA.\tB.\t1\n",
}
