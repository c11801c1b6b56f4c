package aiml

import "slices"

// node is a word in the paths of categories: the words of a pattern, then THAT and the words of its
// that, then TOPIC and the words of its topic.
type node struct {
	next     map[string]*node
	template *element
}

// The words that separate the three parts are in lower case, so that nobody can say them.
const thatMark, topicMark = "that", "topic"

func path(pattern, that, topic []string) []string {
	return slices.Concat(pattern, []string{thatMark}, that, []string{topicMark}, topic)
}

// insert adds a category or replaces the one with this path. It reports whether there was none.
func (n *node) insert(path []string, template *element) bool {
	for _, w := range path {
		if n.next == nil {
			n.next = map[string]*node{}
		}
		if n.next[w] == nil {
			n.next[w] = &node{}
		}
		n = n.next[w]
	}
	isNew := n.template == nil
	n.template = template
	return isNew
}

// match is a category that matches, with what its wildcards stand for.
type match struct {
	template             *element
	stars, thats, topics [][]string
}

// search looks for the category of a path: at each word, _ takes precedence over the word itself,
// which takes precedence over *. A wildcard stands for one or more words, as few as possible. The
// budget bounds the number of steps.
type search struct {
	path   []string
	budget int
	stars  []span
}

// span is what a wildcard stands for: words of the path.
type span struct{ from, to int }

// maxSteps bounds a search. Real sets of categories need some hundreds.
const maxSteps = 200_000

func (n *node) find(path []string) (match, bool) {
	s := search{path: path, budget: maxSteps}
	template := s.from(n, 0)
	if template == nil {
		return match{}, false
	}
	m := match{template: template}
	that, topic := 0, 0
	for i, w := range path {
		switch w {
		case thatMark:
			that = i
		case topicMark:
			topic = i
		}
	}
	for _, star := range s.stars {
		words := path[star.from:star.to]
		switch {
		case star.from < that:
			m.stars = append(m.stars, words)
		case star.from < topic:
			m.thats = append(m.thats, words)
		default:
			m.topics = append(m.topics, words)
		}
	}
	return m, true
}

func (s *search) from(n *node, i int) *element {
	if s.budget--; s.budget < 0 {
		return nil
	}
	if i == len(s.path) {
		return n.template
	}
	if t := s.wildcard(n.next["_"], i); t != nil {
		return t
	}
	if next := n.next[s.path[i]]; next != nil {
		if t := s.from(next, i+1); t != nil {
			return t
		}
	}
	return s.wildcard(n.next["*"], i)
}

func (s *search) wildcard(n *node, i int) *element {
	if n == nil {
		return nil
	}
	depth := len(s.stars)
	for end := i + 1; end <= len(s.path); end++ {
		if w := s.path[end-1]; w == thatMark || w == topicMark {
			break
		}
		s.stars = append(s.stars, span{i, end})
		if t := s.from(n, end); t != nil {
			return t
		}
		s.stars = s.stars[:depth]
	}
	return nil
}
