package wordnet

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// ID returns a synset's offset in its dictionary file and the letter n, v, a or r of its part of
// speech, such as "02084071-n". It differs between releases.
func (n *Net) ID(s Synset) string { return fmt.Sprintf("%08d-%c", n.offset[s], "nvar"[n.pos(s)]) }

func (n *Net) pos(s Synset) POS {
	p := Noun
	for s >= n.start[p+1] {
		p++
	}
	return p
}

// synsetsByID returns the synsets by their IDs.
func synsetsByID(n *Net) map[string]Synset {
	synsets := make(map[string]Synset, n.Len())
	for s := range Synset(n.Len()) {
		synsets[n.ID(s)] = s
	}
	return synsets
}

// first returns the first sense of a lemma.
func first(t testing.TB, lemma string, pos POS) Synset {
	t.Helper()
	senses := Default().Synsets(lemma, pos)
	if len(senses) == 0 {
		t.Fatalf("part of speech %d has no lemma %q", pos, lemma)
	}
	return senses[0]
}

func TestIDs(t *testing.T) {
	n := Default()
	if found := len(synsetsByID(n)); found != n.Len() {
		t.Errorf("%d synsets have %d different IDs", n.Len(), found)
	}
	if id := n.ID(first(t, "dog", Noun)); id != "02084071-n" {
		t.Errorf("dog has ID %s", id)
	}
}

func TestSynsets(t *testing.T) {
	n := Default()
	var ids []string
	for _, s := range n.Synsets("dog", Noun) {
		ids = append(ids, n.ID(s))
	}
	want := []string{
		"02084071-n", "10114209-n", "10023039-n", "09886220-n", "07676602-n", "03901548-n",
		"02710044-n",
	}
	if !slices.Equal(ids, want) {
		t.Errorf("dog: %v, want %v", ids, want)
	}
	for _, lemma := range []string{"physical entity", "Physical_Entity", "physical_entity"} {
		if s := n.Synsets(lemma, Noun); len(s) != 1 || n.ID(s[0]) != "00001930-n" {
			t.Errorf("%q: %v", lemma, s)
		}
	}
	for _, lemma := range []string{"", "dogs", " ", "zzzz", "~~", "dög"} {
		if s := n.Synsets(lemma, Noun); len(s) > 0 {
			t.Errorf("%q: %v", lemma, s)
		}
	}
	if s := n.Lookup("dog", Adverb+1); s != nil {
		t.Errorf("part of speech 4: %v", s)
	}
	if m := n.Morph("dog", Adverb+1); m != nil {
		t.Errorf("part of speech 4: %v", m)
	}
}

func TestWords(t *testing.T) {
	n := Default()
	want := []string{"Einstein", "Albert_Einstein"}
	if got := n.Words(first(t, "einstein", Noun)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// Markers of adjectives are not part of the word.
	if got := n.Words(first(t, "galore", Adjective)); !slices.Equal(got, []string{"galore"}) {
		t.Errorf("galore: %q", got)
	}
	for s := range Synset(n.Len()) {
		for _, w := range n.Words(s) {
			if strings.ContainsAny(w, "() ") || !slices.Contains(n.Synsets(w, n.pos(s)), s) {
				t.Fatalf("%q is no lemma of its synset %s", w, n.ID(s))
			}
		}
	}
}

func TestLookup(t *testing.T) {
	n := Default()
	if got, want := n.Lookup("Dogs", Noun), n.Synsets("dog", Noun); !slices.Equal(got, want) {
		t.Errorf("Dogs: %v, want %v", got, want)
	}
	// "axes" is the plural of two lemmas that share no synset, and of a third.
	got := n.Lookup("axes", Noun)
	for _, lemma := range n.Morph("axes", Noun) {
		for _, s := range n.Synsets(lemma, Noun) {
			if !slices.Contains(got, s) {
				t.Errorf("axes lacks %s of %s", n.ID(s), lemma)
			}
		}
	}
	if slices.Sort(got); len(slices.Compact(got)) != len(got) {
		t.Errorf("axes: %v", got)
	}
}

func TestSynonyms(t *testing.T) {
	n := Default()
	got := n.Synonyms("Automobiles")
	want := []string{"auto", "automobile", "car", "machine", "motorcar"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := n.Synonyms("xyzzy"); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

func TestShareWord(t *testing.T) {
	n := Default()
	dog := n.Synsets("dog", Noun)
	if !n.ShareWord(dog[0], dog[1]) || n.ShareWord(dog[0], first(t, "cat", Noun)) {
		t.Error("dog")
	}
	// "Turkey" the country and "turkey" the bird are one lemma.
	s := n.Synsets("turkey", Noun)
	for _, a := range s {
		if !n.ShareWord(s[0], a) || !n.ShareWord(a, s[0]) {
			t.Errorf("%v and %v", n.Words(s[0]), n.Words(a))
		}
	}
}

// The ancestors must be those that a breadth-first search finds, at the same distances.
func TestAncestorsBySearch(t *testing.T) {
	n := Default()
	hypernyms := embeddedHypernyms(t)
	for s := range Synset(n.Len()) {
		want := map[Synset]int{s: 0}
		for queue := []Synset{s}; len(queue) > 0; queue = queue[1:] {
			for _, h := range hypernyms[queue[0]] {
				if _, ok := want[h]; !ok {
					want[h] = want[queue[0]] + 1
					queue = append(queue, h)
				}
			}
		}
		last := -1
		above, edges := n.Ancestors(s)
		for i, a := range above {
			if w, ok := want[a]; !ok || w != int(edges[i]) || int(a) <= last {
				t.Fatalf("synset %s: ancestor %s at %d, want %d, %v",
					n.ID(s), n.ID(a), edges[i], w, ok)
			}
			last = int(a)
		}
		if len(above) != len(want) {
			t.Fatalf("synset %s: %d ancestors, want %d", n.ID(s), len(above), len(want))
		}
	}
}

// embeddedHypernyms reads the hypernyms by a regular expression.
func embeddedHypernyms(t *testing.T) map[Synset][]Synset {
	synsets := synsetsByID(Default())
	archive, err := unzip()
	if err != nil {
		t.Fatal(err)
	}
	hypernym := regexp.MustCompile(` @i? (\d{8}) ([nv])`)
	found := make(map[Synset][]Synset)
	for name, letter := range map[string]string{"data.noun": "-n", "data.verb": "-v"} {
		content, err := fs.ReadFile(archive, name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			for _, m := range hypernym.FindAllStringSubmatch(line, -1) {
				s := synsets[line[:8]+letter]
				found[s] = append(found[s], synsets[m[1]+"-"+m[2]])
			}
		}
	}
	return found
}

func TestCommon(t *testing.T) {
	n := Default()
	dog, cat := first(t, "dog", Noun), first(t, "cat", Noun)
	c, ok := n.Common(dog, cat)
	if !ok || c.Length != 4 || n.Words(c.Subsumer)[0] != "carnivore" {
		t.Errorf("dog, cat: %+v, %v", c, ok)
	}
	if d, _ := n.Common(cat, dog); d != c {
		t.Errorf("cat, dog: %+v", d)
	}
	if c, ok := n.Common(dog, dog); !ok || c != (Common{0, dog}) {
		t.Errorf("dog, dog: %+v, %v", c, ok)
	}
	if _, ok := n.Common(dog, first(t, "bark", Verb)); ok {
		t.Error("a noun and a verb have a common ancestor")
	}
	if _, ok := n.Common(first(t, "big", Adjective), first(t, "small", Adjective)); ok {
		t.Error("two adjectives have a common ancestor")
	}
}

// small is a dictionary of some nouns, whose numbers are their offsets, and minimal other files:
//
//	1 root, 2 a @1, 3 b @2, 4 c @3 @1, 5 d @3 @i1
func small(extra map[string]string) fstest.MapFS {
	files := map[string]string{
		"data.noun": "  1 WordNet 9.9 Copyright 2006 by Princeton University.  All rights reserved.  \n" +
			"00000001 03 n 01 root 0 000 | g  \n" +
			"00000002 03 n 01 a 0 001 @ 00000001 n 0000 | g\n" +
			"00000003 03 n 01 b 0 001 @ 00000002 n 0000 | g\n" +
			"00000004 03 n 01 c 0 002 @ 00000003 n 0000 @ 00000001 n 0000 | g\n" +
			"00000005 03 n 02 D 0 d 1 002 @ 00000003 n 0000 @i 00000001 n 0000 | g\n",
		"index.noun": "a n 1 1 @ 1 0 00000002  \nb n 1 1 @ 1 0 00000003\nc n 1 1 @ 1 0 00000004\n" +
			"d n 1 1 @ 1 0 00000005\nroot n 1 0 1 0 00000001\n",
		"data.verb":  "00000001 29 v 01 go 0 000 01 + 02 00 | g\n",
		"index.verb": "go v 1 0 1 0 00000001\n",
		"data.adj":   "00000001 00 s 01 big(ip) 0 000 | g\n",
		"index.adj":  "big a 1 0 1 0 00000001\n",
		"data.adv":   "00000001 02 r 01 well 0 000 | g\n",
		"index.adv":  "well r 1 0 1 0 00000001\n",
		"noun.exc":   "bees b c\nbees b\n",
		"verb.exc":   "",
		"adj.exc":    "",
		"adv.exc":    "",
	}
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, text := range extra {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func TestRead(t *testing.T) {
	n, err := read(small(nil))
	if err != nil {
		t.Fatal(err)
	}
	if n.Version() != "9.9" || n.Len() != 8 {
		t.Errorf("version %q, %d synsets", n.Version(), n.Len())
	}
	synsets := synsetsByID(n)
	c, d := synsets["00000004-n"], synsets["00000005-n"]
	if n.Depth(c) != 3 {
		t.Errorf("depth %d, want 3", n.Depth(c))
	}
	// The paths from c to d through b and through the root both have two edges; b is deeper.
	got, _ := n.Common(c, d)
	if b := n.Synsets("b", Noun)[0]; got != (Common{2, b}) {
		t.Errorf("%+v", got)
	}
	if got := n.Words(d); !slices.Equal(got, []string{"D", "d"}) {
		t.Errorf("words %q", got)
	}
	if got := n.Synsets("d", Noun); len(got) != 1 {
		t.Errorf("two spellings, %d senses", len(got))
	}
	if got := n.Morph("bees", Noun); !slices.Equal(got, []string{"b"}) {
		t.Errorf("bees: %q", got)
	}
	if got := n.Synonyms("big"); !reflect.DeepEqual(got, []string{"big"}) {
		t.Errorf("big: %q", got)
	}
}

func TestReadDropsCircles(t *testing.T) {
	n, err := read(small(map[string]string{
		"data.verb": "00000001 29 v 01 go 0 001 @ 00000002 v 0000 01 + 02 00 | g\n" +
			"00000002 29 v 01 move 0 002 @ 00000001 v 0000 @ 00000002 v 0000 00 | g\n",
		"index.verb": "go v 1 0 1 0 00000001\nmove v 1 0 1 0 00000002\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	above, _ := n.Ancestors(n.Synsets("move", Verb)[0])
	if depth := n.Depth(n.Synsets("go", Verb)[0]); len(above) != 1 || depth != 1 {
		t.Errorf("ancestors %v, depth of go %d", above, depth)
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct{ file, old, new, want string }{
		{"data.noun", "n 01 a", "n 0x a", `data.noun:3: found "00000002 03 n 0x a`},
		{"data.noun", "n 01 a", "n ff a", "data.noun:3:"},
		{"data.noun", "00000002 03", "00000001 03", "data.noun:3:"},
		{"data.noun", "001 @ 00000001 n 0000 | g", "002 @ 00000001 n 0000", "data.noun:3:"},
		{"data.noun", "001 @ 00000001", "001 @ 00000009", "data.noun: found hypernym 00000009"},
		{"index.noun", "0 00000002", "0 00000009", "index.noun:1:"},
		{"index.noun", "1 0 00000002", "1", "index.noun:1:"},
		{"noun.exc", "bees b c", "bees", `noun.exc:1: found "bees\n", expected a line in the format`},
	} {
		text := string(small(nil)[test.file].Data)
		changed := strings.Replace(text, test.old, test.new, 1)
		if changed == text {
			t.Fatalf("%s has no %q", test.file, test.old)
		}
		_, err := read(small(map[string]string{test.file: changed}))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %q: %v, want %s", test.file, test.new, err, test.want)
		}
	}
	fsys := small(nil)
	delete(fsys, "index.adj")
	if _, err := read(fsys); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file is missing: %v", err)
	}
}

func TestCommonDoesNotAllocate(t *testing.T) {
	n := Default()
	dog, cat := first(t, "dog", Noun), first(t, "cat", Noun)
	compare := func() { n.Common(dog, cat); n.ShareWord(dog, cat) }
	if a := testing.AllocsPerRun(100, compare); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

func BenchmarkCommon(b *testing.B) {
	n := Default()
	// Pairs from all over the nouns, so that the lists are not all in the cache.
	var pairs [1024][2]Synset
	for i := range pairs {
		pairs[i] = [2]Synset{Synset(i * 7919 % 82115), Synset((i*104729 + 13) % 82115)}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p := pairs[i%len(pairs)]
		n.Common(p[0], p[1])
	}
}

func BenchmarkLookup(b *testing.B) {
	n := Default()
	b.ReportAllocs()
	for b.Loop() {
		n.Lookup("dogs", Noun)
	}
}
