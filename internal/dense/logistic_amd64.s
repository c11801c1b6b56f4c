#include "textflag.h"

// TERM is a step of Horner's rule in Y4 for the argument in Y3.
#define TERM(offset) \
	VMULPD Y3, Y4, Y4 \
	VADDPD offset(R8), Y4, Y4

// func logisticAVX2(y, x, b, table *float64, n int)
//
// n is a multiple of 4 above 0. Each line does what one of logisticPlain does, for four values.
TEXT ·logisticAVX2(SB), NOSPLIT, $0-40
	MOVQ    y+0(FP), DI
	MOVQ    x+8(FP), SI
	MOVQ    b+16(FP), DX
	MOVQ    table+24(FP), R8
	MOVQ    n+32(FP), CX
	VMOVUPD (R8), Y8
	VMOVUPD 32(R8), Y9
	VMOVUPD 64(R8), Y10
	VMOVUPD 96(R8), Y11
	VMOVUPD 128(R8), Y12
	VMOVUPD 160(R8), Y13
	VMOVUPD 192(R8), Y14
	VXORPD  Y15, Y15, Y15

four:
	// Y0 is t.
	VMOVUPD (SI), Y0
	VADDPD  (DX), Y0, Y0
	VSUBPD  Y0, Y15, Y0
	VMAXPD  Y0, Y8, Y0
	VMINPD  Y0, Y9, Y0

	// Y1 is shifted, Y2 is k, Y3 is r.
	VMULPD Y10, Y0, Y1
	VADDPD Y11, Y1, Y1
	VSUBPD Y11, Y1, Y2
	VMULPD Y12, Y2, Y3
	VSUBPD Y3, Y0, Y3
	VMULPD Y13, Y2, Y2
	VSUBPD Y2, Y3, Y3

	// Y4 is q.
	VMOVUPD 224(R8), Y4
	TERM(256)
	TERM(288)
	TERM(320)
	TERM(352)
	TERM(384)
	TERM(416)
	TERM(448)
	TERM(480)
	TERM(512)
	TERM(544)
	TERM(576)

	// Y4 is e.
	VMULPD Y3, Y3, Y5
	VMULPD Y4, Y5, Y4
	VADDPD Y3, Y4, Y4
	VADDPD Y14, Y4, Y4
	VPSLLQ $52, Y1, Y1
	VPADDQ Y1, Y4, Y4

	// Y4 is the result, or not a number where t is none.
	VADDPD  Y14, Y4, Y4
	VDIVPD  Y4, Y14, Y4
	VCMPPD  $3, Y0, Y0, Y5
	VORPD   Y5, Y4, Y4
	VMOVUPD Y4, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DX
	ADDQ    $32, DI
	SUBQ    $4, CX
	JNZ     four
	VZEROUPPER
	RET
