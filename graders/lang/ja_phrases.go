package lang

// japaneseParts name the parts of a cluster and what podium doctor looks at; # is a number.
func japaneseParts() map[string]string {
	return map[string]string{
		// the parts of a cluster, and what becomes of them
		"starting":                               "開始",
		"ready":                                  "準備完了",
		"failed":                                 "失敗",
		"starting, about # s left":               "開始(残り約#秒)",
		"Credentials":                            "認証情報",
		"Nodes, rights and policies of the labs": "ラボのノード、権限、ポリシー",
		"Images of the labs":                     "ラボのイメージ",

		// what podium doctor examines
		"state folder":    "状態フォルダー",
		"temporary files": "一時ファイル",
		"memory":          "メモリ",
		"loopback":        "ループバック",
		"kubectl":         "kubectl",
		"sandbox":         "サンドボックス",
		"kind clusters":   "kindクラスター",
		"cluster":         "クラスター",
		"engine":          "エンジン",
		"cgroups":         "cgroup",
		"inotify":         "inotify",
		"open files":      "開けるファイル",
		"disk":            "ディスク",
		"node image":      "ノードイメージ",
		"left behind":     "残ったもの",
	}
}

// japanesePhrases are what packages say that know no languages, in errors too; # is a number.
func japanesePhrases() map[string]string {
	return map[string]string{
		// container engines
		"no container engine is installed":                         "コンテナエンジンがインストールされていません",
		"the engine's daemon does not answer":                      "エンジンのデーモンが応答しません",
		"this user may not talk to the engine":                     "このユーザーにはエンジンを使う権限がありません",
		"a container of that name exists already":                  "同じ名前のコンテナがすでにあります",
		"a port is taken":                                          "ポートが使用中です",
		"an image cannot be pulled":                                "イメージを取得できません",
		"the machine does not give the container all capabilities": "マシンがコンテナに必要な権限(capabilities)をすべては与えていません",
		"the disk is full":                                         "ディスクに空きがありません",
		"too few inotify instances or watches":                     "inotifyのインスタンスまたは監視の数が足りません",

		// answers
		"outside of the answer's folder": "解答のフォルダーの外です",
		"the scratch folder is full":     "作業フォルダーの容量の上限に達しました",

		// machines
		"too little":                                     "不足",
		"not measured on this system":                    "このシステムでは測定できません",
		"not measured with this engine":                  "このエンジンでは測定できません",
		"not known with this engine":                     "このエンジンでは確認できません",
		"not measured: the engine is on another machine": "測定していません: エンジンが別のマシンにあります",
		"# files may be open":                            "#個のファイルを開けます",
		"# files may be open, # are needed":              "開けるファイルは#個です。#個必要です",
		"# MiB available":                                "#MiBを利用できます",
		"# MiB available, four nodes need #":             "利用できるのは#MiBです。4ノードには#MiB必要です",
		"a rootless engine needs cgroup v# with the controllers cpu, memory and pids delegated": "rootlessのエンジンには、cpu、memory、pidsのコントローラーが委譲されたcgroup v#が必要です",
		"cgroup v#, rootless engine": "cgroup v#、rootlessのエンジン",
		"cgroup v#: works, because kubelets are told not to refuse it (failCgroupV#: false)": "cgroup v#: kubeletが拒否しない設定のため、動作します(failCgroupV#: false)",
		"# MiB free": "空き#MiB",

		// what kubectl refuses in answers
		"answers use the cluster of the lab": "解答ではラボのクラスターを使います",
		"answers use the cluster of the lab; view, current-context, get-contexts, use-context and set-context are there": "解答ではラボのクラスターを使います。view、current-context、get-contexts、use-context、set-contextは使えます",
		"answers act as the learner":                                                                    "解答は学習者として実行されます",
		"no programs are run in answers":                                                                "解答ではプログラムは実行されません",
		"there is no editor in answers; use kubectl apply or kubectl patch":                             "解答ではエディターを使えません。kubectl applyまたはkubectl patchを使ってください",
		"there is no editor in answers, and KUBE_EDITOR is not run; use kubectl apply or kubectl patch": "解答ではエディターを使えず、KUBE_EDITORも実行されません。kubectl applyまたはkubectl patchを使ってください",
		"answers cannot attach to containers":                                                           "解答からコンテナにアタッチすることはできません",
		"answers cannot copy from or to containers":                                                     "解答とコンテナの間でコピーすることはできません",
		"answers cannot run programs in containers":                                                     "解答からコンテナ内のプログラムを実行することはできません",
		"answers cannot open ports":                                                                     "解答でポートを開くことはできません",
		"answers have no plugins":                                                                       "解答ではプラグインを使えません",
		"answers have no kuberc":                                                                        "解答ではkubercを使えません",
		"alpha commands may change at any time":                                                         "alphaのコマンドはいつでも変わる可能性があります",
		"use kubectl get and kubectl logs":                                                              "kubectl getとkubectl logsを使ってください",
		"there is nobody to complete for":                                                               "補完する相手がいません",
		"the cache lies in the answer's own folder":                                                     "キャッシュは解答のフォルダーに置かれます",
		"there is no profiling in answers":                                                              "解答ではプロファイルを取れません",
		"kustomizations use files of their own folder":                                                  "kustomizationでは自分のフォルダーのファイルを使います",
		"print to standard output instead":                                                              "代わりに標準出力に出力してください",
	}
}
