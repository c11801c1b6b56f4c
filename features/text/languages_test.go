package text

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func named(t testing.TB, name string) Analyzer {
	t.Helper()
	a, ok := Named(name)
	if !ok {
		t.Fatalf("found no analyzer %q", name)
	}
	return a
}

// TestFor checks which analyzer a sample of each language gets.
func TestFor(t *testing.T) {
	want := map[string]string{
		"English": "english", "French": "french", "Hungarian": "hungarian",
		"Norwegian": "norwegian", "Russian": "russian", "Spanish": "spanish",
		"Swedish": "swedish", "Chinese": "unspaced", "Japanese": "unspaced",
		"Korean": "unspaced", "Thai": "unspaced", "Lao": "unspaced", "": "english",
	}
	for language, sample := range samples {
		expected := want[language]
		if expected == "" {
			expected = "other"
		}
		if a := For(Language(sample)); a.Name != expected {
			t.Errorf("%s is cut by %q, expected %q", language, a.Name, expected)
		}
	}
	if a := For(""); a.Name != English.Name {
		t.Errorf("texts of unknown language are cut by %q", a.Name)
	}
	if a, ok := Named("klingon"); ok {
		t.Errorf("found %q", a.Name)
	}
}

// TestSnowball checks words and stems of each language of Snowball. The stems are of the sample
// vocabularies on snowballstem.org.
func TestSnowball(t *testing.T) {
	for _, c := range []struct{ language, text, words, stems string }{
		{"english", "The generous consignments were knocked out",
			"generous|consignments|knocked", "generous|consign|knock"},
		{"french", "L’eau et les majestueusement continuait jusqu'aux mainteniez d'aujourd'hui",
			"eau|majestueusement|continuait|jusqu|mainteniez|aujourdhui",
			"eau|majestu|continu|jusqu|mainten|aujourdhui"},
		{"hungarian", "a babaházaknak és babakocsijáért", "babaházaknak|babakocsijáért",
			"babaház|babakocs"},
		{"norwegian", "havnedistriktene og havnemyndighetene er ikke",
			"havnedistriktene|havnemyndighetene", "havnedistrikt|havnemynd"},
		{"russian", "и вагонами, не важнейшими!", "вагонами|важнейшими", "вагон|важн"},
		{"spanish", "Los cheques de las chicas", "cheques|chicas", "chequ|chic"},
		{"swedish", "och jaktkarlarne som klokaste", "jaktkarlarne|klokaste", "jaktkarl|klok"},
	} {
		a := named(t, c.language)
		d := a.Doc(c.text)
		if d := cmp.Diff(strings.Split(c.words, "|"), d.Words); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.language, d)
		}
		var stems []string
		for _, w := range d.Words {
			stems = append(stems, d.Stemmer.Stem(w))
		}
		if d := cmp.Diff(strings.Split(c.stems, "|"), stems); d != "" {
			t.Errorf("stems of %s (-want +got):\n%s", c.language, d)
		}
		all := a.AllWords()
		if got := all.Doc(c.text); len(got.Words) <= len(d.Words) || got.Stemmer != d.Stemmer {
			t.Errorf("%s with all words: %q", c.language, got.Words)
		}
		if a.Name != "english" && all.Name != c.language+", all words" {
			t.Errorf("%s with all words has the name %q", c.language, all.Name)
		}
	}
	// A text of stop words alone keeps them.
	if got := named(t, "french").Words("ne pas"); strings.Join(got, "|") != "ne|pas" {
		t.Errorf("found %q", got)
	}
	if a := English.AllWords(); a.Name != "" || a.StopWord != nil || a.Stemmer != nil {
		t.Errorf("English with all words is %+v, expected the zero value", a)
	}
	// Other languages have no stems, least of all English ones.
	if d := For("German").Doc("running generations"); d.Stemmer.Stem("running") != "running" {
		t.Error("German words have English stems")
	}
}

func TestDescription(t *testing.T) {
	for want, a := range map[string]Analyzer{
		"English stop words are left out": English,
		"all words are kept":              {},
		"French stop words are left out":  named(t, "french"),
		"all words are kept, of French":   named(t, "french").AllWords(),
		"words are pairs of characters":   named(t, "unspaced"),
		"mine stop words are left out":    {Name: "mine", StopWord: English.StopWord},
	} {
		if got := a.Description(); got != want {
			t.Errorf("%q is described as %q, expected %q", a.Name, got, want)
		}
		if got := a.Decision("Dutch"); !strings.HasPrefix(got, "the texts look Dutch: "+want+", and ") ||
			!strings.HasSuffix(got, "; --language and --vectors decide otherwise") {
			t.Errorf("%q is said to be chosen by %q", a.Name, got)
		}
	}
}
