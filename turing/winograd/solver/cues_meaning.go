package solver

import (
	"math"
	"strings"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/brown"
)

var similarityCues = []cue{
	{"predicate", func(s *scene, c *candidate) float64 { return s.cosine(c.head, s.event.head()) }},
	{"verb", func(s *scene, c *candidate) float64 { return s.cosine(c.head, s.event.verb) }},
	{"object", func(s *scene, c *candidate) float64 { return s.cosine(c.head, s.event.thing) }},
	{"clause", func(s *scene, c *candidate) float64 {
		return s.closeness(c.words, s.event.words)
	}},
	{"best", func(s *scene, c *candidate) float64 {
		best := 0.0
		for _, w := range s.event.words {
			best = max(best, s.cosine(c.head, w))
		}
		return best
	}},
	{"predicate-negated", func(s *scene, c *candidate) float64 {
		return is(s.event.negated) * s.cosine(c.head, s.event.head())
	}},
	{"event", func(s *scene, c *candidate) float64 {
		return s.cosine(c.event.head(), s.event.head())
	}},
	{"event-subject", func(s *scene, c *candidate) float64 {
		return is(c.role == subject) * s.cosine(c.event.head(), s.event.head())
	}},
	{"frequency", func(s *scene, c *candidate) float64 {
		return math.Log(1 + float64(brown.Count(c.head)))
	}},
	{"information", func(s *scene, c *candidate) float64 {
		return brown.InformationContent(c.head) * s.cosine(c.head, s.event.head())
	}},
}

// closeness is the cosine of the means of two lists of words.
func (l *lexicon) closeness(a, b []string) float64 {
	x, y := normalize(l.mean(a)), normalize(l.mean(b))
	if x == nil || y == nil {
		return 0
	}
	return dot(x, y)
}

// measureCues compare the candidate with the pronoun's clause by each of LRP's measures.
var measureCues = func() (cues []cue) {
	for _, m := range features.Measures() {
		cues = append(cues, cue{strings.ToLower(m.Name), func(s *scene, c *candidate) float64 {
			a := text.English.Doc(strings.Join(c.words, " "))
			b := text.English.Doc(strings.Join(s.event.words, " "))
			return m.Similarity(a, b)
		}})
	}
	return cues
}()

// meaningCues multiply the predicate's place on the scales of meaning with what is known about the
// candidate: its role, and its own place.
var meaningCues = func() (cues []cue) {
	for i := range scales {
		cues = append(cues,
			cue{scales[i].name + "-subject", func(s *scene, c *candidate) float64 {
				return side(c) * s.signed(i, &s.event)
			}},
			cue{scales[i].name + "-noun", func(s *scene, c *candidate) float64 {
				return s.scale(i, c.head) * s.signed(i, &s.event)
			}},
			cue{scales[i].name + "-contrast", func(s *scene, c *candidate) float64 {
				return side(c) * s.signed(i, &s.event) * s.flip()
			}},
		)
	}
	return cues
}()

// eventCues multiply the places of the two events on the scales of meaning.
var eventCues = func() (cues []cue) {
	for i := range scales {
		for j := range scales {
			cues = append(cues, cue{scales[i].name + "-" + scales[j].name,
				func(s *scene, c *candidate) float64 {
					return side(c) * s.signed(i, &c.event) * s.signed(j, &s.event) * s.flip()
				}})
		}
	}
	return cues
}()

// flip is -1 where a connective says that an event is not what one expects.
func (s *scene) flip() float64 {
	if s.relation == contrast || s.initial == contrast {
		return -1
	}
	return 1
}

// signed returns where an event is on a scale, the other way round if it is negated.
func (s *scene) signed(i int, e *event) float64 {
	x := s.scale(i, e.head())
	if e.negated {
		return -x
	}
	return x
}

var causalityCues = []cue{
	{"cause", func(s *scene, c *candidate) float64 {
		return is(s.relation == cause) * side(c) * s.causality(c.event.verb)
	}},
	{"other", func(s *scene, c *candidate) float64 {
		return is(s.relation != cause) * side(c) * s.causality(c.event.verb)
	}},
	{"predicate", func(s *scene, c *candidate) float64 {
		return side(c) * s.causality(s.event.verb)
	}},
	{"transfer", func(s *scene, c *candidate) float64 { return side(c) * s.transfer(c.event.verb) }},
	{"transfers", func(s *scene, c *candidate) float64 {
		return side(c) * s.transfer(c.event.verb) * s.transfer(s.event.verb)
	}},
	{"transfers-cause", func(s *scene, c *candidate) float64 {
		return is(s.relation == cause) * side(c) * s.transfer(c.event.verb) * s.transfer(s.event.verb)
	}},
}

// side is 1 for a subject, -1 for another argument of a verb, the other way round in the passive.
func side(c *candidate) float64 {
	x := 0.0
	switch c.role {
	case subject:
		x = 1
	case object, oblique:
		x = -1
	}
	if c.event.passive {
		return -x
	}
	return x
}
