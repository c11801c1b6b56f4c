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

// The handler can be one of several in a server.
func ExampleHandler() {
	sets, err := lrp.Load("sample-mohler")
	if err != nil {
		log.Fatal(err)
	}
	o := lrp.TrainOptions{Approach: "CBG", Folds: -1}
	model, err := lrp.Train(context.Background(), sets[0], o)
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(serve.Handler(model, serve.DefaultOptions()))
	defer server.Close()

	record := `{"id":"ann","responses":["x","","","","","","","","","","",null]}`
	client, body := server.Client(), strings.NewReader(record)
	answer, err := client.Post(server.URL+"/predict", "application/json", body)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d %.30s…\n", answer.StatusCode, text)
	// Output: 200 {"id":"ann","rating":0.7009132…
}
