// Package scripted has judges and confederates who are programs, so that a contest can be tried
// without people. They type as people do, but a contest with them says nothing about its entries.
package scripted
