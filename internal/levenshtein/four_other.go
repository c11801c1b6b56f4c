//go:build !amd64

package levenshtein

const hasAVX2 = false

func advanceAVX2(*block, *[Lanes]uint64, *int, int, int) {}

func nearAVX2(*uint8, uint8, *Sketch, int, *Sketch, *int, int) {}
