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
			`"options":["rain","the river"],"label":1}`: {Before: "If it rains,",
			Pronoun: "it", After: "floods it.", Excerpt: "it floods",
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
		"sentid\tsentence\nnurse.patient.1.male.txt\tThe nurse told the patient that he may go.\n": {
			Before: "The nurse told the patient that", Pronoun: "he", After: "may go.",
			Candidates: []string{"nurse", "patient"}, Right: 1, Pair: "nurse.patient.male"},
		"occupation(0)\tother-participant(1)\tanswer\tsentence\r\nnurse\tpatient\t0\tThe $OCCUPATION told " +
			"the $PARTICIPANT that $NOM_PRONOUN was late.\r\n": {Before: "The nurse told the patient that",
			Pronoun: "they", After: "were late.", Candidates: []string{"nurse", "patient"}, Right: 0,
			Pair: "nurse.patient"},
		"12 [The cook] met the guard as [she] had lost [her] key.": {Before: "The cook met the guard as",
			Pronoun: "she", After: "had lost her key.", Candidates: []string{"cook", "guard"}, Right: 0},
		"An old judge met the [ guard ] and thanked [him].": {Before: "An old judge met the guard and thanked",
			Pronoun: "him", After: ".", Candidates: []string{"old", "guard"}, Right: 1},
		`[{"sentence_with_pronoun":"Al met Bo , as [he] ran .","candidate0":["Al"],"candidate1":["Bo"],` +
			`"correct_candidate":["Bo"],"correct_candidate_idx":0}]`: {Before: "Al met Bo , as", Pronoun: "he",
			After: "ran .", Candidates: []string{"Al", "Bo"}, Right: 1},
		`{"swapped_sentence":"Al met Bo as he ran.","candidate0":"Al","candidate1":"Bo",` +
			`"correct_candidate":"candidate_0"}`: {Before: "Al met Bo as", Pronoun: "he", After: "ran.",
			Candidates: []string{"Al", "Bo"}, Right: 0},
		"question_id\tsource\tsubstitution0\tsubstitution1\tlabel\n0\tx\tAl ran as Al won.\tAl ran as Old Bo " +
			"won.\t1\n": {Before: "Al ran as", Pronoun: "_", After: "won.",
			Candidates: []string{"Al", "Old Bo"}, Right: 1},
	} {
		var notes []string
		got, err := ReadNoted(strings.NewReader(text), "f", func(n string) { notes = append(notes, n) })
		want.Number, want.Line = 1, strings.Count(text, "\n")
		want.Set, _, _ = strings.Cut(strings.TrimPrefix(strings.Join(notes, ""), "f: problems of "), ";")
		want.Line = max(want.Line, 1)
		if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], want) || len(notes) != 1 {
			t.Errorf("%s: found %+v, %v, %q\nexpected %+v", text, got, err, notes, want)
		}
	}
}

func TestFaultyRows(t *testing.T) {
	const dpr = `{"sentence":"He ran.","pronoun":"he","candidates":["Al","Bo"],"label":0}`
	for text, want := range map[string]string{
		`{"a":1}`: "f:1: found a problem of an unknown form, expected " + rowSets,
		"{":       "f:1: found faulty JSON (unexpected EOF), expected " + rowSets,
		`{"sentence":"_ or _","option1":"a","option2":"b"}`: "f:1: found problem 1 with 2 _s in its " +
			"sentence, expected sentence with one _, option1, option2 and answer 1 or 2",
		`{"sentence":"_","option1":"a","option2":""}`: "f:1: found problem 1 with an empty candidate, " +
			"expected sentence with one _, option1, option2 and answer 1 or 2",
		dpr + "\n\n" + strings.Replace(dpr, `"he"`, `"she"`, 1): "f:3: found problem 2 without its " +
			`pronoun "she" in the text, expected sentence, pronoun, candidates and label, from 0`,
		strings.Replace(dpr, ":0}", ":2}", 1): `f:1: found problem 1 with the label "2", expected ` +
			"sentence, pronoun, candidates and label, from 0",
		dpr + ` {}`: "f:1: found problem 2 without a pronoun, expected sentence, pronoun, candidates and " +
			"label, from 0",
		dpr + ` ]`: "f:1: found faulty JSON (something after the problems), expected " +
			rowSets,
		"[\n" + dpr + ",\n" + dpr: "f:3: found faulty JSON (EOF), expected " + rowSets,
		"[]":                      "f: found no problem, expected " + rowSets,
		"[" + dpr + "]\nx":        "f:1: found faulty JSON (something after the problems), expected " + rowSets,
		"index\tsentence1\tsentence2\tlabel\n0\tx\n": "f:2: found 2 columns, and 4 in the header, " +
			"expected " + rowSets,
		"index\tsentence1\tsentence2\tlabel\n": "f: found no problem, expected " + rowSets,
	} {
		if _, err := read2(text); err == nil || err.Error() != want {
			t.Errorf("%s: found the error\n%v\nexpected\n%s", text, err, want)
		}
	}
}

// TestRowsInTwos reads tables with a row for each candidate.
func TestRowsInTwos(t *testing.T) {
	const header = "index\tsentence1\tsentence2\tlabel\tcandidate0\tcandidate1\n"
	one := func(index, name, label string) string {
		return index + "\tIt is Al and Bo, as " + name + "\t won.\t" + label + "\tAl\tBo\n"
	}
	for labels, right := range map[string]int{"10": 0, "01": 1, "00": Unknown} {
		got, err := read2(header + one("7", "Al", labels[:1]) + one("7", "Bo", labels[1:]))
		if err != nil {
			t.Fatal(err)
		}
		want := Problem{Number: 1, Line: 2, Before: "It is Al and Bo, as", Pronoun: "_", After: "won.",
			Candidates: []string{"Al", "Bo"}, Right: right, Set: "sentences with either candidate"}
		equal(t, got, []Problem{want})
	}
	for text, want := range map[string]string{
		one("7", "Al", "1"):                       `f:2: found one row of index "7", expected two in a row`,
		one("7", "Al", "1") + one("8", "Bo", "0"): `f:2: found one row of index "7", expected two in a row`,
		one("7", "Al", "1") + one("7", "Bo", "1"): `f:2: found problem 1 with the label "1 and 1", expected sub`,
	} {
		if _, err := read2(header + text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("found the error %v, expected %s", err, want)
		}
	}
}

// TestOpponentsOfWinoBias finds the other candidate among those with brackets in other lines.
func TestOpponentsOfWinoBias(t *testing.T) {
	got, err := read2("1 The guard gave the box to [the stage hand] and thanked [him].\n" +
		"2 [The guard] gave the box to the stage hand as [she] had to.\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range got {
		equal(t, p.Candidates, []string{"guard", "stage hand"})
		equal(t, p.Right, 1-i)
	}
	for text, want := range map[string]string{
		"[The guard] ran as [she] ran.":      "f:1: found problem 1 with an empty candidate, expected [The dev",
		"[The guard] ran as [the cook] ran.": "f:1: found problem 1 without a pronoun in brackets, exp",
		"[He] ran as [she] ran.":             `f:1: found "[He] ran as [she] ran.", expected a candidate in brackets`,
	} {
		if _, err := read2(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: found the error %v, expected %s", text, err, want)
		}
	}
}

// TestNamedHalves takes the pairs that a file names, even where words would not tell.
func TestNamedHalves(t *testing.T) {
	row := func(id, sentence, answer string) string {
		return fmt.Sprintf(`{%s,"sentence":%q,"option1":"Al","option2":"Bo","answer":%q}`, id, sentence, answer)
	}
	for ids, want := range map[string][][2]int{
		`"qID":"x-1" "qID":"y-2" "qID":"x-2"`:                         {{0, 2}},
		`"pair_id":4 "pair_id":5 "pair_id":4`:                         {{0, 2}},
		`"pair_id":4,"qID":"x-1" "pair_id":4,"qID":"y-2" "qID":"x-2"`: {{0, 1}},
		`"qID":"x-1" "qID":"x-2" "qID":"x-3"`:                         {{0, 1}}, // by the words
		`"pair_id":null,"qID":"1" "qID":"2" "pair_id":null`:           {{0, 1}},
	} {
		id := strings.Fields(ids)
		got, err := read2(row(id[0], "_ ran as it rained.", "1") + row(id[1], "_ ran as it snowed.", "2") +
			row(id[2], "Who saw _?", "1"))
		if err != nil {
			t.Fatal(err)
		}
		equal(t, Halves(got), want)
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
		"not where the file says, or it does not say and there are several; took the likeliest "+
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
	got = append(got, got...)
	got[1].Before, got[1].Right = "The dog saw him.", 0
	equal(t, Halves(got), [][2]int(nil))
}

// rowExamples are rows to begin with.
var rowExamples = []string{
	`{"sentence":"_ is wide.","option1":"a jug","option2":"a box","answer":"1"}`,
	`{"text":"It floods it.","pronoun":"it","pronoun_loc":10,"options":["rain","dew"],"label":1}`,
	`{"text":"He won.","target":{"span1_text":"Al","span2_text":"He","span2_index":0},"label":true}`,
	"index\tsentence1\tsentence2\tlabel\n0\tA.\tB.\t1\n",
	"[The cook] met the guard as [she] ran.\n",
	"sentid\tsentence\nnurse.patient.1.male.txt\tShe ran.\n",
	"occupation(0)\tother-participant(1)\tanswer\tsentence\nnurse\tcook\t0\t$NOM_PRONOUN was.\n",
	`[{"sentence_with_pronoun":"As [he] ran","candidate0":["Al"],"candidate1":"Bo","correct_candidate":"Bo"}]`,
	"index\tsentence1\tsentence2\tlabel\tcandidate0\tcandidate1\n0\tA\tB\t1\tA\tC\n0\tC\tB\t0\tA\tC\n",
}
