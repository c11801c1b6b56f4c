#include "textflag.h"

// func dotShiftedAVX2(x, y, z *float64, b float64, n int) float64
//
// Y0 and Y1 hold the eight sums of dotShiftedPlain.
TEXT ·dotShiftedAVX2(SB), NOSPLIT, $0-48
	MOVQ         x+0(FP), SI
	MOVQ         y+8(FP), DI
	MOVQ         z+16(FP), DX
	VBROADCASTSD b+24(FP), Y2
	MOVQ         n+32(FP), CX
	VXORPD       Y0, Y0, Y0
	VXORPD       Y1, Y1, Y1
	SUBQ         $8, CX
	JL           four

eight:
	VADDPD  (DX), Y2, Y3
	VADDPD  32(DX), Y2, Y4
	VMOVUPD (SI), Y5
	VMOVUPD 32(SI), Y6
	VMULPD  (DI), Y5, Y5
	VMULPD  32(DI), Y6, Y6
	VMULPD  Y3, Y5, Y5
	VMULPD  Y4, Y6, Y6
	VADDPD  Y5, Y0, Y0
	VADDPD  Y6, Y1, Y1
	ADDQ    $64, SI
	ADDQ    $64, DI
	ADDQ    $64, DX
	SUBQ    $8, CX
	JGE     eight

four:
	ADDQ    $4, CX
	JL      join
	VADDPD  (DX), Y2, Y3
	VMOVUPD (SI), Y5
	VMULPD  (DI), Y5, Y5
	VMULPD  Y3, Y5, Y5
	VADDPD  Y5, Y0, Y0
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, DX
	SUBQ    $4, CX

join:
	VADDPD       Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	ADDQ         $4, CX
	JLE          done

one:
	VADDSD (DX), X2, X3
	VMOVSD (SI), X5
	VMULSD (DI), X5, X5
	VMULSD X3, X5, X5
	VADDSD X5, X0, X0
	ADDQ   $8, SI
	ADDQ   $8, DI
	ADDQ   $8, DX
	DECQ   CX
	JNZ    one

done:
	VADDPD    X1, X0, X0
	VUNPCKHPD X0, X0, X1
	VADDSD    X1, X0, X0
	VMOVSD    X0, ret+40(FP)
	VZEROUPPER
	RET
