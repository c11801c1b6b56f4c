package solver

import "math"

var positionCues = []cue{
	{"first", func(s *scene, c *candidate) float64 { return is(c.found && c.first == 0) }},
	{"second", func(s *scene, c *candidate) float64 { return is(c.first == 1) }},
	{"nearest", func(s *scene, c *candidate) float64 { return is(c.found && c.near == 0) }},
	{"distance", func(s *scene, c *candidate) float64 { return math.Log(1 + float64(c.gap)) }},
	{"absent", func(s *scene, c *candidate) float64 { return is(!c.found) }},
	{"after", func(s *scene, c *candidate) float64 { return is(c.found && c.at.from > s.pronoun) }},
	{"sentence", func(s *scene, c *candidate) float64 {
		return is(c.found && s.tokens[c.at.from].sentence == s.tokens[s.problem.pronoun].sentence)
	}},
	{"mentions", func(s *scene, c *candidate) float64 { return math.Log(1 + float64(c.count)) }},
}

var syntaxCues = []cue{
	{"subject", func(s *scene, c *candidate) float64 { return is(c.role == subject) }},
	{"object", func(s *scene, c *candidate) float64 { return is(c.role == object) }},
	{"oblique", func(s *scene, c *candidate) float64 { return is(c.role == oblique) }},
	{"possessor", func(s *scene, c *candidate) float64 { return is(c.role == possessor) }},
	{"parallel", func(s *scene, c *candidate) float64 { return is(c.role == s.role) }},
	{"subject-pronoun-object", func(s *scene, c *candidate) float64 {
		return is(c.role == subject && s.role == object)
	}},
	{"subject-pronoun-possessor", func(s *scene, c *candidate) float64 {
		return is(c.role == subject && s.role == possessor)
	}},
	// A pronoun that is no possessive does not refer to the subject of its own clause.
	{"bound", func(s *scene, c *candidate) float64 {
		return is(c.found && s.role != subject && s.role != possessor && c.role == subject &&
			s.tokens[c.at.from].clause == s.tokens[s.problem.pronoun].clause)
	}},
	{"clause", func(s *scene, c *candidate) float64 {
		return is(c.found && s.tokens[c.at.from].clause == s.tokens[s.problem.pronoun].clause)
	}},
	{"previous-clause", func(s *scene, c *candidate) float64 {
		return is(c.found && s.tokens[c.at.from].clause == s.tokens[s.problem.pronoun].clause-1)
	}},
	{"speaker", func(s *scene, c *candidate) float64 { return is(c.role == subject && c.event.speech) }},
	{"subject-cause", subjectAnd(func(s *scene) bool { return s.relation == cause })},
	{"subject-contrast", subjectAnd(func(s *scene) bool {
		return s.relation == contrast || s.initial == contrast
	})},
	{"subject-result", subjectAnd(func(s *scene) bool { return s.relation == result })},
	{"subject-time", subjectAnd(func(s *scene) bool { return s.relation == time || s.initial == time })},
	{"subject-addition", subjectAnd(func(s *scene) bool { return s.relation == addition })},
	{"subject-negated", subjectAnd(func(s *scene) bool { return s.event.negated })},
	{"subject-passive", func(s *scene, c *candidate) float64 {
		return is(c.role == subject && c.event.passive)
	}},
	{"subject-new-sentence", subjectAnd(func(s *scene) bool {
		return !s.sole && s.relation == none
	})},
}

// subjectAnd is 1 for a candidate that is a subject, if something holds for the problem.
func subjectAnd(holds func(s *scene) bool) func(s *scene, c *candidate) float64 {
	return func(s *scene, c *candidate) float64 { return is(c.role == subject && holds(s)) }
}

var agreementCues = []cue{
	{"number", func(s *scene, c *candidate) float64 {
		switch s.number() {
		case 1:
			return is(!c.plural)
		case 2:
			return is(c.plural || collective[c.head])
		}
		return 0
	}},
	{"gender", func(s *scene, c *candidate) float64 {
		return s.male(s.lower) * s.male(c.head) * is(s.personal())
	}},
	{"person", func(s *scene, c *candidate) float64 { return is(s.personal()) * s.human(c) }},
	{"thing", func(s *scene, c *candidate) float64 {
		return is(s.lower == "it" || s.lower == "its") * -s.human(c)
	}},
	{"name", func(s *scene, c *candidate) float64 { return is(c.proper) }},
	{"name-it", func(s *scene, c *candidate) float64 {
		return is(c.proper && (s.lower == "it" || s.lower == "its"))
	}},
}

// number returns 1 for a pronoun of the singular, 2 for one of the plural.
func (s *scene) number() int {
	switch s.lower {
	case "he", "him", "his", "she", "her", "hers", "it", "its", "himself", "herself", "itself", "i",
		"me", "my", "this", "that":
		return 1
	case "they", "them", "their", "theirs", "themselves", "these", "those", "we", "us":
		return 2
	}
	return 0
}

// personal reports whether the pronoun means a person and says of which sex.
func (s *scene) personal() bool { return masculine[s.lower] || feminine[s.lower] }

// human returns how likely a candidate is a person.
func (s *scene) human(c *candidate) float64 {
	if c.proper {
		return 1
	}
	return s.kindOf(c.head).person
}
