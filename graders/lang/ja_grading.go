package lang

// japaneseGrading is what is said about a grading of several labs.
func japaneseGrading() map[string]string {
	return map[string]string{
		"Total of %d labs": "%d件のラボの合計",
	}
}
