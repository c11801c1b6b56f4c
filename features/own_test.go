package features_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

func docs(cache *text.Cache, texts ...string) []*text.Doc {
	list := make([]*text.Doc, len(texts))
	for i, s := range texts {
		list[i] = cache.Doc(s)
	}
	return list
}

func raws(docs []*text.Doc) []string {
	list := []string{}
	for _, d := range docs {
		list = append(list, d.Raw)
	}
	return list
}

func TestOwn(t *testing.T) {
	cache := text.NewCache(text.English)
	for _, c := range []struct {
		name       string
		key, train []string
		own        []bool
	}{
		{"copied", []string{"congress", "the house"}, []string{"senate", "The House!", ""},
			[]bool{false, true, false}},
		{"given twice", []string{"congress", "house"}, []string{"house", "the house"},
			[]bool{false, false}},
		{"the only answer", []string{"house"}, []string{"house"}, []bool{false}},
		{"in the key twice", []string{"house", "the house"}, []string{"house"}, []bool{true}},
		{"no key", nil, []string{"house"}, []bool{false}},
		{"nobody", []string{"congress", "house"}, nil, []bool{}},
	} {
		q := features.NewQuestion("q", c.key, nil, cache)
		if got := q.Own(docs(cache, c.train...)); !slices.Equal(got, c.own) {
			t.Errorf("%s: found %v, expected %v", c.name, got, c.own)
		}
	}
}

func TestWithout(t *testing.T) {
	cache := text.NewCache(text.English)
	for _, c := range []struct {
		response  string
		key, rest []string
	}{
		{"House", []string{"congress", "the house"}, []string{"congress"}},
		{"house", []string{"the house", "house", "house"}, []string{"the house", "house"}},
		{"House", []string{"the house", "house"}, []string{"house"}},
		{"senate", []string{"congress"}, []string{"congress"}},
		{"", []string{"congress"}, []string{"congress"}},
	} {
		q := features.NewQuestion("q", c.key, []string{c.response}, cache)
		q.Text = cache.Doc("Who?")
		rest := q.Without(cache.Doc(c.response))
		if got := raws(rest.Key); !slices.Equal(got, c.rest) || rest.Text != q.Text || rest.ID != "q" {
			t.Errorf("%q: found %q, expected %q", c.response, got, c.rest)
		}
		if got := raws(q.Key); !slices.Equal(got, c.key) {
			t.Errorf("%q: the key became %q", c.response, got)
		}
	}
}

func TestKeysCopied(t *testing.T) {
	cache := text.NewCache(text.English)
	given := docs(cache, "a1", "b1", "c1", "d1", "d1", "e1")
	for _, c := range []struct {
		name string
		keys [][]string
		want bool
	}{
		{"all", [][]string{{"a1", "b1"}}, true},
		{"most", [][]string{{"a1", "b1", "z1"}}, true},
		{"half", [][]string{{"a1", "z1"}}, false},
		{"as many as are popular", [][]string{{"a1", "d1"}}, false},
		{"some, of another question", [][]string{{"x1", "y1", "z1"}, {"a1", "b1"}}, false},
		{"most, of two questions", [][]string{{"x1", "a1"}, {"b1", "c1"}}, true},
		{"one answer each", [][]string{{"a1"}, {"b1"}}, false},
		{"none", [][]string{nil, {"y1", "z1"}}, false},
	} {
		var questions []*features.Question
		var train [][]*text.Doc
		for _, k := range c.keys {
			questions = append(questions, features.NewQuestion("q", k, nil, cache))
			train = append(train, given)
		}
		if got := features.KeysCopied(questions, train); got != c.want {
			t.Errorf("%s: found %v, expected %v", c.name, got, c.want)
		}
		for j, got := range features.Copied(questions, train) {
			want := questions[j].Own(given)
			if !c.want || !slices.Contains(want, true) {
				want = nil
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, question %d: found %v, expected %v", c.name, j, got, want)
			}
		}
	}
}

// The training rows of key features are those of a slow obvious version: a question of its own for
// each response.
func TestOwnRows(t *testing.T) {
	value := func(f features.Fitted, append func(*features.Row)) float64 {
		var row features.Row
		append(&row)
		return slices.Max(slices.Concat(row.Value, []float64{0}))
	}
	differ := 0
	for _, e := range features.Catalog() {
		if e.Kind() != features.KeyBased {
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			cache := text.NewCache(text.English)
			texts := manyTexts(t, 6)
			key := append(manyTexts(t, 3), texts[:len(texts)/2]...)
			known := texts
			if rapid.Bool().Draw(t, "unknown") {
				known = nil
			}
			q := features.NewQuestion("1", key, known, cache)
			train := make([]features.Rated, len(texts))
			given := docs(cache, texts...)
			copied := rapid.Bool().Draw(t, "copied")
			for i, own := range q.Own(given) {
				train[i] = features.Rated{Doc: given[i], Copied: copied && own}
			}
			prepared := e.Prepare(q)
			f := prepared.Fit(train)
			for i, r := range train {
				alone := *q
				equal := func(d *text.Doc) bool { return d.Clean == r.Doc.Clean }
				times := 0
				for _, o := range train {
					if equal(o.Doc) {
						times++
					}
				}
				if copied && times == 1 && len(q.Key) > 1 && slices.ContainsFunc(q.Key, equal) {
					same := func(d *text.Doc) bool { return d.Raw == r.Doc.Raw }
					k := slices.IndexFunc(q.Key, same)
					if k < 0 {
						k = slices.IndexFunc(q.Key, equal)
					}
					alone.Key = slices.Delete(slices.Clone(q.Key), k, k+1)
				}
				want := value(f, func(row *features.Row) { e.Prepare(&alone).Fit(nil).Append(row, r.Doc) })
				got := value(f, func(row *features.Row) { f.AppendTrain(row, i) })
				if got != want {
					t.Fatalf("%s of %q: found %v, expected %v", e.Name(), r.Doc.Raw, got, want)
				}
				if whole := value(f, func(row *features.Row) { f.Append(row, r.Doc) }); whole != got {
					differ++
					if _, static := prepared.(features.Static); static {
						t.Fatalf("%s is static, but training rows differ", e.Name())
					}
				}
			}
		})
	}
	if differ == 0 {
		t.Error("no response was compared without itself")
	}
}
