package synth

// The seed and the sizes of the samples.
const (
	SampleSeed              = 1
	PowergradingSampleSize  = 150
	MohlerSampleRespondents = 30
)

// SampleFiles returns the files of datasets/samples that are generated.
func SampleFiles() Files {
	files := Files{}
	add := func(folder string, part Files) {
		for name, content := range part {
			files[folder+"/"+name] = content
		}
	}
	graders := Graders()
	add("powergrading", Generate(Civics(), PowergradingSampleSize,
		SampleSeed).PowergradingFiles(Panel()))
	add("mohler", Generate(Networks(), MohlerSampleRespondents, SampleSeed).MohlerFiles(graders[0],
		graders[1]))
	return files
}
