package lrp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/internal/modelfile"
	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

// frozen is the folder of model files of former versions, with their predictions.
const frozen = "../testdata/models"

const neverAgain = "The files in testdata/models are as people have them: they are never made again. A change that breaks them needs a new " +
	"version of the format, and a reader of the old one"

// frozenPredictions are what the models of one version of the format predict.
type frozenPredictions struct {
	Comment   string               `json:"comment"`
	Questions []string             `json:"questions"`
	Responses [][]string           `json:"responses"` // by respondent and question
	Ratings   map[string][]float64 `json:"ratings"`   // by file
}

// frozenModels are what LUNA_TEST=update trains for a new version of the format.
var frozenModels = []struct {
	file      string
	approach  string
	regressor regress.Regressor
	rated     int
}{
	{"auto", "AUTO", nil, 14},
	{"auto-unrated", "AUTO", nil, 0},
	{"wed-ols", "WED", regress.OLS{}, 14},
	{"bow-lasso", "BOW", regress.NewLasso(), 14},
	{"snl-gp", "SNL", regress.GP{}, 14},
	{"cng-kernelridge", "CNG", regress.KernelRidge{}, 12},
	{"aln-golearn", "ALN", golearn.Tree{}, 14},
	{"wcs-ridge", "WCS", regress.Ridge{}, 14},
	{"cbg", "CBG", nil, 14},
}

// retrained are files of older versions that have to be trained again: of AUTO that did not learn
// from scores, and of regressors that are gone.
var retrained = []string{"v1-auto.lrp", "v1-auto-unrated.lrp", "v1-dem-gbt.lrp", "v1-nnc-knn.lrp"}

// TestFrozenModels checks that model files of older versions can be read and predict the same, or
// are refused with the advice to retrain them.
func TestFrozenModels(t *testing.T) {
	if suite.Update() {
		freezeModels(t)
	}
	lists, err := filepath.Glob(filepath.Join(frozen, "v*-predictions.json"))
	if err != nil || len(lists) < 1 {
		t.Fatalf(
			"found %d lists of predictions (%v), expected one for each version of the format",
			len(lists), err,
		)
	}
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		var want frozenPredictions
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		for name, ratings := range want.Ratings {
			m, err := OpenModel(filepath.Join(frozen, name), outside)
			if slices.Contains(retrained, name) {
				if !errors.Is(err, ErrModelFile) || !strings.Contains(err.Error(), retrainHint) {
					t.Errorf("%s: found %v, expected the advice to retrain it", name, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%v. %s", err, neverAgain)
				continue
			}
			if ids := questionIDs(m.training); !slices.Equal(ids, want.Questions) ||
				len(ratings) != len(want.Responses) {
				t.Fatalf("%s: found questions %q and %d ratings", name, ids, len(ratings))
			}
			for i, r := range want.Responses {
				if got, err := m.Rating(r); err != nil || !(math.Abs(got-ratings[i]) <= 1e-9) {
					t.Errorf(
						"%s, respondent %d: found %v (%v), expected %v. %s", name, i+1, got, err,
						ratings[i], neverAgain,
					)
				}
			}
		}
	}
}

// TestModelOfAnyTool checks that the tool in the head does not matter.
func TestModelOfAnyTool(t *testing.T) {
	file := smallModels()[0]
	lines := linesOf(file)
	for _, other := range []string{"", "luna v99.0.0", "something else"} {
		changed := slices.Clone(lines)
		changed[0] = strings.Replace(
			lines[0], fmt.Sprintf(`"tool":%q`, "luna "+Version()), fmt.Sprintf(`"tool":%q`, other),
			1,
		)
		if changed[0] == lines[0] {
			t.Fatalf("no tool in %s", lines[0])
		}
		if _, err := ReadModel(bytes.NewReader(signed(changed)), "m", Parts{}); err != nil {
			t.Errorf("made by %q: %v", other, err)
		}
	}
}

// freezeModels trains models of a version of the format that has none yet. Files that are there are
// never written again.
func freezeModels(t *testing.T) {
	list := filepath.Join(frozen, fmt.Sprintf("v%d-predictions.json", modelfile.Version))
	if _, err := os.Stat(list); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	others := exam(9, 10)
	p := frozenPredictions{
		Comment:   "Written by LUNA_TEST=update go test ./lrp -run TestFrozenModels. " + neverAgain + ".",
		Questions: questionIDs(others),
		Ratings:   make(map[string][]float64),
	}
	for _, r := range others.Respondents {
		p.Responses = append(p.Responses, r.Responses)
	}
	p.Responses[8] = make([]string, len(p.Questions)) // no answer at all
	for j := range p.Questions {
		p.Responses[9][j] = "I don’t know — perhaps “Señor” Łukasz?"
	}
	for _, c := range frozenModels {
		ds := exam(3, 14)
		for i := c.rated; i < len(ds.Respondents); i++ {
			ds.Respondents[i].Rating = math.NaN()
		}
		m, err := Train(
			context.Background(), ds,
			TrainOptions{Approach: c.approach, Regressor: c.regressor, Seed: 1, Parts: outside},
		)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("v%d-%s.lrp", modelfile.Version, c.file)
		f, err := os.OpenFile(filepath.Join(frozen, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(m.Write(f), f.Close()); err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Responses {
			rating, err := m.Rating(r)
			if err != nil {
				t.Fatal(err)
			}
			p.Ratings[name] = append(p.Ratings[name], rating)
		}
	}
	text, err := json.MarshalIndent(p, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(list, append(text, '\n'), 0o666); err != nil {
		t.Fatal(err)
	}
}

// exam is an exam of five questions with n rated respondents.
func exam(seed uint64, n int) *datasets.Dataset {
	ds := civics(n, seed)
	ds.Questions = ds.Questions[:5]
	for i := range ds.Respondents {
		r := &ds.Respondents[i]
		r.Responses, r.Scores, r.Judgements = r.Responses[:5], nil, nil
	}
	return ds
}

func questionIDs(ds *datasets.Dataset) []string {
	ids := make([]string, len(ds.Questions))
	for j, q := range ds.Questions {
		ids[j] = q.ID
	}
	return ids
}
