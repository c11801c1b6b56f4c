// Package eliza converses by rules over keywords, after Joseph Weizenbaum, “ELIZA: a computer
// program for the study of natural language communication between man and machine”,
// Communications of the ACM 9(1), 1966. The wording of its own script is not that of Weizenbaum's.
//
// A script has one directive per line. Empty lines and those that start with # are skipped.
//
//	default TEXT          a remark where no keyword helps; remarks take turns
//	pre WORDS = WORDS     a substitution in what was said, such as: pre dont = don't
//	post WORDS = WORDS    one in what is repeated, such as: post my = your
//	class NAME: WORDS     words for which @NAME stands in patterns
//	key WORDS [RANK]      keywords, separated by commas; those of higher rank go first
//	match PATTERN         a decomposition by the keyword above
//	memory PATTERN        one whose reply is kept for later, when no keyword helps
//	say TEXT              a reply to the pattern above; replies take turns
//	goto KEYWORD          in the place of a reply: go on as if there were another keyword
//	newkey                in the place of a reply: go on with the next keyword
//
// A pattern has words, @NAME for a word of a class, and * for any number of words. In replies, $1
// stands for what the first of these parts matched, $2 for the second one, and so on. A reply whose
// $n is empty is left out. Of several stars all but the last match as little as possible.
//
// The text is split into clauses at punctuation and at the word “but”. The clause with the keyword
// of the highest rank counts, the first one of several.
package eliza
