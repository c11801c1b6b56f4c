package columns

import (
	"regexp"
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
		"student id,studentid,student number,student no,id number,idnumber,participant id",
		"participant,candidate,candidate number,user id,userid,learner id,person id,subject id",
		"matriculation number,matrikelnummer,matrikelnr,matrikel nr,matr nr,matrikel,kennung",
		"teilnehmernummer",
		"identifiant,numero d'etudiant,numero de matricule,numero de alumno,matricula",
		"identificacion")
	// people are names of columns that may identify a respondent, but not always uniquely.
	people = set("name,full name,fullname,student,student name,learner,pupil,person,subject,user",
		"username,user name,login,email,e mail,mail,email address,e mail address,candidate name",
		"code,number,no,nr,nummer,teilnehmer,teilnehmerin,schuler,schulerin,schulername",
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
		"collector id,custom data 1,surname,last name,lastname,first name,firstname,given name",
		"family name,institution,department,group,groups,class,section,course,gender,sex,age",
		"language,comment,comments,remark,remarks,feedback,quiz feedback,notes,attempt,rank",
		"last modified time,date modified,zeitstempel,datum,zeit,uhrzeit,startzeit,endzeit",
		"fertigstellungszeit,begonnen am,beendet,beendet am,abgeschlossen,dauer",
		"verbrauchte zeit,nachname,vorname,familienname,institut,abteilung,gruppe,klasse,kurs",
		"geschlecht,alter,sprache,kommentar,kommentare,bemerkung,bemerkungen,anmerkung,anmerkungen",
		"versuch,rang,horodateur,heure,debut,fin,commence le,termine,termine le,etat,temps utilise",
		"duree,nom de famille,prenom,groupe,classe,cours,sexe,langue,commentaire,commentaires",
		"remarque,remarques,tentative,marca temporal,fecha,hora,inicio,estado,comenzado el",
		"finalizado,tiempo requerido,duracion,apellido,apellidos,apellido(s),grupo,clase,curso",
		"sexo",
		"edad,idioma,comentario,comentarios,observaciones,intento")
	// totals are names of columns of totals, the surer ones first.
	totals = []string{"rating", "total", "total score", "total points", "overall score",
		"final score",
		"final grade", "overall rating", "sum", "gesamtpunkte", "gesamtpunktzahl", "gesamt",
		"gesamtbewertung", "gesamtnote", "summe", "total des points", "note finale", "note totale",
		"score total", "puntuacion total", "total de puntos", "nota final", "score", "points",
		"grade",
		"mark", "marks", "punkte", "punktzahl", "bewertung", "puntuacion", "puntos", "calificacion",
		"ergebnis", "resultat", "resultado", "result", "note", "nota", "sc0"}
	// pointWords are added to the name of a question in the name of the column of its points.
	pointWords = set("score,scores,points,point,pts,grade,mark,marks,punkte,punktzahl,puntos",
		"puntuacion,nota,note")
	// remarkWords are added to the name of a question in the name of a column of remarks on it.
	remarkWords = set("feedback,comment,comments,remark,remarks,kommentar,commentaire,comentario")
)

// Names of the columns of the long form.
var (
	longRespondent = set("respondent,respondent id,student,student id,participant,participant id",
		"person,user,user id,id,name,candidate,teilnehmer,schuler,etudiant,eleve,alumno,estudiante")
	longQuestion = set("question,question id,item,item id,questionid,frage,aufgabe,pregunta")
	longResponse = set("response,answer,responses,student answer,text,antwort,reponse,respuesta")
	longScore    = set("score,points,mark,grade,punkte,puntos,puntuacion,nota,note")
	longRating   = set("rating,total,overall rating,total score,gesamt,gesamtpunkte,bewertung")

	keyText   = set("text,question text,wording,fragetext,wortlaut,enonce,texto,enunciado")
	keyAnswer = set("answer,answers,key,acceptable answer,acceptable answers,right answer",
		"correct answer,solution,antwort,losung,musterlosung,reponse,corrige,respuesta,solucion",
		"clave")
	keyPoints = set("points,point,max,maximum,score,punkte,punktzahl,puntos,bareme")
)

// Words in a row that is no respondent's.
var (
	keyRows = set("key,answer key,answers key,model answer,model answers,solution,solutions,losung",
		"losungen,musterlosung,schlussel,corrige,solucion,soluciones,clave")
	pointRows = set("points,max points,maximum points,points possible,possible points,maximum",
		"max score,punkte,maximalpunkte,maximale punkte,hochstpunktzahl,bareme,points max",
		"puntos,puntos maximos,puntuacion maxima")
	sumRows = set("overall average,average,mean,gesamtdurchschnitt,durchschnitt,mittelwert,moyenne",
		"moyenne generale,promedio,promedio general,media")
	keySheets = set("key,answer key,answers,solutions,solution,losung,losungen,musterlosung",
		"schlussel,corrige,clave,respuestas,soluciones")
)

// IsKey reports whether a cell marks a row of acceptable answers.
func IsKey(cell string) bool { return isMark(cell, keyRows) }

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

// outOf matches the maximum in a name such as "Grade/10.00" or "Total (max. 20 points)".
var outOf = regexp.MustCompile(`^(.*?)\s*(?:/|[(\[]\s*(?:/|out of|max\.?|maximum|of|von|sur|de|` +
	`sobre)?)\s*([0-9]+(?:[.,][0-9]+)?)\s*(?:points?|pts\.?|punkte|puntos|p\.?)?\s*[)\]]?$`)

// splitMax returns a name without the maximum that it states, 0 if it states none.
func splitMax(name string) (base string, top float64) {
	m := outOf.FindStringSubmatch(name)
	if m == nil {
		return name, 0
	}
	v, _, ok := Number(m[2])
	if !ok || v <= 0 {
		return name, 0
	}
	return strings.TrimSpace(m[1]), v
}
