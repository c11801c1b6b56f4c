package embed_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/luna-rating/luna/embed"
)

func ExampleDefault() {
	v, err := embed.Default()
	if err != nil {
		log.Fatal(err)
	}
	near, _ := v.Nearest("senate", 3)
	for _, n := range near {
		fmt.Printf("%s %.2f\n", n.Word, n.Cosine)
	}
	c, _ := v.Cosine("forest", "woodland")
	fmt.Printf("forest, woodland: %.2f\n", c)
	// Output:
	// congressional 0.83
	// republican 0.81
	// republicans 0.81
	// forest, woodland: 0.73
}

func ExampleVectors_Mean() {
	v, err := embed.Default()
	if err != nil {
		log.Fatal(err)
	}
	a, known := v.Mean(strings.Fields("i don't know the capital"))
	b, _ := v.Mean(strings.Fields("paris is the capital of france"))
	fmt.Printf("%d words known, cosine %.2f\n", known, embed.Cosine(a, b))
	// Output: 3 words known, cosine 0.89
}

func ExampleRead() {
	file := strings.NewReader("2 3\nyes 1 0 0.5\nno -1 0.25 0\n")
	v, err := embed.Read(file, "my.vec", embed.Options{})
	if err != nil {
		log.Fatal(err)
	}
	vector, ok := v.Lookup("no")
	fmt.Println(v.Len(), v.Dim(), vector, ok)
	// Output: 2 3 [-1 0.25 0] true
}
