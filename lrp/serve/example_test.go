package serve_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"strings"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/serve"
)

// The handler is any other's neighbour in a server of your own.
func ExampleHandler() {
	sets, err := lrp.Load("sample-mohler")
	if err != nil {
		log.Fatal(err)
	}
	model, err := lrp.Train(context.Background(), sets[0], lrp.TrainOptions{Approach: "CBG", Folds: -1})
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(serve.Handler(model, serve.DefaultOptions()))
	defer server.Close()

	record := `{"id":"ann","responses":["x","","","","","","","","","","",null]}`
	answer, err := server.Client().Post(server.URL+"/predict", "application/json", strings.NewReader(record))
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d %.30s…\n", answer.StatusCode, body)
	// Output: 200 {"id":"ann","rating":0.7009132…
}
