// Package cli holds what the command lines of this module share: running a command tree, flags with
// enumerated values, shell completion, and the wording of usage errors.
package cli
