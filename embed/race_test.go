//go:build race

package embed

// raceEnabled tells that times mean nothing.
const raceEnabled = true
