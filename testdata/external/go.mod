module example.com/mine

go 1.26.0

require github.com/luna-rating/luna v0.0.0

require (
	github.com/agnivade/levenshtein v1.2.2 // indirect
	github.com/kljensen/snowball v0.10.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace github.com/luna-rating/luna => ../..
