// Package eliza converses using rules about keywords, after Joseph Weizenbaum, “ELIZA: a computer
// program for the study of natural language communication between man and machine”, Communications
// of the ACM 9(1), 1966. Its own script does not use the wording of Weizenbaum's.
//
// A script has one directive per line. Empty lines and those that start with # are skipped.
//
//	default TEXT          a remark if no keyword helps; remarks take turns
//	pre WORDS = WORDS     a substitution in what was said, such as: pre dont = don't
//	post WORDS = WORDS    a substitution in what is repeated, such as: post my = your
//	class NAME: WORDS     words for which @NAME stands in patterns
//	key WORDS [RANK]      keywords, separated by commas; a higher rank takes precedence
//	match PATTERN         a decomposition for the keyword above
//	memory PATTERN        a decomposition whose reply is kept until no keyword helps
//	say TEXT              a reply to the pattern above; replies take turns
//	goto KEYWORD          instead of a reply: continue as if the keyword were KEYWORD
//	newkey                instead of a reply: continue with the next keyword
//
// A pattern consists of words, @NAME for a word of a class, and * for any number of words. In
// replies, $1 stands for what the first of these parts matched, $2 for the second one, and so on. A
// reply whose $n is empty is left out. If there are several stars, all but the last match as little
// as possible.
//
// The text is split into clauses at punctuation and at the word “but”. Only the clause with the
// keyword of the highest rank is considered, or the first of several such clauses.
package eliza
