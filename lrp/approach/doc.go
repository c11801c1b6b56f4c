// Package approach defines the ways to predict ratings that experiments compare and models are made
// of.
//
// An [Approach] is one of three kinds: a control, which looks at no response (RAN, CBG); features,
// whose columns a regressor of package regress learns from (BOW, COM and so on); or a [Learner],
// which reads the texts itself ([Auto], of package auto). [All] lists the module's own, with any
// features, and [Select] picks some by name.
//
// A learner works in three steps, like a feature:
//
//	Learner --Prepare(questions)--> PreparedLearner --Fit(training part)--> FittedLearner
//
// A learner that implements [features.ResourceUser] names the tables that its predictions depend
// on.
package approach
