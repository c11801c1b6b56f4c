#include "textflag.h"

// func subtractFourAVX2(y, a *float64, stride int, x *float64, n int)
//
// The four elements of x are each in all places of Y0 to Y3. As in subtractAVX2, multiplication and
// subtraction round separately.
TEXT ·subtractFourAVX2(SB), NOSPLIT, $0-40
	MOVQ         y+0(FP), DI
	MOVQ         a+8(FP), SI
	MOVQ         stride+16(FP), DX
	MOVQ         x+24(FP), BX
	MOVQ         n+32(FP), CX
	VBROADCASTSD (BX), Y0
	VBROADCASTSD 8(BX), Y1
	VBROADCASTSD 16(BX), Y2
	VBROADCASTSD 24(BX), Y3
	SHLQ         $3, DX
	LEAQ         (SI)(DX*1), R8
	LEAQ         (SI)(DX*2), R9
	LEAQ         (R8)(DX*2), R10
	XORQ         AX, AX
	SUBQ         $8, CX
	JL           four

eight:
	VMOVUPD (DI)(AX*1), Y4
	VMOVUPD 32(DI)(AX*1), Y5
	VMULPD  (SI)(AX*1), Y0, Y6
	VMULPD  32(SI)(AX*1), Y0, Y7
	VMULPD  (R8)(AX*1), Y1, Y8
	VMULPD  32(R8)(AX*1), Y1, Y9
	VSUBPD  Y6, Y4, Y4
	VSUBPD  Y7, Y5, Y5
	VMULPD  (R9)(AX*1), Y2, Y6
	VMULPD  32(R9)(AX*1), Y2, Y7
	VSUBPD  Y8, Y4, Y4
	VSUBPD  Y9, Y5, Y5
	VMULPD  (R10)(AX*1), Y3, Y8
	VMULPD  32(R10)(AX*1), Y3, Y9
	VSUBPD  Y6, Y4, Y4
	VSUBPD  Y7, Y5, Y5
	VSUBPD  Y8, Y4, Y4
	VSUBPD  Y9, Y5, Y5
	VMOVUPD Y4, (DI)(AX*1)
	VMOVUPD Y5, 32(DI)(AX*1)
	ADDQ    $64, AX
	SUBQ    $8, CX
	JGE     eight

four:
	ADDQ    $4, CX
	JL      rest
	VMOVUPD (DI)(AX*1), Y4
	VMULPD  (SI)(AX*1), Y0, Y6
	VMULPD  (R8)(AX*1), Y1, Y7
	VMULPD  (R9)(AX*1), Y2, Y8
	VMULPD  (R10)(AX*1), Y3, Y9
	VSUBPD  Y6, Y4, Y4
	VSUBPD  Y7, Y4, Y4
	VSUBPD  Y8, Y4, Y4
	VSUBPD  Y9, Y4, Y4
	VMOVUPD Y4, (DI)(AX*1)
	ADDQ    $32, AX
	SUBQ    $4, CX

rest:
	ADDQ $4, CX
	JLE  done

one:
	VMOVSD (DI)(AX*1), X4
	VMULSD (SI)(AX*1), X0, X6
	VMULSD (R8)(AX*1), X1, X7
	VMULSD (R9)(AX*1), X2, X8
	VMULSD (R10)(AX*1), X3, X9
	VSUBSD X6, X4, X4
	VSUBSD X7, X4, X4
	VSUBSD X8, X4, X4
	VSUBSD X9, X4, X4
	VMOVSD X4, (DI)(AX*1)
	ADDQ   $8, AX
	DECQ   CX
	JNZ    one

done:
	VZEROUPPER
	RET
