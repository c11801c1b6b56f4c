package features

import (
	"math"

	"github.com/luna-rating/luna/features/text"
)

// SNL is sentence similarity by Semantic Nets (Silver 2016, 5.2.2, question-based feature 6): the
// measure of Li, McLean, Bandar, O'Shea and Crockett, "Sentence Similarity Based on Semantic Nets
// and Corpus Statistics", IEEE TKDE 18(8), 2006, the largest over the acceptable answers. As a
// similarity of two texts it is 1 if both are empty and 0 if one is; as a feature it is 0 for an
// empty response or an empty key.
//
// Both texts keep their stop words. T is the list of the distinct words of both. For each word w
// of T let v be the word of the text most similar to w, which is w itself if the text has it. The
// text's semantic vector has the value s(w,v) I(w) I(v) for w, or 0 unless s(w,v) exceeds φ. Its
// order vector has the position of v in the text, or 0 unless s(w,v) exceeds η. Then
//
//	S = δ cos(s1,s2) + (1-δ) (1 - |r1-r2| / |r1+r2|)
//
// with the semantic vectors s1 and s2, the order vectors r1 and r2, φ = .2, η = .4 and δ = .85.
// The similarity s of words is [WordSimilarity]. I is the information content in the Brown corpus,
// I(w) = 1 - log(n+1) / log(N+1), where w occurs n times among its N words. Words of other
// languages than English are unknown to both: different ones have similarity 0, and I is 1.
var SNL = semanticNets.extractor()

var semanticNets = newMeasure(
	"SNL",
	"semantic nets (Li et al. 2006): word meaning, information content and word order",
	largest(sentenceOf, sentenceSimilarity),
	brownCounts, wordNet,
)

const (
	snlSemanticThreshold = 0.2  // φ
	snlOrderThreshold    = 0.4  // η
	snlSemanticWeight    = 0.85 // δ
)

// sentenceSimilarity returns the similarity of two texts given by their distinct words.
func sentenceSimilarity(first, second sentence) float64 {
	if len(first.words) == 0 || len(second.words) == 0 {
		if len(first.words) == len(second.words) {
			return 1
		}
		return 0
	}
	var p vectorSums
	// T: the words of the first text, then those of the second that are not in it.
	for _, w := range first.words {
		if k, ok := second.index[w.text]; ok {
			p.add(w, w, second.words[k], 1, 1)
		} else {
			v, s := mostSimilar(w, second.words)
			p.add(w, w, v, 1, s)
		}
	}
	for _, w := range second.words {
		if _, ok := first.index[w.text]; !ok {
			v, s := mostSimilar(w, first.words)
			p.add(w, v, w, s, 1)
		}
	}
	return p.similarity()
}

// sentence is the distinct words of a text.
type sentence struct {
	words []sentenceWord
	index map[string]int // of words
}

// sentenceWord is a distinct word of a text with its first position, counted from 1.
type sentenceWord struct {
	*lexeme
	position int
}

func sentenceOf(d *text.Doc) sentence {
	s := sentence{make([]sentenceWord, 0, len(d.Tokens)), make(map[string]int, len(d.Tokens))}
	for i, t := range d.Tokens {
		if _, known := s.index[t]; !known {
			s.index[t] = len(s.words)
			s.words = append(s.words, sentenceWord{lexemeOf(t, d), i + 1})
		}
	}
	return s
}

// mostSimilar returns the word most similar to w, which is not among them, of equally similar ones
// the first.
func mostSimilar(w sentenceWord, words []sentenceWord) (best sentenceWord, similarity float64) {
	if w.unknown() {
		return words[0], 0
	}
	similarity = -1
	for _, v := range words {
		if s := w.lexeme.similarity(v.lexeme); s > similarity {
			best, similarity = v, s
		}
	}
	return best, similarity
}

// vectorSums holds the sums over the words of T that make up the similarity.
type vectorSums struct {
	aa, bb, ab      float64 // products of the semantic vectors' values
	difference, sum float64 // squares of the order vectors' differences and sums
}

// add adds the word w of T. In the two texts, v1 and v2 are the words most similar to it, with the
// similarities s1 and s2.
func (p *vectorSums) add(w, v1, v2 sentenceWord, s1, s2 float64) {
	entry := func(v sentenceWord, s float64) (semantic, order float64) {
		if s > snlSemanticThreshold {
			semantic = s * w.content * v.content
		}
		if s > snlOrderThreshold {
			order = float64(v.position)
		}
		return semantic, order
	}
	a, r1 := entry(v1, s1)
	b, r2 := entry(v2, s2)
	p.aa += a * a
	p.bb += b * b
	p.ab += a * b
	p.difference += (r1 - r2) * (r1 - r2)
	p.sum += (r1 + r2) * (r1 + r2)
}

func (p *vectorSums) similarity() float64 {
	var semantic float64
	if p.aa > 0 && p.bb > 0 {
		semantic = min(p.ab/math.Sqrt(p.aa*p.bb), 1)
	}
	// Each word of T is in one of the texts, so that the sum is not 0.
	order := 1 - math.Sqrt(p.difference/p.sum)
	return snlSemanticWeight*semantic + (1-snlSemanticWeight)*order
}
