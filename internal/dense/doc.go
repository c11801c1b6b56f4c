// Package dense decomposes dense matrices: Cholesky with and without pivots, and triangular
// solves. Matrices are stored by rows, element (i, j) at i*stride+j. Of symmetric
// matrices and triangular factors only the upper triangle is used; the rest is left unchanged. It
// also has operations on vectors (vector.go, vector_plain.go, logistic.go).
//
// Nearly all of the work is one operation, C -= AᵀB on a tile of 4 x 8 elements (kernel.go). Each
// element subtracts its products one after the other, rounded after each multiplication and each
// subtraction. The Cholesky decompositions and the sums of products therefore equal those of plain
// loops to the bit, whatever the block size, and all results are the same whether or not the
// processor has vectors of four (the files *_amd64.s), and however many processors share the work
// (parallel.go).
package dense
