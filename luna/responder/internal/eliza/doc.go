// Package eliza converses using rules about keywords, after Joseph Weizenbaum, “ELIZA: a computer
// program for the study of natural language communication between man and machine”, Communications
// of the ACM 9(1), 1966. Its own script does not use the wording of Weizenbaum's.
//
// A script has one directive per line. Empty lines and those that start with # are skipped.
//
//	order fixed           replies take turns from the first one on, else from any
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
// A pattern consists of words, @NAME for a word of a class, * for any number of words, and *2 for
// two words. In replies, $1 stands for what the first of these parts matched, $2 for the second
// one, and so on. A reply whose $n is empty is left out. If there are several stars, all but the
// last match as little as possible.
//
// The text is split into clauses at punctuation and at the word “but”. Only the clause with the
// keyword of the highest rank is considered, or the first of several such clauses.
//
// A script that begins with ( or ; has the form of the one in the paper: lists in each other, with
// comments after semicolons. The first list is the opening remark, which is not used.
//
//	(KEYWORD = WORD DLIST(/TAG …) RANK ((PATTERN) (REPLY) …) … (=KEYWORD))
//	(MEMORY KEYWORD (PATTERN = TEXT) …)
//	(NONE ((0) (TEXT) …))
//
// In patterns, 0 stands for any number of words, another number for as many, (*WORD …) for one of
// these words and (/TAG …) for a word with one of these tags. A reply is (TEXT), in which numbers
// stand for parts, (=KEYWORD), (NEWKEY) or (PRE (TEXT) (=KEYWORD)). Such a script converses as the
// program of 1966 did, with no chance involved: see [Conversation.Reply].
package eliza
