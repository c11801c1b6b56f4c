package screening

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/turing/screening/internal/world"
)

var thingMakers = []maker{
	use,
	use,
	where,
	use,
	made,
	use,
	sound,
	task,
	use,
	howMany,
	job,
	color,
	food,
	worn,
	count,
}

// thing draws one that has a property.
func (g *generator) thing(has func(world.Thing) bool) world.Thing {
	for {
		if t := pick(g, world.Things()); has(t) {
			return t
		}
	}
}

func use(g *generator) []Question {
	t := g.thing(func(t world.Thing) bool { return t.Use != nil })
	be := "is"
	if t.Plural {
		be = "are"
	}
	texts := []string{
		fmt.Sprintf("What would I use %s for?", t.A()),
		fmt.Sprintf("Of what use %s %s?", be, t.A()),
		fmt.Sprintf("What %s %s for?", be, t.A()),
		fmt.Sprintf("What do people use %s for?", t.A()),
	}
	if t.Is("animal") || t.Is("building") || t.Is("part") {
		texts = texts[1:2]
	}
	return keyed(g, texts, without(t.Use, t.Name))
}

func where(g *generator) []Question {
	t := g.thing(func(t world.Thing) bool { return t.Where != nil })
	return keyed(g, []string{
		fmt.Sprintf("Where would I find %s?", t.A()),
		fmt.Sprintf("Where could I look for %s?", t.A()),
		fmt.Sprintf("Name a place where I can see %s.", t.A()),
	}, without(t.Where, t.Name))
}

func made(g *generator) []Question {
	t := g.thing(func(t world.Thing) bool { return t.Made != nil })
	return keyed(g, []string{
		fmt.Sprintf("What is %s made of?", t.A()),
		fmt.Sprintf("What do people make %s from?", t.A()),
	}, t.Made)
}

func sound(g *generator) []Question {
	t := g.thing(func(t world.Thing) bool { return t.Says != nil })
	return keyed(g, []string{
		fmt.Sprintf("What sound does %s make?", t.A()),
		fmt.Sprintf("What noise does %s make?", t.A()),
	}, t.Says)
}

func food(g *generator) []Question {
	t := g.thing(func(t world.Thing) bool { return t.Eats != nil })
	return keyed(g, []string{
		fmt.Sprintf("What does %s like to eat?", t.A()),
		fmt.Sprintf("What could I give %s to eat?", t.A()),
	}, without(t.Eats, t.Name))
}

func worn(g *generator) []Question {
	t := g.thing(func(t world.Thing) bool { return t.Worn != nil })
	return keyed(
		g,
		[]string{fmt.Sprintf("On what part of the body would I wear %s?", t.A())},
		t.Worn,
	)
}

// color rejects all colors that the thing does not have.
func color(g *generator) []Question {
	t := g.thing(func(t world.Thing) bool { return t.Color != nil && t.Name != "orange" })
	list := keyed(
		g,
		[]string{fmt.Sprintf("What color is %s?", t.A())},
		strings.Fields(strings.Join(t.Color, " ")),
	)
	if list != nil {
		list[0].Reject = others(world.List("colors"), list[0].Key)
	}
	return list
}

func howMany(g *generator) []Question {
	t := g.thing(func(t world.Thing) bool { return t.Part != "" })
	return keyed(
		g,
		[]string{fmt.Sprintf("How many %s does %s have?", t.Part, t.A())},
		[]string{t.Parts},
	)
}

func count(g *generator) []Question {
	f := pick(g, world.Facts("count"))
	return keyed(g, []string{fmt.Sprintf("How many %s?", f[0])}, []string{f[1]})
}

func task(g *generator) []Question {
	f := pick(g, world.Facts("task"))
	return keyed(g, []string{
		fmt.Sprintf("What would I use to %s?", f[0]),
		fmt.Sprintf("What do I need to %s?", f[0]),
	}, world.Alternatives(f[1]))
}

func job(g *generator) []Question {
	f := pick(g, world.Facts("job"))
	return keyed(g, []string{
		fmt.Sprintf("What does %s do?", world.Article(f[0])),
		fmt.Sprintf("What is the work of %s?", world.Article(f[0])),
	}, without(world.Alternatives(f[1]), f[0]))
}

// keyed makes a question in one of several wordings, none if one of these was asked before.
func keyed(g *generator, texts, key []string) []Question {
	if len(key) == 0 || slices.ContainsFunc(texts, func(s string) bool { return g.used[s] }) {
		return nil
	}
	return []Question{{Text: pick(g, texts), Key: key}}
}

// without leaves out the alternatives that the question itself would give away.
func without(list []string, word string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == word })
}

// others lists what is in the list and not in the key.
func others(list, key []string) []string {
	list = slices.DeleteFunc(
		slices.Clone(list),
		func(s string) bool { return slices.Contains(key, s) },
	)
	if len(list) == 0 {
		return nil
	}
	return list
}
