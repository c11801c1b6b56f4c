// Package world knows what children know: what everyday things are for, where they are found, how
// large and how fast they are, and which words are common. Its tables were written for this
// project.
package world
