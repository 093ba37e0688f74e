package lang

// japaneseVerify is what "podium verify" says of a result that is not as declared.
func japaneseVerify() map[string]string {
	return map[string]string{
		"a cluster was made anew: %s": "クラスターを作り直しました: %s",
		"%s of %s: %s":                "%[2]sの%[1]s: %[3]s",
		"%s; %s":                      "%s。%s",
		"no score: %s":                "点数なし: %s",
		"score %d instead of %d":      "%[1]d点です(宣言は%[2]d点)",
		"%s is %s instead of %s: %s":  "%[1]sは%[2]sです(宣言は%[3]s): %[4]s",
		"hint %s is given beside %s and not declared: %s":      "宣言にないヒント%[1]sが%[2]sに添えられました: %[3]s",
		"hint %s is not given":                                 "ヒント%sが出ていません",
		"together with %s: %s":                                 "%[1]sと一緒のとき: %[2]s",
		"the cluster is not as it was before the gradings: %s": "クラスターが採点前の状態と異なります: %s",
	}
}
