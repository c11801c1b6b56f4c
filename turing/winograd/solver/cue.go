package solver

import "github.com/luna-rating/luna/internal/wsc"

// cue is one number about a candidate. Only differences between the candidates of a problem matter.
type cue struct {
	name  string
	value func(s *scene, c *candidate) float64
}

// group is a set of cues of one kind, which a study can leave out.
type group struct {
	name, about string
	cues        []cue
}

// scene is a problem with the lexicon and what cues share.
type scene struct {
	*problem
	*lexicon
}

// groups are all cues, by kind.
var groups = []group{
	{"position", "order and distance of the mentions before the pronoun", positionCues},
	{"syntax", "grammatical roles, parallel roles and binding", syntaxCues},
	{"agreement", "number, gender and animacy", agreementCues},
	{"similarity", "word vectors and Brown counts: selectional preference", similarityCues},
	{"measures", "LRP's measures of text similarity", measureCues},
	{"meaning", "the predicate on scales of meaning, by role and connective", meaningCues},
	{"events", "the predicate on scales of meaning, by the candidate's event on them", eventCues},
	{"causality", "implicit causality and transfer by role and connective", causalityCues},
}

// groupOf is the group of each cue, in the order of the columns.
var groupOf = func() (of []int) {
	for g := range groups {
		for range groups[g].cues {
			of = append(of, g)
		}
	}
	return of
}()

// chosen are the groups that [Best] uses. They were chosen on the two published collections, so the
// solver's figures on these are a little too good; a study also has the figures of a choice made on
// other files.
func chosen() []bool {
	allowed := make([]bool, len(groups))
	for g := range groups {
		allowed[g] = groups[g].name == "syntax" || groups[g].name == "events"
	}
	return allowed
}

// all are the groups, each allowed.
func all() []bool {
	allowed := make([]bool, len(groups))
	for g := range allowed {
		allowed[g] = true
	}
	return allowed
}

// columns returns the names of all cues, as group.name.
func columns() (names []string) {
	for g := range groups {
		for _, c := range groups[g].cues {
			names = append(names, groups[g].name+"."+c.name)
		}
	}
	return names
}

// rows computes the cues of a problem's candidates.
func (l *lexicon) rows(text wsc.Problem) [][]float64 {
	s := &scene{analyse(text), l}
	rows := make([][]float64, len(s.candidates))
	for k := range s.candidates {
		for g := range groups {
			for _, c := range groups[g].cues {
				rows[k] = append(rows[k], c.value(s, &s.candidates[k]))
			}
		}
	}
	return rows
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
