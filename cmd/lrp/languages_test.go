package main

import "testing"

// TestManifestsBeforeLanguages checks that manifests of versions without languages, in which
// stopwords is english or none, still mean what they meant.
func TestManifestsBeforeLanguages(t *testing.T) {
	for stopwords, want := range map[string]string{"english": "english", "none": ""} {
		x, err := parseExperiment("manifest.json", []byte(`{"format":"lrp-manifest","version":1,`+
			`"command":"eval","flags":{"stopwords":"`+stopwords+`","datasets":["sample-mohler"]}}`))
		if err != nil {
			t.Fatal(err)
		}
		a, allWords, err := x.eval.analyzer()
		if err != nil || a == nil {
			t.Fatalf("%s: found %v, %v, expected an analyzer", stopwords, a, err)
		}
		found := *a
		if allWords {
			found = a.AllWords()
		}
		if found.Name != want || found.Stemmer != nil {
			t.Errorf("%s: found the analyzer %q, expected %q", stopwords, found.Name, want)
		}
	}
	x, err := parseExperiment("manifest.json", []byte(`{"format":"lrp-manifest","version":1,`+
		`"command":"eval","flags":{"stopwords":"none","language":"auto"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if a, allWords, err := x.eval.analyzer(); a != nil || !allWords || err != nil {
		t.Errorf("found %v, %v, %v, expected the language of the texts and all words", a, allWords,
			err)
	}
}
