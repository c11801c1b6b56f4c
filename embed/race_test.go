//go:build race

package embed

// raceEnabled is true under the race detector, where timings are meaningless.
const raceEnabled = true
