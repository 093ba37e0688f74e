package lang

// japaneseFeedback is the words of exported reports and of the feedback for students.
func japaneseFeedback() map[string]string {
	return map[string]string{
		"blocked by":                         "前提の不足",
		"note":                               "備考",
		"hidden check":                       "非公開の確認項目",
		"task":                               "課題",
		"points":                             "得点",
		"hint":                               "ヒント",
		"tasks that are not listed here: %d": "ここに表示されない課題: %d",
		"The rest was left out: the report is too long.": "長すぎるため、以降は省略しました。",
	}
}
