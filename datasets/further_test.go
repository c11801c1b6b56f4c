package datasets

// What the tables of further programs hold: ten people, of whom seven are rated.
const (
	earth  = "What causes the tides?|Why is the sky blue?|What is a fossil?"
	byCode = "; 7 rated, p01=10 to p10=8 of 0-10; "
	byName = "; 7 rated, Ada Alder=10 to Joy Kelp=8 of 0-10; "
	byRow  = "; 7 rated, 1=10 to 10=8 of 0-10; "
)

// furtherCases are forms that documents or sources of programs describe; people and answers are
// invented. Where a form has several columns that identify the respondents, each of them is right.
var furtherCases = []tableCase{
	{file: "further/prairielearn.csv", notes: []string{"long form"},
		from: "https://github.com/PrairieLearn/PrairieLearn/blob/master/apps/prairielearn/src/pages/instructorAssessmentDownloads/instructorAssessmentDownloads.ts",
		want: "10 by uid; 7 rated, p01@school.example=300 to p10@school.example=217 of 0-300; " +
			"earth/tides|earth/sky|earth/fossil; points 100 100 100\n10 by uin; 7 rated, " +
			"600100=300 to 600109=217 of 0-300; earth/tides|earth/sky|earth/fossil; points 100 " +
			"100 100"},
	{file: "further/openedx.csv", notes: []string{"long form"},
		from: "https://github.com/openedx/edx-ora2/blob/master/openassessment/data.py",
		want: "10 by Username" + byCode + earth + "; points 2 3 5"},
	{file: "further/odk.csv", notes: []string{`"SubmitterName"`},
		from: "https://docs.getodk.org/central-api-submission-management",
		want: "10 by meta-instanceID; 7 rated, " + odkFirst + "=10 to " + odkLast +
			"=8 of 0-10; " + odkQuestions +
			"\n10 by KEY; 7 rated, " + odkFirst + "=10 to " + odkLast + "=8 of 0-10; " +
			odkQuestions},
	{file: "further/nextcloud.csv",
		from: "https://github.com/nextcloud/forms/blob/main/lib/Service/SubmissionService.php",
		want: "10 by User ID" + byCode + earth + "\n10 by User display name" + byName + earth +
			"\n10 by Submission ID; 7 rated, 211=10 to 220=8 of 0-10; " + earth},
	{file: "further/nextcloud_early.csv", notes: []string{"long form"},
		from: "https://github.com/nextcloud/forms/issues/467",
		want: "10 by userId" + byCode + earth + "; points 2 3 5\n10 by userId" + byCode +
			"1|2|3; points 2 3 5"},
	{file: "further/iogt.csv", from: "https://github.com/unicef/iogt/issues/1222",
		want: "10 by User" + byName + iogtQuestions + "; points 2 3 5\n10 by User" + byName +
			iogtQuestions + "; points 2 3 5; key\n10 by User" + byName +
			"Q1|Q2|Q3; points 2 3 5\n10 by User" + byName + "Q1|Q2|Q3; points 2 3 5; key"},
	{file: "further/formbricks.csv", notes: []string{`"userAgent - browser"`},
		from: "https://github.com/formbricks/formbricks/pull/2807",
		want: "10 by No." + byRow + earth + "\n10 by Response ID; 7 rated, cm7x2822k3d0=10 to " +
			"cm7x5548k3d0=8 of 0-10; " + earth +
			"\n10 by User ID; 7 rated, p01@school.example=10 to p10@school.example=8 of 0-10; " +
			earth},
	{file: "further/sosci.csv",
		from: "https://www.soscisurvey.de/help/doku.php/en:results:variables",
		want: "10 by CASE; 7 rated, 123=10 to 141=8 of 0-10; Tides: What causes the tides?|" +
			"Sky: Why is the sky blue?|Fossil: What is a fossil?\n10 by CASE; 7 rated, 123=10 " +
			"to 141=8 of 0-10; AB01_01|AB02_01|AB03_01"},
	{file: "further/kahoot_raw.csv", notes: []string{"long form"},
		from: "https://github.com/SimonHRD/kahoot-to-anki",
		want: "10 by Player; 7 rated, Ada Alder=2900 to Joy Kelp=2100 of 0-2900; " + earth +
			"; points 1000 900 1000; key"},
	{file: "further/planet.csv", notes: []string{"long form"},
		from: "https://github.com/open-learning-exchange/planet/issues/2775",
		want: "10 by Member Name" + byCode + earth + "; points 2 3 5\n10 by First Name" + byName +
			earth + "; points 2 3 5"},
}

const (
	odkFirst      = "uuid:00b663e0-1c2d-4e5f-8a9b-000002565250"
	odkLast       = "uuid:03eb2550-1c2d-4e5f-8a9b-0000068b4ce0"
	odkQuestions  = "quiz-tides|quiz-sky|quiz-fossil"
	iogtQuestions = "Q1 - User Response|Q2 - User Response|Q3 - User Response"
)
