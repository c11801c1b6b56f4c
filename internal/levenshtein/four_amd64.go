package levenshtein

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// advanceAVX2 is advancePlain for pairs of columns, to the same bits.
//
//go:noescape
func advanceAVX2(band *block, masks *[Lanes]uint64, at *int, words, pairs int)

// nearAVX2 is nearPlain by the bits of sketches alone, so that more may be near.
//
//go:noescape
func nearAVX2(near *uint8, bit uint8, t *Sketch, limit int, columns *Sketch, limits *int, n int)
