// Package screening has the questions by which the Loebner Prize of 2010 chose its finalists: four
// sets of questions about time, things, relations and memory, with keys.
//
// [Sample] has some, [Read] reads an organiser's own. [Questionnaire.Ask] asks a conversation
// partner, and a [Sheet] keeps the answers in a table with points, which are filled in where an
// answer has a text of the key. A person checks them. [Rank] orders the entries, of which the first
// four go on.
//
// A question is one line of questions.jsonl.
package screening
