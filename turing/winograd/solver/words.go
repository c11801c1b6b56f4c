package solver

// The lists of this file are the project's own.
var (
	// speech are verbs of saying and thinking.
	speech = set(`say tell ask answer reply explain think know believe promise warn remind report shout
		whisper admit claim announce suggest wonder hear feel mention state declare write call hope`)
	// subjectCausal are verbs whose subject is the likely cause of the event (implicit causality).
	subjectCausal = set(`apologise apologize confess annoy disappoint lie deceive amuse surprise
		frighten scare bore impress inspire amaze confuse bother upset please delight offend
		fascinate entertain attract charm irritate worry shock embarrass cheat win lose fail beg
		telephone approach follow join interrupt disturb attack`)
	// objectCausal are verbs whose object is the likely cause.
	objectCausal = set(`admire blame thank criticise criticize praise punish hate love like envy fear
		pity despise dislike detest respect trust distrust congratulate reward scold comfort console
		help assist correct fire hire forgive notice appreciate resent mock tease applaud adore
		cherish loathe value worship sue arrest ban reject refuse pay avoid rescue`)
	// giving are verbs of transfer to the object, taking those of transfer to the subject.
	giving = set(`give lend sell send pay offer hand pass bring show teach tell donate return leave
		grant award deliver provide supply feed`)
	taking = set(`take borrow buy receive get steal inherit accept earn win learn collect obtain grab
		demand request ask hear`)
	pluralOnly = set(`people police cattle clothes trousers scissors glasses pants jeans children men
		women mice geese feet teeth`)
	// collective are nouns of groups, which "they" may mean.
	collective = set(`team family company government army crowd group band committee school police bank
		city council club staff crew public class audience party police firm`)
	masculine = set(`he him his himself man boy father dad son brother uncle king husband grandfather
		nephew mr sir gentleman lord prince actor waiter policeman fireman guy grandpa men boys`)
	feminine = set(`she her hers herself woman girl mother mom mum daughter sister aunt queen wife
		grandmother niece mrs miss ms lady princess actress waitress nurse grandma women girls`)
)

// A scale of meaning goes from the words of one pole to those of the other.
type scale struct {
	name      string
	high, low string
}

// scales are evaluation, potency and activity (Osgood, Suci and Tannenbaum, The Measurement of
// Meaning, 1957), and three that tell the parties of an event apart. The words are our own choice.
var scales = []scale{
	{
		"evaluation",
		`good kind happy honest generous helpful wonderful pleasant nice friendly beautiful success love
			praise win delicious safe clever admire thank reward trust like enjoy brave polite grateful proud
			excellent talented reliable loyal gentle fair wise useful succeed famous popular charming patient
			respect congratulate healthy careful brilliant improve cheerful calm truth`,
		`bad cruel sad dishonest greedy harmful terrible unpleasant nasty hostile ugly failure hate blame
			lose disgusting dangerous stupid despise punish criticize steal lie cheat coward rude angry guilty
			awful incompetent unreliable treacherous violent unfair foolish useless fail notorious unpopular
			annoying selfish insult scold sick careless lazy ruin miserable fear corrupt`,
	},
	{
		"potency",
		`large strong heavy powerful big huge tall thick wide full hard rich loud deep mighty giant massive
			steel iron solid long great broad high`,
		`small weak light powerless little tiny short thin narrow empty soft poor quiet shallow feeble
			dwarf slight paper fragile hollow low minor`,
	},
	{
		"activity",
		`fast active quick young hot lively attack chase move run throw hit new excited catch follow push
			rush eager energetic busy jump`,
		`slow passive calm old cold dull rest wait stay sleep hold keep ancient tired remain sit idle
			inactive quiet lie stand`,
	},
	{
		"want",
		`need want lack hungry thirsty desire hope request ask seek require wish miss beg borrow curious
			desperate eager demand search`,
		`have own possess provide offer give supply enough plenty lend rich grant donate deliver pay share
			satisfied full refuse`,
	},
	{
		"knowledge",
		`know expert experienced aware remember teach explain understand professor knowledgeable skilled
			inform tell advise prove doctor certain`,
		`ignorant wonder curious forget unaware confused beginner learn ask novice student puzzled doubt
			misunderstand inexperienced uncertain question`,
	},
	{
		"suffering",
		`hurt injured victim sick suffer tired wounded frightened scared die fall drown cry bleed ill weak
			exhausted lost trapped broken damaged punished beaten`,
		`attack hit kill cause help rescue cure save guard break push strike punish beat chase protect
			threaten destroy heal order arrest`,
	},
}
