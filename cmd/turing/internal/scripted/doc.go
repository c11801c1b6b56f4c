// Package scripted implements judges and confederates that are programs, so that a contest can be
// tried without people. They type like people, but a contest with them says nothing about its
// entries.
package scripted
