package lrp

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/regress"
)

// From many goroutines a model gives what it gives one, while the memo forgets all the time.
func TestModelConcurrently(t *testing.T) {
	others := civics(24, 9)
	for i := range others.Respondents {
		others.Respondents[i].Responses = others.Respondents[i].Responses[:3]
	}
	for _, c := range []struct {
		approach  string
		regressor regress.Regressor
	}{{"AUTO", nil}, {"COM", regress.OLS{}}, {"NNC", regress.KNN{}}} {
		file := written(t, train(t, threeQuestions(12), TrainOptions{Approach: c.approach, Regressor: c.regressor, Folds: -1}))
		m, fresh := read(t, file), read(t, file)
		m.memo.most, fresh.memo.most = 600, -1 // a few entries a generation; one
		wants := make([]string, len(others.Respondents))
		for i, r := range others.Respondents {
			wants[i] = told(fresh, r.Responses, i)
		}
		var wait sync.WaitGroup
		for g := range 8 {
			wait.Go(func() {
				for k := range wants {
					i := (k + 7*g) % len(wants)
					if got := told(m, others.Respondents[i].Responses, i); got != wants[i] {
						t.Errorf("%s, respondent %d: found %s, expected %s", c.approach, i, got, wants[i])
						return
					}
				}
			})
		}
		wait.Wait()
	}
}

func read(t *testing.T, file []byte) *Model {
	t.Helper()
	m, err := ReadModel(strings.NewReader(string(file)), "m", Parts{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// told is all that a model says of a respondent; explanations take their time, so of some.
func told(m *Model, responses []string, i int) string {
	rating, err := m.Rating(responses)
	p, err2 := m.Predict(responses)
	said := fmt.Sprint(rating, err, p, err2)
	if i%12 == 0 {
		e, err := m.Explain(responses)
		said += fmt.Sprintf(" %+v %v", *e, err)
	}
	return said
}

// However many texts there are, and of whatever length, the memo does not grow beyond its bound.
func TestMemoIsBounded(t *testing.T) {
	const texts, most = 60_000, 1 << 20
	for _, c := range []struct {
		name, filler string
		columns      int
	}{{"short texts", "", 0}, {"long texts", strings.Repeat("x", 1000), 0}, {"columns", "", 60}, {"documents", strings.Repeat("two words ", 50), -1}} {
		memo := newMemo(0)
		memo.most = most
		heap := heapInUse()
		for i := range texts / max(1, len(c.filler)/20, c.columns/4) {
			memo.get(i%7, (strings.Repeat(" ", 3000) + fmt.Sprint(c.filler, i))[3000:], func(response string) part {
				switch {
				case c.columns == 0:
					return part{grade: 1}
				case c.columns < 0:
					return part{doc: text.English.Doc(response)}
				}
				row := features.Row{Index: make([]int32, c.columns), Value: make([]float64, c.columns)}
				return part{rows: []features.Row{row}}
			})
		}
		grown := int(heapInUse()) - int(heap)
		runtime.KeepAlive(memo)
		if grown > most+most/2 {
			t.Errorf("%s: the heap grew by %d bytes, expected at most about %d", c.name, grown, most)
		}
		if grown < most/8 {
			t.Errorf("%s: the heap grew by %d bytes, expected some of %d to be used", c.name, grown, most)
		}
	}
}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}
