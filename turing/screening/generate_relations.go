package screening

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/turing/screening/internal/world"
)

var relationMakers = []maker{larger, chain, kind, heavier, opposite, faster, chain, oneOf, family,
	larger, analogy, opposite, longer, kind, numbers}

// clear is the factor by which things differ that are compared, so that nobody can dispute the key.
const clear = 3

// clearly reports whether a is more than b beyond dispute. Both are 0 if unknown.
func clearly(a, b float64) bool { return b > 0 && a >= clear*b }

// comparison makes a question about two things of which the first is more than the second.
func (g *generator) comparison(more, less string, exceeds func(a, b *world.Thing) bool) []Question {
	a, b := pick(g, world.Things()), pick(g, world.Things())
	one := func(t *world.Thing) bool { return !t.Mass && !t.Plural && !t.The && !t.Is("part") }
	if !one(&a) || !one(&b) || !exceeds(&a, &b) {
		return nil
	}
	word := more
	if g.rng.IntN(2) == 0 {
		word = less
		a, b = b, a
	}
	return g.which("Which is "+word+", %s or %s?", a.Name, b.Name)
}

// which asks for the first of two things and names them in an order of chance.
func (g *generator) which(form, right, wrong string) []Question {
	first, second := world.Article(right), world.Article(wrong)
	if g.rng.IntN(2) == 0 {
		first, second = second, first
	}
	return []Question{
		{Text: fmt.Sprintf(form, first, second), Key: []string{right}, Reject: []string{wrong}},
	}
}

func larger(g *generator) []Question {
	more := pick(g, []string{"larger", "bigger"})
	return g.comparison(more, "smaller", func(a, b *world.Thing) bool {
		// A belt is longer than a melon, but not larger: both numbers must agree.
		return clearly(a.Size, b.Size) && clearly(a.Weight, b.Weight)
	})
}

func heavier(g *generator) []Question {
	return g.comparison(
		"heavier",
		"lighter",
		func(a, b *world.Thing) bool { return clearly(a.Weight, b.Weight) },
	)
}

func faster(g *generator) []Question {
	return g.comparison(
		"faster",
		"slower",
		func(a, b *world.Thing) bool { return clearly(a.Speed, b.Speed) },
	)
}

func longer(g *generator) []Question {
	a, b := pick(g, world.Facts("unit")), pick(g, world.Facts("unit"))
	seconds := func(f []string) float64 { v, _ := strconv.ParseFloat(f[1], 64); return v } // tested
	if !clearly(seconds(a), seconds(b)) {
		return nil
	}
	if g.rng.IntN(2) == 0 {
		return g.which("Which is longer, %s or %s?", a[0], b[0])
	}
	return g.which("Which is shorter, %s or %s?", b[0], a[0])
}

func numbers(g *generator) []Question {
	a, b := 1+g.rng.IntN(99), 1+g.rng.IntN(99)
	if a == b {
		return nil
	}
	word := "larger"
	if a < b {
		word = "smaller"
	}
	first, second := a, b
	if g.rng.IntN(2) == 0 {
		first, second = second, first
	}
	return []Question{{Text: fmt.Sprintf("Which number is %s, %d or %d?", word, first, second),
		Key: []string{strconv.Itoa(a)}, Reject: []string{strconv.Itoa(b)}}}
}

// orders are comparisons with their superlatives, upwards and downwards.
var orders = [][2][2]string{
	{{"older", "oldest"}, {"younger", "youngest"}},
	{{"taller", "tallest"}, {"shorter", "shortest"}},
	{{"faster", "fastest"}, {"slower", "slowest"}},
	{{"stronger", "strongest"}, {"weaker", "weakest"}},
	{{"richer", "richest"}, {"poorer", "poorest"}},
	{{"heavier", "heaviest"}, {"lighter", "lightest"}},
}

// chain compares three or four people pair by pair and asks for an end of the chain.
func chain(g *generator) []Question {
	people := slices.Concat(world.List("men"), world.List("women"))
	g.rng.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	people = people[:3+g.rng.IntN(2)] // people[0] is the oldest, and so on
	order := pick(g, orders)
	var said []string
	for i := range len(people) - 1 {
		if g.rng.IntN(3) > 0 {
			said = append(
				said,
				fmt.Sprintf("%s is %s than %s", people[i], order[0][0], people[i+1]),
			)
		} else {
			less := order[1][0]
			said = append(said, fmt.Sprintf("%s is %s than %s", people[i+1], less, people[i]))
		}
	}
	g.rng.Shuffle(len(said), func(i, j int) { said[i], said[j] = said[j], said[i] })
	text := strings.Join(said[:len(said)-1], ", ") + ", and " + said[len(said)-1] + ". "
	end := g.rng.IntN(2)
	key := people[0]
	if end == 1 {
		key = people[len(people)-1]
	}
	other := people[len(people)-1]
	if end == 1 {
		other = people[0]
	}
	if g.rng.IntN(3) == 0 {
		a, b := key, other
		if g.rng.IntN(2) == 0 {
			a, b = b, a
		}
		text += fmt.Sprintf("Who is %s, %s or %s?", order[end][0], a, b)
	} else {
		text += fmt.Sprintf("Which of them is the %s?", order[end][1])
	}
	return []Question{{Text: text, Key: []string{key}, Reject: others(people, []string{key})}}
}

func opposite(g *generator) []Question {
	f := pick(g, world.Facts("opposite"))
	return keyed(g, []string{
		fmt.Sprintf("What is the opposite of %s?", f[0]),
		fmt.Sprintf("Which word means the opposite of %s?", f[0]),
	}, world.Alternatives(f[1]))
}

func family(g *generator) []Question {
	f := pick(g, world.Facts("family"))
	return keyed(g, []string{
		fmt.Sprintf("What do I call my %s?", f[0]),
		fmt.Sprintf("Who is my %s to me?", f[0]),
	}, world.Alternatives(f[1]))
}

func analogy(g *generator) []Question {
	f := pick(g, world.Facts("analogy"))
	return keyed(g, []string{
		fmt.Sprintf(
			"%s is to %s as %s is to what?",
			strings.ToUpper(f[0][:1])+f[0][1:],
			f[1],
			f[2],
		),
	}, world.Alternatives(f[3]))
}
