// Package cli has what the command lines of this module have in common: faults of usage, and how they are worded.
package cli
