#include "textflag.h"

// func multiplyFourAVX2(y, a *float64, stride int, x *float64, n int)
//
// It computes four elements of y, each by the four sums of dotPlain of few products, which are in
// Y0 to Y3.
TEXT ·multiplyFourAVX2(SB), NOSPLIT, $0-40
	MOVQ   y+0(FP), R8
	MOVQ   a+8(FP), SI
	MOVQ   stride+16(FP), R10
	MOVQ   x+24(FP), DI
	MOVQ   n+32(FP), CX
	SHLQ   $3, R10
	LEAQ   (SI)(R10*1), R11
	LEAQ   (SI)(R10*2), R12
	LEAQ   (R11)(R10*2), R13
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	XORQ   AX, AX
	SUBQ   $4, CX
	JL     join

four:
	VMOVUPD (DI)(AX*1), Y4
	VMULPD  (SI)(AX*1), Y4, Y5
	VMULPD  (R11)(AX*1), Y4, Y6
	VMULPD  (R12)(AX*1), Y4, Y7
	VMULPD  (R13)(AX*1), Y4, Y8
	VADDPD  Y5, Y0, Y0
	VADDPD  Y6, Y1, Y1
	VADDPD  Y7, Y2, Y2
	VADDPD  Y8, Y3, Y3
	ADDQ    $32, AX
	SUBQ    $4, CX
	JGE     four

join:
	// Y5 and Y6 hold the first and the second sums of all rows, Y7 and Y8 the third and the fourth.
	VUNPCKLPD  Y1, Y0, Y9
	VUNPCKHPD  Y1, Y0, Y10
	VUNPCKLPD  Y3, Y2, Y11
	VUNPCKHPD  Y3, Y2, Y12
	VPERM2F128 $0x20, Y11, Y9, Y5
	VPERM2F128 $0x20, Y12, Y10, Y6
	VPERM2F128 $0x31, Y11, Y9, Y7
	VPERM2F128 $0x31, Y12, Y10, Y8
	ADDQ       $4, CX
	JLE        done

one:
	VBROADCASTSD (DI)(AX*1), Y4
	VMOVSD       (SI)(AX*1), X0
	VMOVHPD      (R11)(AX*1), X0, X0
	VMOVSD       (R12)(AX*1), X1
	VMOVHPD      (R13)(AX*1), X1, X1
	VINSERTF128  $1, X1, Y0, Y0
	VMULPD       Y0, Y4, Y4
	VADDPD       Y4, Y5, Y5
	ADDQ         $8, AX
	DECQ         CX
	JNZ          one

done:
	VADDPD  Y7, Y5, Y5
	VADDPD  Y8, Y6, Y6
	VADDPD  Y6, Y5, Y5
	VMOVUPD Y5, (R8)
	VZEROUPPER
	RET
