// Package lpp is the Loebner Prize Protocol, by which a judge and an entity of the Loebner Prize
// talk to each other character by character (Loebner Prize 2010, rules, section 2).
//
// Two programs share a folder. A key press is a sub-directory with a name such as
// "0000000123.H.other": a sequence number, the name of the key, and the end that made it. The end
// that it is for removes it when it has read it. Sequence numbers increase both as numbers and as
// texts. They say nothing about time: a key is typed when its sub-directory appears.
package lpp
