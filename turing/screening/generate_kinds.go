package screening

import (
	"fmt"
	"strings"
	"sync"

	"github.com/luna-rating/luna/internal/wordnet"
	"github.com/luna-rating/luna/turing/screening/internal/world"
)

// kinds are what things are asked to be.
var kinds = []string{
	"tool",
	"vehicle",
	"furniture",
	"clothing",
	"fruit",
	"vegetable",
	"bird",
	"fish",
	"insect",
	"animal",
	"flower",
	"tree",
	"building",
	"food",
	"drink",
}

// ofKind draws a thing that is of a kind by the table and by WordNet.
func (g *generator) ofKind(kind string) (world.Thing, bool) {
	t := pick(g, world.Things())
	return t, t.Is(kind) && mayBe(t.Name, kind)
}

// meanings remembers what mayBe found.
var meanings sync.Map

// mayBe reports whether a meaning of a noun in WordNet is below one of another.
func mayBe(noun, kind string) bool {
	found, ok := meanings.Load(noun + " " + kind)
	if !ok {
		found = below(noun, kind)
		meanings.Store(noun+" "+kind, found)
	}
	return found.(bool)
}

func below(noun, kind string) bool {
	net := wordnet.Default()
	above := map[wordnet.Synset]bool{}
	for _, s := range net.Lookup(kind, wordnet.Noun) {
		above[s] = true
	}
	for _, s := range net.Lookup(noun, wordnet.Noun) {
		list, _ := net.Ancestors(s)
		for _, a := range list {
			if above[a] {
				return true
			}
		}
	}
	return false
}

// kind asks which of two kinds a thing is of: one of its own, and one of which no meaning of its
// name can be.
func kind(g *generator) []Question {
	right, wrong := pick(g, kinds), pick(g, kinds)
	t, ok := g.ofKind(right)
	if !ok || t.Is(wrong) || mayBe(t.Name, wrong) || mayBe(right, wrong) || mayBe(wrong, right) {
		return nil
	}
	list := g.which(fmt.Sprintf("Is %s %%s or %%s?", t.A()), right, wrong)
	list[0].Text = strings.NewReplacer(" a furniture", " furniture", " a clothing", " clothing",
		" a food", " food").Replace(list[0].Text)
	return list
}

// oneOf asks which of three things is of a kind, or which is not.
func oneOf(g *generator) []Question {
	in, out := pick(g, kinds), pick(g, kinds)
	var things []world.Thing
	for _, k := range []string{in, in, out} {
		t, ok := g.ofKind(k)
		if !ok {
			return nil
		}
		things = append(things, t)
	}
	a, b, c := things[0], things[1], things[2]
	if a.Name == b.Name || mayBe(c.Name, in) || c.Is(in) || mayBe(a.Name, out) ||
		mayBe(b.Name, out) ||
		a.Is(out) ||
		b.Is(out) {
		return nil
	}
	names := []string{a.A(), b.A(), c.A()}
	g.rng.Shuffle(3, func(i, j int) { names[i], names[j] = names[j], names[i] })
	noun := world.Article(in)
	switch in {
	case "furniture", "clothing", "food":
		noun = in
	}
	return []Question{{
		Text: fmt.Sprintf(
			"Which of these is not %s: %s, %s, or %s?",
			noun,
			names[0],
			names[1],
			names[2],
		),
		Key: []string{c.Name}, Reject: []string{a.Name, b.Name},
	}}
}
