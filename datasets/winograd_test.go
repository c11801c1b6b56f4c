package datasets

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const miniWinograd = `<collection>
<schema><text><txt1>The dog chased the cat until</txt1><pron>it</pron><txt2>gave up.</txt2></text>
<quote><pron>it</pron><quote2>gave up</quote2></quote>
<answers><answer>the dog</answer><answer>the cat</answer></answers>
<correctAnswer>A</correctAnswer></schema>
<schema><text><txt1>The dog chased the cat until</txt1><pron>it</pron><txt2>hid.</txt2></text>
<answers><answer>the dog</answer><answer>the cat</answer></answers>
<correctAnswer> B. </correctAnswer></schema>
</collection>
`

func miniContest() map[string]string {
	return map[string]string{"problems.XML": miniWinograd, "ann-output.txt": "A, B\n",
		"bob-output.txt":     "1. Whatever\n\nAnswer 1.B the cat\n\nA, A\n",
		"no list-output.txt": "nothing", "readme.txt": "notes", "-output.txt": "A, A"}
}

func TestWinograd(t *testing.T) {
	d, err := openWinograd(fileMap(miniContest()), "winograd", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := &Dataset{Name: "winograd",
		RatingNote: "accuracy: right answers to 2 problems with a key divided by their number",
		Scale:      Scale{0, 2},
		Warnings:   []string{"dir/no list-output.txt: 2 problems without a valid answer, which are wrong"},
		Questions: []Question{
			{"1", "The dog chased the cat until it gave up. In “it gave up”, who or what is “it”? A: the " +
				"dog, B: the cat.", []string{"the dog"}},
			{"2", "The dog chased the cat until it hid. Who or what is “it”? A: the dog, B: the cat.",
				[]string{"the cat"}}},
		Respondents: []Respondent{
			{ID: "ann", Responses: []string{"the dog", "the cat"}, Rating: 1, Scores: []float64{1, 1}},
			{ID: "bob", Responses: []string{"the dog", "the dog"}, Rating: 0.5, Scores: []float64{1, 0}},
			{ID: "no list", Responses: []string{"", ""}, Rating: 0, Scores: []float64{0, 0}},
		}}
	if diff := cmp.Diff(want, d, sameData); diff != "" {
		t.Error(diff)
	}
	if err := d.Validate(); err != nil {
		t.Error(err)
	}
}

func TestWinogradWithoutKey(t *testing.T) {
	blind := strings.ReplaceAll(strings.ReplaceAll(miniWinograd,
		"<correctAnswer>A</correctAnswer>", ""), "<correctAnswer> B. </correctAnswer>", "")
	d, err := openWinograd(fileMap(changed(miniContest(), "problems.XML", blind)), "winograd", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d.HasKey() || d.Respondents[0].Rated() || d.Respondents[0].Scores != nil {
		t.Errorf("found a key or ratings: %+v", d)
	}
	if err := d.Validate(); err != nil {
		t.Error(err)
	}
}

// TestWinogradSets reads sets that are not in XML. A text may be a set or a note.
func TestWinogradSets(t *testing.T) {
	for file, content := range map[string]string{
		"set.json": `[{"text":"A ran as it won.","pronoun":"it","options":["A","B"],"label":0}]`,
		"x.tsv":    "sentid\tsentence\nnurse.cook.0.male.txt\tThe nurse told the cook that he won.\n",
	} {
		d, err := openWinograd(fileMap(map[string]string{file: content, "ann-output.txt": "A\n",
			"readme.txt": "notes"}), "winograd", Options{})
		if err != nil || len(d.Questions) != 1 || d.Respondents[0].Rating != 1 {
			t.Errorf("%s: found %+v, %v", file, d, err)
		}
	}
	d, err := openWinograd(fileMap(map[string]string{"pro_stereotyped_type1.txt.dev": "1 [The cook] met the " +
		"guard as [he] ran.", "ann-output.txt": "B\n"}), "winograd", Options{})
	if err != nil || len(d.Questions) != 1 || d.Respondents[0].Rating != 0 {
		t.Errorf("found %+v, %v", d, err)
	}
}

func TestWinogradFolders(t *testing.T) {
	const want = "problems (.xml, .json, .jsonl or .tsv, or else .txt, .dev or .test) and output files " +
		"(TEAM-output.txt)"
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"ann-output.txt": "A"},
			"dir/*.xml: found no such file or folder, expected one collection of " + want},
		{map[string]string{"x.xml": miniWinograd},
			"dir/*-output.txt: found no such file or folder, expected one collection of " + want},
		{changed(miniContest(), "z.xml", miniWinograd), "dir: found problems.XML and z.xml, expected one " +
			"collection of " + want},
		{changed(miniContest(), "problems.XML", "<collection/>"), "dir/problems.XML: found no <schema>, " +
			"expected a collection of schemas in XML, or JSON (objects, one a line or in a list) or a table " +
			"with tabs of WinoGrande, WSC273, definite pronoun resolution, SuperGLUE's WSC, WNLI, WinoGender " +
			"or KnowRef, or lines of WinoBias"},
		{changed(miniContest(), "ann-output.txt", "A,\x00B"), "dir/ann-output.txt:1: " + nulError},
	} {
		d, err := openWinograd(fileMap(c.files), "winograd", Options{})
		if err == nil {
			t.Errorf("found %d respondents, expected the error %s", len(d.Respondents), c.want)
		} else if err.Error() != c.want {
			t.Errorf("found the error\n%s\nexpected\n%s", err, c.want)
		}
	}
}

func FuzzWinograd(f *testing.F) {
	f.Add(miniWinograd, "A, B")
	for _, file := range []string{"pdp.xml", "schemas.xml"} {
		data, err := os.ReadFile("../testdata/winograd/" + file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), "B, , A, X\n")
	}
	f.Fuzz(func(t *testing.T, collection, output string) {
		d, err := openWinograd(fileMap(map[string]string{"x.xml": collection, "a-output.txt": output}), "x",
			Options{})
		if err != nil {
			return
		}
		if err := d.Validate(); err != nil {
			t.Error(err)
		}
	})
}
