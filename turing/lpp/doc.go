// Package lpp implements the Loebner Prize Protocol, with which a judge and an entity talk to each
// other character by character (Loebner Prize 2010, rules, section 2).
//
// Two programs share a folder. A key press is a sub-directory with a name such as
// "0000000123.H.other": a sequence number, the name of the key, and the end that made it. The other
// end removes it after reading it. Sequence numbers increase both as numbers and as texts. They say
// nothing about time: a key is typed at the time at which its sub-directory appears.
package lpp
