#include "go_asm.h"
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

// The numbers of bits of the numbers below 16.
DATA ones<>+0(SB)/8, $0x0302020102010100
DATA ones<>+8(SB)/8, $0x0403030203020201
GLOBL ones<>(SB), RODATA|NOPTR, $16

// By how many bits limits are shifted for single symbols and for pairs.
DATA shifts<>+0(SB)/8, $1
DATA shifts<>+8(SB)/8, $1
DATA shifts<>+16(SB)/8, $2
DATA shifts<>+24(SB)/8, $2
GLOBL shifts<>(SB), RODATA|NOPTR, $32

DATA nibble<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $8

// func nearAVX2(near *uint8, bit uint8, t *Sketch, limit int, columns *Sketch, limits *int, n int)
TEXT ·nearAVX2(SB), NOSPLIT, $0-56
	MOVQ    near+0(FP), DI
	MOVBLZX bit+8(FP), R8
	MOVQ    t+16(FP), R9
	MOVQ    columns+32(FP), R10
	MOVQ    limits+40(FP), R11
	MOVQ    n+48(FP), CX

	VMOVDQU        Sketch_bits(R9), Y0
	VPBROADCASTQ   limit+24(FP), Y1
	VPBROADCASTQ   nibble<>(SB), Y2
	VBROADCASTI128 ones<>(SB), Y3
	VPXOR          Y4, Y4, Y4
	VMOVDQU        shifts<>(SB), Y5

column:
	VPXOR   Sketch_bits(R10), Y0, Y6
	VPAND   Y2, Y6, Y7
	VPSRLQ  $4, Y6, Y6
	VPAND   Y2, Y6, Y6
	VPSHUFB Y7, Y3, Y7
	VPSHUFB Y6, Y3, Y6
	VPADDB  Y6, Y7, Y6
	VPSADBW Y4, Y6, Y6  // the number of bits of each word
	VPSHUFD $0x4e, Y6, Y7
	VPADDQ  Y7, Y6, Y6

	VPBROADCASTQ (R11), Y8
	VPMAXSD      Y1, Y8, Y8
	VPSLLVQ      Y5, Y8, Y8
	VPCMPGTQ     Y8, Y6, Y6
	VMOVMSKPD    Y6, AX
	XORL         BX, BX
	TESTL        AX, AX
	CMOVLEQ      R8, BX
	ORB          BX, (DI)

	INCQ DI
	ADDQ $Sketch__size, R10
	ADDQ $8, R11
	DECQ CX
	JNZ  column
	VZEROUPPER
	RET
