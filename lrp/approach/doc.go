// Package approach has the ways to predict ratings that experiments compare and models are made of.
//
// An [Approach] is one of three kinds: a control, which looks at no response (RAN, CBG); features,
// whose columns a regressor of package regress learns from (BOW, COM and so on); or a [Learner],
// which reads the texts itself ([Auto], of package grades). [All] lists the module's own, with any
// features, and [Select] picks some by name.
//
// A learner consists of three steps, as a feature does:
//
//	Learner --Prepare(questions)--> PreparedLearner --Fit(training part)--> FittedLearner
//
// One that implements [features.ResourceUser] names the tables that its predictions depend on.
package approach
