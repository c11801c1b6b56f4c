package lrp

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

// versioned is a feature of a given version that uses a resource of its own.
type versioned struct {
	features.Extractor
	version int
	sha256  string
}

func (v versioned) Name() string { return "OWN" }
func (v versioned) Version() int { return v.version }

func (v versioned) Resources() ([]features.Resource, error) {
	if v.sha256 == "" {
		return nil, errors.New("found no table")
	}
	return []features.Resource{{Name: "table", SHA256: v.sha256}}, nil
}

func ownParts(version int, sha256 string) Parts {
	return Parts{Extractors: []features.Extractor{versioned{features.FWO, version, sha256}}}
}

// TestVersions checks that a model of another version of a feature or the analyzer is refused, and
// can be trained again.
func TestVersions(t *testing.T) {
	analyzer := func(version int) text.Analyzer {
		a := text.English
		a.Name, a.Version = "mine", version
		return a
	}
	parts := func(feature, words int) Parts {
		p := ownParts(feature, "ab12")
		p.Analyzers = []text.Analyzer{analyzer(words)}
		return p
	}
	trained := func(p Parts) []byte {
		o := TrainOptions{Approach: "OWN", Analyzer: &p.Analyzers[0], Parts: p}
		return written(t, train(t, threeQuestions(8), o))
	}
	first := trained(parts(1, 0))
	if bytes.Contains(first, []byte("versions")) {
		t.Errorf("versions of 1 are written: %s", linesOf(first)[0])
	}
	for _, c := range []struct {
		file []byte
		here Parts
		want string
	}{
		{first, parts(1, 1), ""},
		{first, parts(2, 1), "feature OWN is version 2 here and 1 in the file: run 'lrp retrain OLD -o NEW'"},
		{first, parts(1, 3), "analyzer mine is version 3 here and 1 in the file"},
		{trained(parts(2, 3)), parts(2, 3), ""},
		{trained(parts(2, 3)), parts(2, 1), "analyzer mine is version 1 here and 3 in the file"},
		{trained(parts(2, 1)), parts(1, 1), "feature OWN is version 1 here and 2 in the file"},
	} {
		_, err := ReadModel(bytes.NewReader(c.file), "m", c.here)
		if c.want == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if !errors.Is(err, ErrModelFile) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("found error %v, expected one with %q", err, c.want)
		}
		o := TrainOptions{Parts: c.here}
		m, err := Retrain(context.Background(), bytes.NewReader(c.file), "m", o)
		if err != nil {
			t.Error(err)
			continue
		}
		again, err := ReadModel(bytes.NewReader(written(t, m)), "m", c.here)
		if err != nil || again.Info().Dataset.SHA256 != m.info.Dataset.SHA256 {
			t.Errorf("trained again: %v", err)
		}
	}
}

// TestResourcesOfOwnFeature checks that a feature from elsewhere names its resources.
func TestResourcesOfOwnFeature(t *testing.T) {
	m := train(
		t, threeQuestions(8), TrainOptions{Approach: "OWN", Folds: -1, Parts: ownParts(1, "ab12")},
	)
	want := []features.Resource{{Name: "table", SHA256: "ab12"}}
	if got := m.Info().Resources; !slices.Equal(got, want) {
		t.Errorf("found resources %v, expected %v", got, want)
	}
	file := written(t, m)
	if _, err := ReadModel(bytes.NewReader(file), "m", ownParts(1, "ab12")); err != nil {
		t.Error(err)
	}
	_, err := ReadModel(bytes.NewReader(file), "m", ownParts(1, "cd34"))
	if e, ok := errors.AsType[*ResourceError](err); !ok || e.Name != "table" || e.Found != "cd34" {
		t.Errorf("with another table: %v", err)
	}
	if _, err := ReadModel(bytes.NewReader(file), "m", ownParts(1, "")); !errors.Is(
		err, ErrModelFile,
	) {
		t.Errorf("without the table: %v", err)
	}
}

// TestResources checks the names of resources in model files, which must not change.
func TestResources(t *testing.T) {
	for approach, want := range map[string]string{
		"AUTO": "word vectors",
		"WCS":  "word vectors",
		"SNL":  "Brown counts,WordNet",
		"SYN":  "WordNet",
		"ALN":  "WordNet,embedded word vectors",
		"BOW":  "",
		"COM":  "Brown counts,WordNet,word vectors",
		"ALL":  "Brown counts,WordNet,embedded word vectors,word vectors",
	} {
		a, err := Approaches(approach)
		if err != nil {
			t.Fatal(err)
		}
		list, err := resources(a[0])
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, r := range list {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, ","); got != want {
			t.Errorf("%s: found %q, expected %q", approach, got, want)
		}
	}
}

// TestRetrain checks that training again from an unchanged file gives the same file apart from
// warnings, and that a file with an unreadable learned part can be trained again.
func TestRetrain(t *testing.T) {
	for i, file := range smallModels() {
		o := TrainOptions{Folds: -1, Parts: outside}
		m, err := Retrain(context.Background(), bytes.NewReader(file), "m", o, golearn.Catalog()...)
		if err != nil {
			t.Errorf("model %d: %v", i, err)
			continue
		}
		old, err := ReadModel(bytes.NewReader(file), "m", outside)
		if err != nil {
			t.Fatal(err)
		}
		m.info.Warnings = old.info.Warnings // about the data, which are not in the file
		want, got := linesOf(file), linesOf(written(t, m))
		if i == 5 || i == 6 { // not with the default settings of the regressor
			want, got = want[:3], got[:3]
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("model %d (-old +new):\n%s", i, d)
		}
		lines := linesOf(file)
		lines[3] = `{"design":{"kind":"from the future"}}`
		unreadable := signed(lines)
		if _, err := ReadModel(bytes.NewReader(unreadable), "m", outside); !errors.Is(
			err, ErrModelFile,
		) {
			t.Errorf("model %d: found error %v, expected ErrModelFile", i, err)
		}
		r := bytes.NewReader(unreadable)
		if _, err := Retrain(context.Background(), r, "m", o, golearn.Catalog()...); err != nil {
			t.Errorf("model %d without its learned part: %v", i, err)
		}
	}
	lines := linesOf(smallModels()[4])
	lines[0] = strings.Replace(lines[0], `"regressor":"lasso"`, `"regressor":"other"`, 1)
	_, err := Retrain(context.Background(), bytes.NewReader(signed(lines)), "m", TrainOptions{})
	if !errors.Is(err, regress.ErrUnknown) || !errors.Is(err, ErrModelFile) {
		t.Errorf("unknown regressor: %v", err)
	}
	o := TrainOptions{Regressor: regress.OLS{}}
	if _, err := Retrain(context.Background(), bytes.NewReader(signed(lines)), "m", o); err != nil {
		t.Error(err)
	}
}

// TestRetrainFrozen checks that files of older versions can be trained again, those of regressors
// that are gone with another one.
func TestRetrainFrozen(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(frozen, "*.lrp"))
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d models (%v)", len(files), err)
	}
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		o := TrainOptions{Folds: -1, Parts: outside}
		_, err = Retrain(context.Background(), bytes.NewReader(file), path, o, golearn.Catalog()...)
		if errors.Is(err, regress.ErrUnknown) {
			o.Regressor = regress.Ridge{}
			_, err = Retrain(context.Background(), bytes.NewReader(file), path, o)
		}
		if err != nil {
			t.Error(err)
		}
	}
}
