package lang

// japaneseTrust is what is said about files of a submission that were left out.
func japaneseTrust() map[string]string {
	return map[string]string{
		"warnings that are not listed here: %d":                            "ここに表示されない警告: %d",
		"there is no folder answers/%s: no task of %s has an answer":       "answers/%sフォルダーがありません。%sの課題には解答がありません",
		"%s is not graded: %s is there, and it is the answer to all tasks": "%sは採点されません。%sがあり、それがすべての課題の解答になります",
		"%s has no step: steps are called NN-name.yaml or NN-name.sh":      "%sには実行されるファイルがありません。NN-name.yamlまたはNN-name.shという名前にしてください",
		"%s is not run by itself: steps are called NN-name%s":              "%sは単独では実行されません。実行されるファイルはNN-name%sという名前にします",
		"%s answers no task":         "%sはどの課題の解答でもありません",
		"%s; the nearest task is %s": "%s。最も近い課題は%sです",
		"%s: task %s is answered by %s.yaml, %s.yml, %s.json or %s.sh":                                                                        "%s: 課題%sの解答は%s.yaml、%s.yml、%s.jsonまたは%s.shです",
		"answers/%s lies in no lab's folder, so it answers no task":                                                                           "answers/%sはどのラボのフォルダーにもないため、どの課題の解答にもなりません",
		"answers/%s belongs to no lab; the nearest lab is %s":                                                                                 "answers/%sに対応するラボはありません。最も近いラボは%sです",
		"%s cannot be stored on Windows under that name":                                                                                      "%sという名前ではWindowsに保存できません",
		"commit %s says %s but follows %s of %s, after the deadline: a clock was wrong or set back; only the server knows when it was pushed": "コミット%sの時刻は%sですが、期限後の%s(%s)より後のコミットです。時計が狂っているか戻されています。プッシュされた時刻はサーバーにしかわかりません",
	}
}
