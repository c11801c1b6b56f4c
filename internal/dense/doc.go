// Package dense decomposes dense matrices: Cholesky, with and without pivots, triangular solves and what
// follows from them. Matrices lie by rows, element (i, j) at i*stride+j; of symmetric ones and of
// triangular factors the upper triangle counts, and the rest stays as it is.
//
// All of it is one operation, C -= AᵀB on a tile of 4 x 8 elements (kernel.go), in which each element
// takes its products one after the other, rounded after each multiplication and each subtraction. So a
// result is the same to the bit as by the plain loops, whatever the blocks are and
// whether the processor has vectors of four (kernel_amd64.s) or not.
package dense
