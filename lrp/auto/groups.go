package auto

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// Group is answers to a question that are equal or nearly so, which one decision can grade: a
// cluster in the terms of S. Basu, C. Jacobs and L. Vanderwende, Powergrading: a Clustering
// Approach to Amplify Human Effort for Short Answer Grading, TACL 1, 2013.
type Group struct {
	Question int // from 0
	// Wordings are the different answers, the most frequent first. No two have the same [Wording].
	Wordings []*text.Doc
	// Counts says how many respondents gave each wording.
	Counts []int
}

// People returns how many respondents gave an answer of the group.
func (g *Group) People() (n int) {
	for _, c := range g.Counts {
		n += c
	}
	return n
}

// Wording returns the form that equal answers have in common: neither case nor white space matters.
func Wording(answer string) string {
	return strings.ToLower(strings.Join(strings.Fields(answer), " "))
}

const (
	// minAlike is the correlation by the kernel from which answers are in a group.
	minAlike = 0.95
	// minCosine is a cosine of n-grams below which no correlation is as large.
	minCosine = 0.9
)

// Groups returns the groups of the answers to be graded, the largest of each question first. These
// are the answers of respondents without a rating, except empty ones, those with a score and those
// equal to one with a score. They must be among the Docs of the questions: nothing is known about
// the n-grams of others.
//
// Wordings are taken in the order of their frequency. Each joins the most similar of the wordings
// that begin a group, if their correlation k(a, b)/√(k(a, a)·k(b, b)) by the default kernel is at
// least .95 or if they are equal for the model, or else begins a group. So no chain of similar
// wordings leads from one meaning to another.
func (p *Prepared) Groups(t Training) []Group {
	of := make([][]Group, len(p.questions))
	parallel.EachOf(len(of), 1, func(j int) { of[j] = p.questions[j].groups(j, t) })
	return slices.Concat(of...)
}

// groups returns the groups of the answers to question j.
func (x *question) groups(j int, t Training) []Group {
	graded := make(map[string]bool)
	for i, list := range t.Scores {
		if list != nil && !math.IsNaN(list[j]) {
			graded[Wording(t.Responses[i][j].Raw)] = true
		}
	}
	var docs []*text.Doc
	counts, at := []int(nil), make(map[string]int)
	for i, r := range t.Responses {
		w := Wording(r[j].Raw)
		if w == "" || graded[w] || !math.IsNaN(t.Ratings[i]) {
			continue
		}
		k, ok := at[w]
		if !ok {
			k = len(docs)
			at[w] = k
			docs = append(docs, r[j])
			counts = append(counts, 0)
		}
		counts[k]++
	}
	order, texts := numbers.UpTo(len(docs)), make([]*encodedText, len(docs))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	for i, k := range order {
		texts[i] = x.text(docs[k])
	}
	var list []Group
	for i, first := range x.alike(texts) {
		k := order[i]
		if first == len(list) {
			list = append(list, Group{Question: j})
		}
		g := &list[first]
		g.Wordings, g.Counts = append(g.Wordings, docs[k]), append(g.Counts, counts[k])
	}
	slices.SortStableFunc(list, func(a, b Group) int { return cmp.Compare(b.People(), a.People()) })
	return list
}

// alike returns by text the number of its group. Groups are numbered by their first texts. A text
// without content words has no n-grams, and a group of its own.
func (x *question) alike(texts []*encodedText) []int {
	group, firsts := make([]int, len(texts)), []int(nil)
	weights, list := defaultHyper().kernelWeights(), x.postings(texts)
	products := make([]float64, len(texts))
	probe := x.newProbe()
	defer x.probes.Put(probe)
	for i, t := range texts {
		list.products(t.grams.all(), products[:i])
		probe.load(t)
		group[i] = len(firsts)
		for g, best := 0, math.Nextafter(minAlike, 0); g < len(firsts); g++ {
			k := firsts[g]
			if products[k] < minCosine {
				continue
			}
			if c := probe.correlation(texts[k], products[k], weights); c > best {
				group[i], best = g, c
			}
		}
		if group[i] == len(firsts) {
			firsts = append(firsts, i)
		}
	}
	return group
}

// correlation returns k(a, b)/√(k(a, a)·k(b, b)) of the probe's text and another, where the product
// of their n-grams is known. It is 1 if they are equal for the model.
func (p *probe) correlation(t *encodedText, product float64, w kernelWeights) (c float64) {
	if t.same != nil && t.same == p.text.same {
		return 1
	}
	p.kernelsGiven([]float64{product}, []*encodedText{t}, func(_ int, k [kernelParts]float64) {
		c = w.sum(k) / math.Sqrt(w.sum(selfKernel(t))*w.sum(selfKernel(p.text)))
	})
	return c
}
