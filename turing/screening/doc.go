// Package screening has the questions by which the Loebner Prize of 2010 chose its finalists: four
// sets of questions about time, things, relations and memory, with keys.
//
// [Generate] makes a [Questionnaire] from a children's vocabulary, [Read] reads one of an
// organiser's own. [Questionnaire.Ask] asks a conversation partner, [Questionnaire.Mark] marks the
// answers, and a [Sheet] keeps both in a table in which a person can overrule a mark. [Rank] orders
// the entries, of which the first four go on.
package screening
