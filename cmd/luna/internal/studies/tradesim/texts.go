package tradesim

// The texts of simulated games. They only look like a conversation: what bettors believe comes from
// their signals.

// questions are the questions that simulated bettors ask.
var questions = []string{
	"What did you have for breakfast?", "What colour is the sky at noon?",
	"Which is heavier, a toaster or a pencil?", "How do you feel about rain?",
	"What did I ask you first?", "Can you spell your name backwards?",
	"What is two plus three?", "Do you like cheese?", "Who is your best friend?",
	"What is the last thing that you bought?", "Where are you right now?", "Tell me a joke.",
	"Have you ever been to the sea?", "What do you hear at this moment?", "Are you a human?",
	"What would you do with a million points?",
}

// replies are the answers of simulated targets, human or computer.
var replies = []string{
	"(simulated) Yes, I think so.", "(simulated) Not that I know.", "(simulated) It depends.",
	"(simulated) Why do you ask?", "(simulated) Let me think.", "(simulated) Three, maybe four.",
	"(simulated) I had not thought of that.", "(simulated) Ask me another one.",
}
