package screening

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/turing/screening/internal/world"
)

// assertion is something to remember. A word in braces is a list of which a value is drawn; the
// questions name lists, too, and their keys are what was drawn.
type assertion struct {
	text string
	asks []ask
}

type ask struct{ text, list string }

var assertions = []assertion{
	{"I have a friend named {men} who likes to play {games}.", []ask{
		{"What is the name of the friend I just told you about?", "men"},
		{"Do you know what game {men} likes to play?", "games"},
	}},
	{"I have a friend named {women} who likes to play {games}.", []ask{
		{"What is the name of the friend I just told you about?", "women"},
		{"Which game does {women} like to play?", "games"},
	}},
	{"My sister {women} lives near the {places}.", []ask{
		{"Where does my sister {women} live?", "places"},
		{"What is the name of my sister?", "women"},
	}},
	{"My brother {men} plays the {instruments} on {days}.", []ask{
		{"What does my brother {men} play?", "instruments"},
		{"On which day does my brother {men} play the {instruments}?", "days"},
	}},
	{"Yesterday I bought a {colors} {clothes}.", []ask{
		{"What did I buy yesterday?", "clothes"},
		{"What color is the {clothes} that I bought?", "colors"},
	}},
	{"My neighbor {men} works as a {jobs}.", []ask{
		{"What is the name of my neighbor?", "men"},
		{"What is the job of my neighbor {men}?", "jobs"},
	}},
	{"My aunt {women} has a {pets}.", []ask{
		{"What animal does my aunt {women} have?", "pets"},
		{"What is the name of my aunt?", "women"},
	}},
	{"My uncle {men} has {numbers} children.", []ask{
		{"How many children does my uncle {men} have?", "numbers"},
		{"What is the name of my uncle?", "men"},
	}},
	{"I left my keys in the {rooms}.", []ask{{"Where did I leave my keys?", "rooms"}}},
	{"I ate {foods} for lunch today.", []ask{{"What did I eat for lunch today?", "foods"}}},
	{"The color that I like best is {colors}.", []ask{{"Which color do I like best?", "colors"}}},
	{"I want to go to the {places} on {days}.", []ask{
		{"Where do I want to go on {days}?", "places"},
		{"On which day do I want to go to the {places}?", "days"},
	}},
	{"My cousin {women} is {numbers} years old.", []ask{
		{"How old is my cousin {women}?", "numbers"},
		{"What is the name of my cousin?", "women"},
	}},
}

var memoryMakers = func() []maker {
	var list []maker
	for _, a := range assertions {
		list = append(list, func(g *generator) []Question { return g.remember(a) })
	}
	return list
}()

// remember says an assertion, then one to three other things, and asks about it once or twice.
func (g *generator) remember(a assertion) []Question {
	again := g.used[a.text]
	g.used[a.text] = true
	asks := slices.Clone(a.asks)
	if again { // there are two aunts now: only questions that name one have one answer
		asks = slices.DeleteFunc(asks, func(k ask) bool {
			return !strings.Contains(k.text, "{men}") && !strings.Contains(k.text, "{women}")
		})
		if len(asks) == 0 {
			return nil
		}
	}
	drawn := map[string]string{}
	var replace []string
	for name := range strings.SplitSeq(a.text, "{") {
		name, _, ok := strings.Cut(name, "}")
		if !ok {
			continue
		}
		if isName(name) && len(g.said(name)) == len(world.List(name)) {
			return nil
		}
		drawn[name] = g.fresh(name, world.List(name))
		replace = append(replace, "{"+name+"}", drawn[name])
	}
	fill := strings.NewReplacer(replace...).Replace
	about := fill(a.text)
	g.rng.Shuffle(len(asks), func(i, j int) { asks[i], asks[j] = asks[j], asks[i] })
	var list []Question
	for i, k := range asks[:1+g.rng.IntN(len(asks))] {
		q := Question{Text: fill(k.text), About: about, Key: []string{drawn[k.list]}}
		if k.list == "days" {
			q.Key = append(q.Key, drawn[k.list][:3])
		}
		between := 1 + g.rng.IntN(3)
		if i == 0 {
			q.Say = []string{about}
		} else {
			between = g.rng.IntN(2)
		}
		for range between {
			q.Say = append(q.Say, g.fresh("statement", statements()))
		}
		switch {
		case k.list == "numbers": // other numbers are wrong anyway
		case isName(k.list): // there are too many others
			q.Reject = others(g.said(k.list), q.Key)
		default:
			q.Reject = others(world.List(k.list), q.Key)
		}
		list = append(list, q)
	}
	return list
}

func isName(list string) bool { return list == "men" || list == "women" }

// said lists the values of a list that were said so far.
func (g *generator) said(name string) (list []string) {
	for _, v := range world.List(name) {
		if g.used[name+":"+v] {
			list = append(list, v)
		}
	}
	return list
}

func statements() (list []string) {
	for _, f := range world.Facts("statement") {
		list = append(list, f[0])
	}
	return list
}
