package columns

import (
	"strings"
	"unicode"
)

// blankMarks are what programs and people write for no answer, in exactly this case. Some of them
// may be answers: Na is sodium, and nothing may come of -.
var blankMarks = wordSet(strings.Split("NA,N/A,n/a,<NA>,#N/A,#NA,NaN,nan,NULL,null,None,-,--,---,–,—,k.A.,k. A.,k.A,n.a.,N.A.,n. a.,"+
	"[No Answer],[no answer],(no answer),(blank),(leer),[leer],keine Angabe,keine Antwort,pas de réponse,sans réponse,"+
	"S/R,sin respuesta,sem resposta,nessuna risposta,geen antwoord,brak odpowiedzi,нет ответа,未回答,無回答,未作答,"+
	"미응답,무응답", ",")...)

// Marked is an answer that may only mark that there is none, see [MayBeBlank].
type Marked struct {
	Question int
	Text     *string
	Right    bool // it has points or full marks
}

// MayBeBlank reports whether an answer may only mark that there is none, such as "NA".
func MayBeBlank(answer string) bool {
	return answer != "" && len(answer) < 40 && blankFirst[answer[0]] && blankMarks.has(answer)
}

// blankFirst says with which bytes these marks begin.
var blankFirst = func() (first [0x100]bool) {
	for mark := range blankMarks {
		first[mark[0]] = true
	}
	return first
}()

// BlankMarks returns the marks that stand for no answer in a table, with how many answers have
// each. A mark stands under several questions, and never where it was right, nor in the key.
func BlankMarks(answers []Marked, key []string) map[string]int {
	found, first, several := map[string]int{}, map[string]int{}, map[string]bool{}
	wrong := map[string]bool{} // not to be taken for blank
	for _, k := range key {
		wrong[strings.ToLower(strings.TrimSpace(k))] = true
	}
	for _, a := range answers {
		if found[*a.Text]++; found[*a.Text] == 1 {
			first[*a.Text] = a.Question
		}
		several[*a.Text] = several[*a.Text] || first[*a.Text] != a.Question
		if a.Right {
			wrong[strings.ToLower(*a.Text)] = true
		}
	}
	for mark := range found {
		if !several[mark] || wrong[strings.ToLower(mark)] {
			delete(found, mark)
		}
	}
	return found
}

// unknowns are what people write who do not know the answer, as letters in lower case.
var unknowns = wordSet(strings.Fields("idk idek dunno donno idontknow idontknowit idontknowthis idontknowtheanswer " +
	"dontknow donotknow idonotknow iamnotsure imnotsure notsure noidea ihavenoidea noclue ihavenoclue cantremember " +
	"idontremember dontremember iforgot noanswer dontcare " +
	"keineahnung weißnicht weissnicht weißichnicht ichweißnicht ichweißesnicht ichweissesnicht " +
	"jenesaispas jesaispas saispas aucuneidée nosé nolosé niidea nonloso nonso nessunaidea nãosei nãofaçoideia " +
	"weetniet weetikniet geenidee vetinte vetej ingenaning vedikke vetikke anerikke entiedä eihajuakaan " +
	"niewiem nevím nevim neviem nemtudom nuștiu bilmiyorum fikrimyok tidaktahu sayatidaktahu tidaktau " +
	"незнаю 不知道 わからない わかりません 分からない 分かりません 모르겠다 모르겠습니다 모름")...)

// SaysUnknown reports whether an answer says no more than that its author does not know one.
func SaysUnknown(answer string) bool {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, answer)
	return unknowns.has(letters) || letters == "" && strings.Trim(answer, "?？ ") == "" && strings.ContainsAny(answer, "?？")
}
