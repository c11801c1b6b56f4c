package loebner

import "math/bits"

// construct returns a matrix and the round of each cell, from a Graeco-Latin square of which rows and
// columns beyond the numbers of judges and entries are left out. Without such a square the rounds are
// nil.
func (d *designer) construct() (Matrix, [][]int) {
	m := newMatrix(d.kinds[0], d.kinds[1])
	n := max(d.kinds[0], d.kinds[1])
	for order := n; order <= min(d.kinds[2], n+2); order++ {
		greek, latin := orthogonal(order)
		if greek == nil {
			continue
		}
		rounds := make([][]int, d.kinds[0])
		for j := range rounds {
			for e := range d.kinds[1] {
				m.Cells[j][e] = label('C', greek[j][e])
			}
			rounds[j] = latin[j][:d.kinds[1]]
		}
		return m, rounds
	}
	for j := range m.Cells {
		for e := range m.Cells[j] {
			m.Cells[j][e] = label('C', ((e-j)%d.kinds[2]+d.kinds[2])%d.kinds[2])
		}
	}
	return m, nil
}

// orthogonal returns two Latin squares of order n in which each pair of symbols is once in the same
// cell; nil if this program knows none.
func orthogonal(n int) (a, b [][]int) {
	twos := bits.TrailingZeros(uint(n))
	switch {
	case twos == 0:
		return oddSquares(n)
	case twos == 1:
		return parkerSquares(n)
	}
	a, b = fieldSquares(twos)
	if odd := n >> twos; odd > 1 {
		c, d := oddSquares(odd)
		return product(a, c), product(b, d)
	}
	return a, b
}

func newSquare(n int, cell func(i, j int) int) [][]int {
	square := make([][]int, n)
	for i := range square {
		for j := range n {
			square[i] = append(square[i], cell(i, j))
		}
	}
	return square
}

// oddSquares returns the differences and sums modulo an odd n.
func oddSquares(n int) (a, b [][]int) {
	return newSquare(n, func(i, j int) int { return (j - i + n) % n }),
		newSquare(n, func(i, j int) int { return (i + j) % n })
}

// irreducible are polynomials over GF(2) of degree 2 to 7, as bits.
var irreducible = [...]int{2: 0b111, 0b1011, 0b10011, 0b100101, 0b1000011, 0b10000011}

// fieldSquares returns x+y and ax+y over the field with 2^k elements, where a is its root.
func fieldSquares(k int) (a, b [][]int) {
	n := 1 << k
	return newSquare(n, func(i, j int) int { return i ^ j }),
		newSquare(n, func(i, j int) int {
			double := i << 1
			if double >= n {
				double ^= irreducible[k]
			}
			return double ^ j
		})
}

// product returns the direct product of two squares.
func product(a, b [][]int) [][]int {
	n, m := len(a), len(b)
	return newSquare(n*m, func(i, j int) int { return a[i/m][j/m]*m + b[i%m][j%m] })
}

// parkerSquares returns squares of order n = 3m+1 for odd m, by Bose, Shrikhande and Parker (1960):
// an orthogonal array of four rows over the integers modulo 2m+1 and m further symbols. They are nil
// for other orders.
func parkerSquares(n int) (a, b [][]int) {
	m := (n - 1) / 3
	if m < 3 || 3*m+1 != n || m%2 == 0 {
		return nil, nil
	}
	modulus := 2*m + 1
	a = newSquare(n, func(int, int) int { return 0 })
	b = newSquare(n, func(int, int) int { return 0 })
	add := func(column [4]int) {
		a[column[0]][column[1]], b[column[0]][column[1]] = column[2], column[3]
	}
	for i := range modulus {
		add([4]int{i, i, i, i})
		for k := 1; k <= m; k++ {
			same, up, down := i, (i+k)%modulus, (i-k+modulus)%modulus
			more := modulus + k - 1
			add([4]int{same, up, down, more})
			add([4]int{up, same, more, down})
			add([4]int{down, more, same, up})
			add([4]int{more, down, up, same})
		}
	}
	c, d := oddSquares(m)
	for i := range m {
		for j := range m {
			add([4]int{modulus + i, modulus + j, modulus + c[i][j], modulus + d[i][j]})
		}
	}
	return a, b
}
