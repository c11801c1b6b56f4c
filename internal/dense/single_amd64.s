#include "textflag.h"

// func tileAVX2(c *float32, ldc int, a *float32, lda int, b *float32, k int, bias *float32)
//
// The rows are in Y0 to Y11, two registers each. A step takes 16 numbers of a row of B (Y12, Y13)
// and, one after the other, 6 of A, each in all places of Y14.
#define ROW2(at, x, y) \
	VBROADCASTSS at, Y14 \
	VFMADD231PS Y14, Y12, x \
	VFMADD231PS Y14, Y13, y

#define STORE2(x, y) \
	VMOVUPS x, (DI) \
	VMOVUPS y, 32(DI) \
	ADDQ R11, DI

TEXT ·tileAVX2(SB), NOSPLIT, $0-56
	MOVQ    c+0(FP), DI
	MOVQ    ldc+8(FP), R11
	MOVQ    a+16(FP), SI
	MOVQ    lda+24(FP), DX
	MOVQ    b+32(FP), BX
	MOVQ    k+40(FP), CX
	MOVQ    bias+48(FP), AX
	SHLQ    $2, R11
	SHLQ    $2, DX
	LEAQ    (DX)(DX*2), R8
	ADDQ    SI, R8
	VMOVUPS (AX), Y0
	VMOVUPS 32(AX), Y1
	VMOVAPS Y0, Y2
	VMOVAPS Y1, Y3
	VMOVAPS Y0, Y4
	VMOVAPS Y1, Y5
	VMOVAPS Y0, Y6
	VMOVAPS Y1, Y7
	VMOVAPS Y0, Y8
	VMOVAPS Y1, Y9
	VMOVAPS Y0, Y10
	VMOVAPS Y1, Y11

step2:
	VMOVUPS (BX), Y12
	VMOVUPS 32(BX), Y13
	ROW2((SI), Y0, Y1)
	ROW2((SI)(DX*1), Y2, Y3)
	ROW2((SI)(DX*2), Y4, Y5)
	ROW2((R8), Y6, Y7)
	ROW2((R8)(DX*1), Y8, Y9)
	ROW2((R8)(DX*2), Y10, Y11)
	ADDQ    $4, SI
	ADDQ    $4, R8
	ADDQ    $128, BX
	DECQ    CX
	JNZ     step2
	STORE2(Y0, Y1)
	STORE2(Y2, Y3)
	STORE2(Y4, Y5)
	STORE2(Y6, Y7)
	STORE2(Y8, Y9)
	STORE2(Y10, Y11)
	VZEROUPPER
	RET

// func tileAVX512(c *float32, ldc int, a *float32, lda int, b *float32, k int, bias *float32)
//
// The rows are in Z0 to Z23, two registers each. A step takes 32 numbers of a row of B (Z24, Z25)
// and, one after the other, 12 of A, each in all places of Z26.
#define ROW5(at, x, y) \
	VBROADCASTSS at, Z26 \
	VFMADD231PS Z26, Z24, x \
	VFMADD231PS Z26, Z25, y

#define START5(x, y) \
	VMOVUPS (AX), x \
	VMOVUPS 64(AX), y

#define STORE5(x, y) \
	VMOVUPS x, (DI) \
	VMOVUPS y, 64(DI) \
	ADDQ R11, DI

TEXT ·tileAVX512(SB), NOSPLIT, $0-56
	MOVQ c+0(FP), DI
	MOVQ ldc+8(FP), R11
	MOVQ a+16(FP), SI
	MOVQ lda+24(FP), DX
	MOVQ b+32(FP), BX
	MOVQ k+40(FP), CX
	MOVQ bias+48(FP), AX
	SHLQ $2, R11
	SHLQ $2, DX
	LEAQ (DX)(DX*2), R12
	LEAQ (SI)(R12*1), R8
	LEAQ (R8)(R12*1), R9
	LEAQ (R9)(R12*1), R10
	START5(Z0, Z1)
	START5(Z2, Z3)
	START5(Z4, Z5)
	START5(Z6, Z7)
	START5(Z8, Z9)
	START5(Z10, Z11)
	START5(Z12, Z13)
	START5(Z14, Z15)
	START5(Z16, Z17)
	START5(Z18, Z19)
	START5(Z20, Z21)
	START5(Z22, Z23)

step5:
	VMOVUPS (BX), Z24
	VMOVUPS 64(BX), Z25
	ROW5((SI), Z0, Z1)
	ROW5((SI)(DX*1), Z2, Z3)
	ROW5((SI)(DX*2), Z4, Z5)
	ROW5((R8), Z6, Z7)
	ROW5((R8)(DX*1), Z8, Z9)
	ROW5((R8)(DX*2), Z10, Z11)
	ROW5((R9), Z12, Z13)
	ROW5((R9)(DX*1), Z14, Z15)
	ROW5((R9)(DX*2), Z16, Z17)
	ROW5((R10), Z18, Z19)
	ROW5((R10)(DX*1), Z20, Z21)
	ROW5((R10)(DX*2), Z22, Z23)
	ADDQ $4, SI
	ADDQ $4, R8
	ADDQ $4, R9
	ADDQ $4, R10
	ADDQ $128, BX
	DECQ CX
	JNZ  step5
	STORE5(Z0, Z1)
	STORE5(Z2, Z3)
	STORE5(Z4, Z5)
	STORE5(Z6, Z7)
	STORE5(Z8, Z9)
	STORE5(Z10, Z11)
	STORE5(Z12, Z13)
	STORE5(Z14, Z15)
	STORE5(Z16, Z17)
	STORE5(Z18, Z19)
	STORE5(Z20, Z21)
	STORE5(Z22, Z23)
	VZEROUPPER
	RET

// TERM8 is a step of Horner's rule in to for the argument in by. The constants are at R8.
#define TERM8(offset, by, to) \
	VFMADD213PS offset(R8), by, to

// func geluAVX2(x, table *float32, n int)
TEXT ·geluAVX2(SB), NOSPLIT, $0-24
	MOVQ x+0(FP), DI
	MOVQ table+8(FP), R8
	MOVQ n+16(FP), CX

gelu:
	// Y0 is v, Y1 is t, Y2 is s, Y3 is p, Y4 is q.
	VMOVUPS (DI), Y0
	VMULPS  (R8), Y0, Y1
	VMOVUPS 64(R8), Y2
	VMINPS  Y1, Y2, Y1
	VMOVUPS 32(R8), Y2
	VMAXPS  Y1, Y2, Y1
	VMULPS  Y1, Y1, Y2
	VMOVUPS 96(R8), Y3
	VMOVUPS 320(R8), Y4
	TERM8(128, Y2, Y3)
	TERM8(352, Y2, Y4)
	TERM8(160, Y2, Y3)
	TERM8(384, Y2, Y4)
	TERM8(192, Y2, Y3)
	TERM8(416, Y2, Y4)
	TERM8(224, Y2, Y3)
	TERM8(448, Y2, Y4)
	TERM8(256, Y2, Y3)
	TERM8(288, Y2, Y3)
	VMULPS  Y1, Y3, Y3
	VDIVPS  Y4, Y3, Y3
	VMULPS  480(R8), Y0, Y0
	VFMADD213PS Y0, Y0, Y3
	VMOVUPS Y3, (DI)
	ADDQ    $32, DI
	SUBQ    $8, CX
	JNZ     gelu
	VZEROUPPER
	RET

// ACROSS leaves in all places of y what op makes of the eight numbers in y.
#define ACROSS(op, y) \
	VPERM2F128 $1, y, y, Y14 \
	op Y14, y, y \
	VSHUFPS $0x4e, y, y, Y14 \
	op Y14, y, y \
	VSHUFPS $0xb1, y, y, Y14 \
	op Y14, y, y

// func softmaxAVX2(x, table *float32, n int, scale float32)
TEXT ·softmaxAVX2(SB), NOSPLIT, $0-28
	MOVQ         x+0(FP), SI
	MOVQ         table+8(FP), R8
	MOVQ         n+16(FP), DX
	VBROADCASTSS scale+24(FP), Y15
	VMOVUPS      (SI), Y0
	MOVQ         SI, DI
	MOVQ         DX, CX

most:
	VMAXPS (DI), Y0, Y0
	ADDQ   $32, DI
	SUBQ   $8, CX
	JNZ    most
	ACROSS(VMAXPS, Y0)
	VXORPS  Y1, Y1, Y1
	VMOVUPS 512(R8), Y8
	VMOVUPS 544(R8), Y9
	VMOVUPS 576(R8), Y10
	VMOVUPS 608(R8), Y11
	VMOVUPS 640(R8), Y12
	MOVQ    SI, DI
	MOVQ    DX, CX

power:
	// Y2 is t and r, Y3 is shifted, Y4 is k, Y5 is e.
	VMOVUPS      (DI), Y2
	VSUBPS       Y0, Y2, Y2
	VMULPS       Y15, Y2, Y2
	VMAXPS       Y2, Y8, Y2
	VMOVAPS      Y2, Y3
	VFMADD213PS  Y10, Y9, Y3
	VSUBPS       Y10, Y3, Y4
	VFNMADD231PS Y11, Y4, Y2
	VFNMADD231PS Y12, Y4, Y2
	VMOVUPS      672(R8), Y5
	TERM8(704, Y2, Y5)
	TERM8(736, Y2, Y5)
	TERM8(768, Y2, Y5)
	TERM8(800, Y2, Y5)
	TERM8(832, Y2, Y5)
	TERM8(864, Y2, Y5)
	TERM8(896, Y2, Y5)
	VPSLLD       $23, Y3, Y3
	VPADDD       Y3, Y5, Y5
	VMOVUPS      Y5, (DI)
	VADDPS       Y5, Y1, Y1
	ADDQ         $32, DI
	SUBQ         $8, CX
	JNZ          power
	ACROSS(VADDPS, Y1)
	VMOVUPS 896(R8), Y2
	VDIVPS  Y1, Y2, Y1

divide:
	VMULPS  (SI), Y1, Y2
	VMOVUPS Y2, (SI)
	ADDQ    $32, SI
	SUBQ    $8, DX
	JNZ     divide
	VZEROUPPER
	RET

// func addNormAVX2(x, y, scale, shift *float32, n int, eps float32)
TEXT ·addNormAVX2(SB), NOSPLIT, $0-44
	MOVQ         x+0(FP), DI
	MOVQ         y+8(FP), SI
	MOVQ         scale+16(FP), R8
	MOVQ         shift+24(FP), R9
	MOVQ         n+32(FP), DX
	VBROADCASTSS eps+40(FP), Y15
	VCVTSI2SSQ   DX, X13, X13
	VBROADCASTSS X13, Y13
	SHLQ         $2, DX
	VXORPS       Y0, Y0, Y0
	VXORPS       Y1, Y1, Y1
	XORQ         AX, AX

sum:
	VMOVUPS (DI)(AX*1), Y2
	VADDPS  (SI)(AX*1), Y2, Y2
	VMOVUPS Y2, (DI)(AX*1)
	VADDPS  Y2, Y0, Y0
	ADDQ    $32, AX
	CMPQ    AX, DX
	JNE     sum
	ACROSS(VADDPS, Y0)
	VDIVPS Y13, Y0, Y0
	XORQ   AX, AX

square:
	VMOVUPS     (DI)(AX*1), Y2
	VSUBPS      Y0, Y2, Y2
	VMOVUPS     Y2, (DI)(AX*1)
	VFMADD231PS Y2, Y2, Y1
	ADDQ        $32, AX
	CMPQ        AX, DX
	JNE         square
	ACROSS(VADDPS, Y1)
	VDIVPS  Y13, Y1, Y1
	VADDPS  Y15, Y1, Y1
	VSQRTPS Y1, Y1
	XORQ    AX, AX

norm:
	VMOVUPS     (DI)(AX*1), Y2
	VDIVPS      Y1, Y2, Y2
	VMOVUPS     (R9)(AX*1), Y3
	VFMADD231PS (R8)(AX*1), Y2, Y3
	VMOVUPS     Y3, (DI)(AX*1)
	ADDQ        $32, AX
	CMPQ        AX, DX
	JNE         norm
	VZEROUPPER
	RET
