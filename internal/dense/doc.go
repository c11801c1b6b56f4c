// Package dense decomposes dense matrices: Cholesky, with and without pivots, tridiagonal form, triangular
// solves and what follows from them. Matrices lie by rows, element (i, j) at i*stride+j; of symmetric ones and of
// triangular factors the upper triangle counts, and the rest stays as it is.
//
// Nearly all of the work is one operation, C -= AᵀB on a tile of 4 x 8 elements (kernel.go), in which each element
// takes its products one after the other, rounded after each multiplication and each subtraction. So the
// Cholesky decompositions and the sums of products are those of the plain loops to the bit, whatever the blocks, and
// all results are the same whether the processor has vectors of four (kernel_amd64.s) or not.
package dense
