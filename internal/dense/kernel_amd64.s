#include "textflag.h"

// func subtractAVX2(c *float64, stride int, a, b *float64, k int)
//
// The tile of C is in Y0 to Y7, two registers a row. Each step takes 8 numbers of a row of B
// (Y8, Y9) and, one after the other, 4 of A, each in all places of Y10 or Y11. Multiplication and
// subtraction round separately, as they do in Go; a fused one would give other bits.
TEXT ·subtractAVX2(SB), NOSPLIT, $0-40
	MOVQ c+0(FP), DI
	MOVQ stride+8(FP), DX
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), BX
	MOVQ k+32(FP), CX
	SHLQ $3, DX
	LEAQ (DI)(DX*1), R8
	LEAQ (DI)(DX*2), R9
	LEAQ (R8)(DX*2), R10

	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD (R8), Y2
	VMOVUPD 32(R8), Y3
	VMOVUPD (R9), Y4
	VMOVUPD 32(R9), Y5
	VMOVUPD (R10), Y6
	VMOVUPD 32(R10), Y7

step:
	VMOVUPD      (BX), Y8
	VMOVUPD      32(BX), Y9
	VBROADCASTSD (SI), Y10
	VBROADCASTSD 8(SI), Y11
	VMULPD       Y8, Y10, Y12
	VMULPD       Y9, Y10, Y13
	VMULPD       Y8, Y11, Y14
	VMULPD       Y9, Y11, Y15
	VSUBPD       Y12, Y0, Y0
	VSUBPD       Y13, Y1, Y1
	VSUBPD       Y14, Y2, Y2
	VSUBPD       Y15, Y3, Y3
	VBROADCASTSD 16(SI), Y10
	VBROADCASTSD 24(SI), Y11
	VMULPD       Y8, Y10, Y12
	VMULPD       Y9, Y10, Y13
	VMULPD       Y8, Y11, Y14
	VMULPD       Y9, Y11, Y15
	VSUBPD       Y12, Y4, Y4
	VSUBPD       Y13, Y5, Y5
	VSUBPD       Y14, Y6, Y6
	VSUBPD       Y15, Y7, Y7
	ADDQ         $64, SI
	ADDQ         $64, BX
	DECQ         CX
	JNZ          step

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, (R8)
	VMOVUPD Y3, 32(R8)
	VMOVUPD Y4, (R9)
	VMOVUPD Y5, 32(R9)
	VMOVUPD Y6, (R10)
	VMOVUPD Y7, 32(R10)
	VZEROUPPER
	RET
