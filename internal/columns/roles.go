package columns

import (
	"strings"
	"unicode"
)

// role is what a column of the long form can be by its name.
type role int

const (
	noRole role = iota
	respondentRole
	questionRole // its identifier
	wordingRole  // its text, or its identifier if there is no other
	responseRole
	scoreRole
	maxRole
	keyRole
	raterRole
	ratingRole
	attemptRole
)

// Words that names of the columns of the long form are made of, as Normal returns them, in the
// twelve languages that most people write.
var (
	personWords = set("respondent,student,students,participant,person,user,candidate,pupil,learner",
		"child,kid,examinee,worker,testee,taker,player,responder,teilnehmer,schuler,kind,etudiant",
		"eleve,enfant,alumno,estudiante,nino,aluno,studente,alunno,leerling,uczen,ученик,студент",
		"学生,学生番号,考生,ogrenci,طالب,الطالب")
	questionWords = set("question,questions,item,q,prompt,task,problem,exercise,topic,frage,aufgabe",
		"pregunta,ejercicio,exercice,domanda,esercizio,pergunta,questao,vraag,opgave,pytanie,zadanie",
		"вопрос,задание,问题,题目,题号,質問,設問,問題,問題番号,soru,سؤال,السؤال")
	answerWords = set("answer,answers,response,responses,reply,essay,antwort,antworten,reponse",
		"respuesta,risposta,resposta,antwoord,odpowiedz,ответ,答案,回答,作答,解答,答え,cevap,yanit",
		"اجابة,الاجابة")
	scoreWords = set("score,scores,points,point,pts,mark,marks,grade,punkte,punktzahl,puntos",
		"puntuacion,nota,note,punteggio,pontuacao,pontos,cijfer,punten,punkty,ocena,балл,баллы,оценка",
		"分数,得分,得点,点数,スコア,puan,درجة,الدرجة")
	keyWords = set("key,reference,model,correct,right,desired,expected,ideal,gold,sample,target",
		"solution,acceptable,musterlosung,losung,corrige,solucion,gabarito,эталон,参考答案,標準答案",
		"正解,模範解答")
	maxWords = set("max,maximum,maximal,possible,attainable,full,out,available,hochstpunktzahl,bareme",
		"maxima,maximo,massimo,maksimum,макс,满分,満点,配点")
	raterWords = set("rater,judge,human,grader,marker,examiner,annotator,assessor,coder,scorer",
		"korrektor,gutachter,correcteur,evaluador,corrector,avaliador,оценщик,评分者,採点者")
	attemptWords = set("attempt,attempts,try,trial,versuch,tentative,intento,tentativa,tentativo,poging",
		"попытка,deneme")
	numberWords  = set("id,ids,no,nr,number,num,code,label,name,set,index,identifier,nummer,numero")
	textWords    = set("text,wording,title,stem,body,content,fragetext,wortlaut,enonce,texto,enunciado")
	earnedWords  = set("awarded,given,earned,obtained,final,teacher,human,raw,auto,manual,total,item")
	longRatings  = set("rating,total,overall rating,total score,gesamt,gesamtpunkte,bewertung")
	averageWords = set("avg,average,mean,final,resolved,adjudicated,consensus,gold,schnitt,moyenne,media")
)

// nameWords returns the words of a name, also of one such as "StudentID" or "Score1".
func nameWords(name string) []string {
	var b strings.Builder
	last := ' '
	for _, r := range name {
		if unicode.IsLower(last) && unicode.IsUpper(r) ||
			unicode.IsLetter(last) && unicode.IsDigit(r) || r == '(' || r == '[' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	words := strings.FieldsFunc(Normal(b.String()), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for i, w := range words { // such as "questionid"
		base, found := strings.CutSuffix(w, "id")
		if known := personWords[base] || questionWords[base]; found && known && i == len(words)-1 {
			words[i] = base
			words = append(words, "id")
		}
	}
	return words
}

// roleOf returns what a column can be by its name, all of whose words must fit.
func roleOf(header string) role {
	name, words := Normal(header), nameWords(header)
	only := func(needed map[string]bool, allowed ...map[string]bool) bool {
		there := false
		for _, w := range words {
			fits := needed[w]
			there = there || fits
			for _, a := range allowed {
				fits = fits || a[w]
			}
			if !fits {
				return false
			}
		}
		return there
	}
	little := set("of,the,s")
	switch {
	case longRatings[name]:
		return ratingRole
	case name == "text":
		return responseRole
	case only(attemptWords, numberWords):
		return attemptRole
	case numbered(words) && only(raterWords, scoreWords, digits(words)),
		len(words) == 2 && only(scoreWords, digits(words)):
		return raterRole
	case only(maxWords, scoreWords, questionWords, little):
		return maxRole
	case only(keyWords, answerWords, textWords):
		return keyRole
	case only(questionWords, numberWords),
		only(answerWords, questionWords, set("set")) && (words[len(words)-1] == "set"):
		return questionRole
	case only(questionWords, textWords):
		return wordingRole
	case only(answerWords, personWords, textWords, set("given")):
		return responseRole
	case only(scoreWords, personWords, questionWords, answerWords, earnedWords, averageWords):
		return scoreRole
	case only(personWords, numberWords):
		return respondentRole
	}
	return noRole
}

// numbered reports whether the last word is a number or a letter.
func numbered(words []string) bool { return len(words) > 1 && len(digits(words)) > 0 }

// digits returns the last word if it is a number or a single letter.
func digits(words []string) map[string]bool {
	last := words[max(len(words)-1, 0):]
	if len(last) == 1 && (strings.Trim(last[0], "0123456789") == "" || len(last[0]) == 1) {
		return set(last[0])
	}
	return nil
}
