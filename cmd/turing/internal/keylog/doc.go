// Package keylog reads and writes the logs of the Loebner Prize, most of which have keystrokes, and
// turns them into readable conversations. Each key that the judge or an entity pressed is a line of a log:
//
//	[JUDGE] RECEIVED SEQUENCE local|remote left|right KEY
//
// RECEIVED is when the judge's program received the key: 0, ten digits of seconds since 1970 (UTC),
// 0, six digits of microseconds. SEQUENCE is the sequence number of the protocol, see package lpp.
// Local keys were typed by the judge, at the terminal that the line names, and remote ones by an
// entity. KEY is the character, or one of space, CR, tab and BackSpace. Before the keys of a round,
// a heading says what is behind the terminals:
//
//	*Starting round 1 program P1 human H1 judge J1 left is P1 right is Human    (2009)
//	**Starting subround 1 program P1 human H1 judge J1 other is P1              (2009)
//	starting round 1  left=program  right = human                               (2010)
//	starting session 2  left= Program  right = Human                            (others)
//
// The logs of 2012 have no sequence numbers and name the party instead of local and remote:
//
//	Transcripts of judge 4 program P1 round 2
//	Left =human
//	J4 013370861950214673 judge left H
//	J4 013370862160512400 P1 right W
//
// In 2003, and by the rules of 2004, logs have a line for each utterance:
//
//	P1 conversing with Judge 02
//	2003-10-18-15-10-28 PROGRAM: Hello, is somebody there?
//	2003-10-18-15-10-51 JUDGE: Yes.
//
// Other lines that begin with an asterisk are notes. Lines end in CRLF, LF or CR, which blanks may
// precede.
//
// Another form of heading is one expression in heading.go, a measure of typing one line in measures.go.
package keylog
