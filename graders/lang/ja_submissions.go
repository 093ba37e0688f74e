package lang

// japaneseSubmissions is what is said about reading a submission.
func japaneseSubmissions() map[string]string {
	return map[string]string{
		"No answer was handed in for this task.": "この課題の解答は提出されていません。",
	}
}
