package lang

// japaneseFeedback is the words of exported reports and of the feedback for students.
func japaneseFeedback() map[string]string {
	return map[string]string{}
}
