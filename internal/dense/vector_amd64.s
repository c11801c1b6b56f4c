#include "textflag.h"

// func multiplyAVX2(y, a *float64, stride int, x *float64, n, rows int)
//
// Y0 to Y3 hold the sixteen sums of dotPlain, or Y0 its four sums of few products.
TEXT ·multiplyAVX2(SB), NOSPLIT, $0-48
	MOVQ y+0(FP), R8
	MOVQ a+8(FP), R9
	MOVQ stride+16(FP), R10
	SHLQ $3, R10
	MOVQ rows+40(FP), R11

row:
	MOVQ   R9, SI
	MOVQ   x+24(FP), DI
	MOVQ   n+32(FP), CX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	SUBQ   $16, CX
	CMPQ   CX, $(128-16)
	JL     fours

sixteen:
	VMOVUPD (SI), Y4
	VMOVUPD 32(SI), Y5
	VMOVUPD 64(SI), Y6
	VMOVUPD 96(SI), Y7
	VMULPD  (DI), Y4, Y4
	VMULPD  32(DI), Y5, Y5
	VMULPD  64(DI), Y6, Y6
	VMULPD  96(DI), Y7, Y7
	VADDPD  Y4, Y0, Y0
	VADDPD  Y5, Y1, Y1
	VADDPD  Y6, Y2, Y2
	VADDPD  Y7, Y3, Y3
	ADDQ    $128, SI
	ADDQ    $128, DI
	SUBQ    $16, CX
	JGE     sixteen

fours:
	ADDQ $12, CX
	JL   join

four:
	VMOVUPD (SI), Y4
	VMULPD  (DI), Y4, Y4
	VADDPD  Y4, Y0, Y0
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX
	JGE     four

join:
	VADDPD       Y1, Y0, Y0
	VADDPD       Y3, Y2, Y2
	VADDPD       Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	ADDQ         $4, CX
	JLE          done

one:
	VMOVSD (SI), X4
	VMULSD (DI), X4, X4
	VADDSD X4, X0, X0
	ADDQ   $8, SI
	ADDQ   $8, DI
	DECQ   CX
	JNZ    one

done:
	VADDPD    X1, X0, X0
	VUNPCKHPD X0, X0, X1
	VADDSD    X1, X0, X0
	VMOVSD    X0, (R8)
	ADDQ      $8, R8
	ADDQ      R10, R9
	DECQ      R11
	JNZ       row
	VZEROUPPER
	RET

// func addScaledAVX2(y *float64, a float64, x *float64, n int)
TEXT ·addScaledAVX2(SB), NOSPLIT, $0-32
	MOVQ         y+0(FP), DI
	VBROADCASTSD a+8(FP), Y0
	MOVQ         x+16(FP), SI
	MOVQ         n+24(FP), CX
	SUBQ         $16, CX
	JL           fours

sixteen:
	VMULPD  (SI), Y0, Y1
	VMULPD  32(SI), Y0, Y2
	VMULPD  64(SI), Y0, Y3
	VMULPD  96(SI), Y0, Y4
	VADDPD  (DI), Y1, Y1
	VADDPD  32(DI), Y2, Y2
	VADDPD  64(DI), Y3, Y3
	VADDPD  96(DI), Y4, Y4
	VMOVUPD Y1, (DI)
	VMOVUPD Y2, 32(DI)
	VMOVUPD Y3, 64(DI)
	VMOVUPD Y4, 96(DI)
	ADDQ    $128, SI
	ADDQ    $128, DI
	SUBQ    $16, CX
	JGE     sixteen

fours:
	ADDQ $12, CX
	JL   rest

four:
	VMULPD  (SI), Y0, Y1
	VADDPD  (DI), Y1, Y1
	VMOVUPD Y1, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX
	JGE     four

rest:
	ADDQ $4, CX
	JLE  done

one:
	VMULSD (SI), X0, X1
	VADDSD (DI), X1, X1
	VMOVSD X1, (DI)
	ADDQ   $8, SI
	ADDQ   $8, DI
	DECQ   CX
	JNZ    one

done:
	VZEROUPPER
	RET

// func scaleShiftedAVX2(y *float64, a float64, s, x *float64, b float64, n int)
TEXT ·scaleShiftedAVX2(SB), NOSPLIT, $0-48
	MOVQ         y+0(FP), DI
	VBROADCASTSD a+8(FP), Y0
	MOVQ         s+16(FP), SI
	MOVQ         x+24(FP), DX
	VBROADCASTSD b+32(FP), Y1
	MOVQ         n+40(FP), CX
	SUBQ         $8, CX
	JL           four

eight:
	VADDPD  (DX), Y1, Y2
	VADDPD  32(DX), Y1, Y3
	VMULPD  (SI), Y0, Y4
	VMULPD  32(SI), Y0, Y5
	VMULPD  Y2, Y4, Y4
	VMULPD  Y3, Y5, Y5
	VMOVUPD Y4, (DI)
	VMOVUPD Y5, 32(DI)
	ADDQ    $64, DX
	ADDQ    $64, SI
	ADDQ    $64, DI
	SUBQ    $8, CX
	JGE     eight

four:
	ADDQ    $4, CX
	JL      rest
	VADDPD  (DX), Y1, Y2
	VMULPD  (SI), Y0, Y4
	VMULPD  Y2, Y4, Y4
	VMOVUPD Y4, (DI)
	ADDQ    $32, DX
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX

rest:
	ADDQ $4, CX
	JLE  done

one:
	VADDSD (DX), X1, X2
	VMULSD (SI), X0, X4
	VMULSD X2, X4, X4
	VMOVSD X4, (DI)
	ADDQ   $8, DX
	ADDQ   $8, SI
	ADDQ   $8, DI
	DECQ   CX
	JNZ    one

done:
	VZEROUPPER
	RET
