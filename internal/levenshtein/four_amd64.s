#include "textflag.h"

// STEP computes the next column of 64 rows of four texts, as column.next does. Y0 and Y1 are plus
// and minus, no and down the carries from the row above: whether it does not rise, and falls.
#define STEP(equal, no, down) \
	VMOVDQU equal, Y6           \
	VPOR    Y1, Y6, Y7 \
	VPOR    down, Y6, Y6        \
	VPAND   Y0, Y6, Y8          \
	VPADDQ  Y0, Y8, Y8          \
	VPXOR   Y0, Y8, Y8          \
	VPOR    Y6, Y8, Y8 \
	VPAND   Y0, Y8, Y9 \
	VPOR    Y0, Y8, Y8          \
	VPANDN  Y8, Y1, Y8 \
	VPADDQ  Y8, Y8, Y10         \
	VPOR    no, Y10, Y10        \
	VPSRLQ  $63, Y8, no         \
	VPADDQ  Y9, Y9, Y8          \
	VPOR    down, Y8, Y8        \
	VPSRLQ  $63, Y9, down       \
	VPANDN  Y10, Y7, Y0         \
	VPOR    Y8, Y0, Y0          \
	VPANDN  Y7, Y10, Y1

// func advanceAVX2(band *block, masks *[Lanes]uint64, at *int, words, pairs int)
TEXT ·advanceAVX2(SB), NOSPLIT, $0-40
	MOVQ masks+8(FP), R8
	MOVQ at+16(FP), R9
	MOVQ pairs+32(FP), R10

pair:
	MOVQ  band+0(FP), DI
	MOVQ  words+24(FP), CX
	MOVQ  (R9), R11
	MOVQ  8(R9), R12
	SHLQ  $5, R11
	SHLQ  $5, R12
	ADDQ  R8, R11
	ADDQ  R8, R12
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5

word:
	VMOVDQU (DI), Y0
	VMOVDQU 32(DI), Y1
	STEP((R11), Y2, Y3)
	STEP((R12), Y4, Y5)
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	ADDQ    $64, DI
	ADDQ    $32, R11
	ADDQ    $32, R12
	DECQ    CX
	JNZ     word

	ADDQ $16, R9
	DECQ R10
	JNZ  pair
	VZEROUPPER
	RET
