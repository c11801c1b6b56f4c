package columns

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Normal returns a name in the form in which names are compared: in lower case, without accents,
// with single blanks in place of other white space, hyphens and underscores, and without marks
// at its ends.
func Normal(name string) string {
	if !ascii(name) {
		fold := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
		if folded, _, err := transform.String(fold, name); err == nil {
			name = folded
		}
		name = strings.NewReplacer("–", " ", "ß", "ss").Replace(name)
	}
	name = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return ' '
		}
		return r
	}, strings.ToLower(name))
	return strings.Trim(strings.Join(strings.Fields(name), " "), " :;.*#?!")
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// normals returns the words of lists as Normal does.
func normals(lists ...string) (words []string) {
	for _, list := range lists {
		for word := range strings.SplitSeq(list, ",") {
			words = append(words, Normal(word))
		}
	}
	return words
}

func set(lists ...string) map[string]bool {
	m := map[string]bool{}
	for _, list := range lists {
		for name := range strings.SplitSeq(list, ",") {
			m[strings.TrimSpace(name)] = true
		}
	}
	return m
}

// The names by which columns are recognised, as Normal returns them: in English, German, French and
// Spanish, and those of Google Forms, Microsoft Forms, Moodle, Qualtrics and SurveyMonkey.
var (
	// identifiers are names of columns that identify a respondent.
	identifiers = set("id,ids,respondent,respondent id,respondentid,response id,responseid",
		"record id,student names,student id,studentid,student number,student no,id number,idnumber,participant id",
		"participant,candidate,candidate number,user id,userid,learner id,person id,subject id",
		"matriculation number,matrikelnummer,matrikelnr,matrikel nr,matr nr,matrikel,kennung",
		"teilnehmernummer",
		"identifiant,numero d'etudiant,numero de matricule,numero de alumno,matricula",
		"identificacion")
	// people are names of columns that may identify a respondent, but not always uniquely.
	people = set("name,full name,fullname,student,student name,learner,pupil,person,subject,user",
		"username,user name,login,email,e mail,mail,email address,e mail address,candidate name",
		"player,user display name,display name,screen name,case,code,number,no,nr,nummer,teilnehmer,teilnehmerin,schuler,schulerin,schulername",
		"studierende,vollstandiger name,e mail adresse,anmeldename,benutzername,etudiant,eleve,nom",
		"nom complet,adresse e mail,courriel,participant name,nom d'utilisateur,alumno,alumna",
		"estudiante,participante,nombre,nombre completo,correo,correo electronico,numero",
		"direccion de correo electronico,nombre de usuario,nombre de usuario")
	// others are names of columns that are neither responses nor ratings.
	others = set("timestamp,date,time,start,end,start time,end time,completion time,start date",
		"end date,startdate,enddate,started on,started,completed,completed on,finished,state",
		"status",
		"time taken,duration,duration (in seconds),ip address,ipaddress,progress,recordeddate",
		"recorded date,recipientlastname,recipientfirstname,recipientemail,recipient last name",
		"recipient first name,recipient email,externalreference,externaldatareference",
		"external data reference,locationlatitude,locationlongitude,location latitude",
		"location longitude,distributionchannel,distribution channel,userlanguage,user language",
		"collector id,custom data 1,given name",
		"institution,department,group,groups,class,section,course,gender,sex,age,age group",
		"language,comment,comments,remark,remarks,feedback,quiz feedback,notes,attempt,rank",
		"last modified time,date modified,zeitstempel,datum,zeit,uhrzeit,startzeit,endzeit",
		"fertigstellungszeit,begonnen am,beendet,beendet am,abgeschlossen,dauer",
		"verbrauchte zeit,institut,abteilung,gruppe,klasse,kurs",
		"geschlecht,alter,sprache,kommentar,kommentare,bemerkung,bemerkungen,anmerkung,anmerkungen",
		"versuch,rang,horodateur,heure,debut,fin,commence le,termine,termine le,etat,temps utilise",
		"duree,groupe,classe,cours,sexe,langue,commentaire,commentaires",
		"remarque,remarques,tentative,marca temporal,fecha,hora,inicio,estado,comenzado el",
		"finalizado,tiempo requerido,duracion,grupo,clase,curso",
		"sexo",
		"edad,idioma,comentario,comentarios,observaciones,intento",
		// LimeSurvey, Kobo, REDCap, PrairieLearn, Brightspace
		"submitdate,lastpage,startlanguage,seed,token,datestamp,refurl,ipaddr,interviewtime,today",
		"deviceid,subscriberid,simserial,phonenumber,instanceid,formid,submission time,complete",
		"redcap event name,redcap repeat instrument,redcap repeat instance,redcap data access group",
		"redcap survey identifier,repeat instrument,repeat instance,event name,uid,uin,role,zone,assessment,question number,variant,seed",
		"org defined id,orgdefinedid,end of line indicator,section id,section sis id,sis id,submitted",
		"n correct,n incorrect,network id,submit date (utc),start date (utc),stage date (utc),tags",
		"response type,submission id,entry id,entry date,source url,user agent,browser,referrer")
	firstNames = set("first name,firstname,given name,forename,vorname,prenom,nombre,nombre(s),nome",
		"voornaam,imie,imya,имя,名,الاسم الأول,ad,nama depan")
	lastNames = set("surname,last name,lastname,family name,nachname,familienname,nom de famille,nom",
		"apellido,apellidos,apellido(s),cognome,sobrenome,achternaam,nazwisko,фамилия,姓,soyad,اسم العائلة")
	// totals are names of columns of totals, the surer ones first.
	totals = []string{"rating", "total", "total score", "total points", "overall score",
		"final score",
		"final grade", "overall rating", "sum", "gesamtpunkte", "gesamtpunktzahl", "gesamt",
		"gesamtbewertung", "gesamtnote", "summe", "total des points", "note finale", "note totale",
		"score total", "puntuacion total", "total de puntos", "nota final", "score", "points",
		"grade",
		"mark", "marks", "punkte", "punktzahl", "bewertung", "puntuacion", "puntos", "calificacion",
		"ergebnis", "resultat", "resultado", "result", "note", "nota", "sc0"}
	// totalWords and totalStems are words, and parts of words, in names of columns of totals: in
	// English, Chinese, Hindi, Spanish, French, Arabic, Bengali, Portuguese, Russian, Indonesian,
	// German, Japanese, Turkish, Korean, Italian, Dutch, Polish and others.
	totalWords = set("mark,marks,points,pts,pkt,pkte,note,nota,notas,voto,voti,sum,summe,somme,somma,soma,suma",
		"overall,result,results,evaluation,assessment,avg,mean,average,puntos,punti,pontos,resultat",
		"moyenne,grades,final,ball,bal,body,wynik,ocena,hasil,jumlah,skor,nilai,puan,sonuc,toplam,betyg,poang")
	totalStems = normals("score,total,rating,grade,punkt,punten,gesamt,ergebnis,bewertung,benotung",
		"puntaj,classificac,valutaz,puntuac,puntegg,calificac,resultad,risultat,pontua,cijfer,totaal,uitslag,beoordeling",
		"балл,оцен,итог,сумм,результат,отметк,总,總,分数,分數,得分,评分,成绩,成績,得点,点数,合計,評価,評点",
		"スコア,점수,총점,성적,평점,합계,مجموع,درجة,الدرجات,نتيجة,علامة,معدل,नंबर,अंक,प्राप्तांक,कुल,स्कोर,योग,স্কোর,মোট,নম্বর",
		"điểm,คะแนน,βαθμ,σύνολο,ציון,pisteet,znamk")
	// pointWords are added to the name of a question in the name of the column of its points.
	pointWords = set("score,scores,points,point,pts,grade,mark,marks,punkte,punktzahl,puntos",
		"puntuacion,nota,note")
	// remarkWords are added to the name of a question in the name of a column of remarks on it.
	remarkWords = set("feedback,comment,comments,remark,remarks,kommentar,commentaire,comentario")
)

// Names of the columns of a table of acceptable answers.
var (
	keyQuestion = set("question,question id,item,item id,questionid,frage,aufgabe,pregunta")
	keyText     = set("text,question text,wording,fragetext,wortlaut,enonce,texto,enunciado")
	keyAnswer   = set("answer,answers,key,acceptable answer,acceptable answers,right answer",
		"correct answer,solution,antwort,losung,musterlosung,reponse,corrige,respuesta,solucion",
		"clave")
	keyPoints = set("points,point,max,maximum,score,punkte,punktzahl,puntos,bareme")
)

// Words that mark a row as not belonging to a respondent.
var (
	keyRows = set("respuestas correctas,respuesta correcta,bonnes reponses,bonne reponse,richtige antworten",
		"richtige antwort,risposte corrette,respostas corretas,correct answers,correct answer,correct,answers,expected answer,expected answers,expected",
		"reference,reference answer,reference answers,correct response,key,answer key,answers key,model answer,model answers,solution,solutions,losung",
		"losungen,musterlosung,schlussel,corrige,solucion,soluciones,clave")
	pointRows = set("max,max mark,max marks,out of,full marks,full mark,full score,maximum score,possible",
		"total possible,maximum mark,maximum marks,marks available,available points,weight,points,max points,maximum points,points possible,possible points,maximum",
		"max score,punkte,maximalpunkte,maximale punkte,hochstpunktzahl,bareme,points max",
		"puntos,puntos maximos,puntuacion maxima")
	sumRows = set("median,std dev,stdev,sd,standard deviation,class average,class mean,class scoring,min",
		"minimum,lowest,highest,count,total,totals,sum,n,class score,averages,overall average,average,mean,gesamtdurchschnitt,durchschnitt,mittelwert,moyenne",
		"moyenne generale,promedio,promedio general,media")
	// weakKeyRows may also be somebody's name.
	weakKeyRows = set("teacher,instructor,lehrer,lehrerin,lehrkraft,professeur,enseignant,profesor,profesora")
	keySheets   = set("key,answer key,answers,solutions,solution,losung,losungen,musterlosung",
		"schlussel,corrige,clave,respuestas,soluciones")
)

// IsKey reports whether a cell marks a row of acceptable answers.
func IsKey(cell string) bool { return isMark(cell, keyRows) }

// MayBeKey reports whether a cell marks such a row if no column of identifiers has an entry in it.
func MayBeKey(cell string) bool { return isMark(cell, weakKeyRows) }

// IsPoints reports whether a cell marks a row of attainable points.
func IsPoints(cell string) bool { return isMark(cell, pointRows) }

// IsSummary reports whether a cell marks a row of means over the respondents.
func IsSummary(cell string) bool { return isMark(cell, sumRows) }

// isMark looks a cell up. It is called for every row, and nearly all have a number or a longer
// text.
func isMark(cell string, marks map[string]bool) bool {
	return len(cell) > 2 && len(cell) < 40 && !strings.ContainsAny(cell, "0123456789@") &&
		marks[Normal(cell)]
}

// IsKeySheet reports whether a sheet is named as one of acceptable answers.
func IsKeySheet(name string) bool { return keySheets[Normal(name)] }
