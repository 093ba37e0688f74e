package lang

// japaneseSubmissions is what is said about reading a submission.
func japaneseSubmissions() map[string]string {
	return map[string]string{}
}
