package columns

import "strings"

// blankMarks are what programs and people write for no answer, in exactly this case. Some of them
// may be answers: Na is sodium, and nothing may come of -.
var blankMarks = wordSet(strings.Split("NA,N/A,n/a,<NA>,#N/A,#NA,NaN,nan,NULL,null,None,-,--,---,–,—,k.A.,k. A.,k.A,n.a.,N.A.,n. a.,"+
	"[No Answer],[no answer],(no answer),(blank),(leer),[leer],keine Angabe,keine Antwort,pas de réponse,sans réponse,"+
	"S/R,sin respuesta,sem resposta,nessuna risposta,geen antwoord,brak odpowiedzi,нет ответа,未回答,無回答,未作答,"+
	"미응답,무응답", ",")...)

// BlankMarks returns the marks that stand for no answer in a table, with how many answers have
// each. Answers are those to each question. A mark stands under several questions, and never where
// it was right: an answer with points or full marks, or one in the key.
func BlankMarks(answers [][]*string, right func(question, i int) bool, key []string) map[string]int {
	found, first, several := map[string]int{}, map[string]int{}, map[string]bool{}
	wrong := map[string]bool{} // not to be taken for blank
	for _, k := range key {
		wrong[strings.ToLower(strings.TrimSpace(k))] = true
	}
	for q, list := range answers {
		for i, a := range list {
			if !blankMarks.has(*a) {
				continue
			}
			if _, seen := first[*a]; !seen {
				first[*a] = q
			}
			found[*a]++
			several[*a] = several[*a] || first[*a] != q
			if right(q, i) {
				wrong[strings.ToLower(*a)] = true
			}
		}
	}
	for mark := range found {
		if !several[mark] || wrong[strings.ToLower(mark)] {
			delete(found, mark)
		}
	}
	return found
}
