package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/judge"
)

// A server that gives each answer the full grade stands for a chat model.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Format struct {
				Schema struct{ Schema struct{ Required []string } } `json:"json_schema"`
			} `json:"response_format"`
		}
		json.NewDecoder(r.Body).Decode(&asked)
		grades := map[string]int{}
		for _, id := range asked.Format.Schema.Schema.Required {
			grades[id] = 10
		}
		content, _ := json.Marshal(grades)
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{
			"message": map[string]any{"content": string(content)}}}})
	}))
	defer server.Close()
	j, err := judge.Open(server.URL+"#kind", judge.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ds := &datasets.Dataset{
		Questions:   []datasets.Question{{ID: "1", Text: "What colour is the sky?", Key: []string{"blue"}}},
		Respondents: []datasets.Respondent{{ID: "Ann", Responses: []string{"azure"}}, {ID: "Bob", Responses: []string{""}}},
	}
	grades, err := j.Grade(context.Background(), judge.Of(ds, []int{0, 1}, nil, 0))
	fmt.Println(grades, err)
	// Output: [1 0] <nil>
}
