package help

// learnerTexts are the texts of what learners type.
func learnerTexts() table {
	return table{
		"Kubernetes labs on a real cluster, graded by what really happened": "実際のクラスターで学び、実際に起きたことで採点するKubernetesラボ",
		"Podium sets up a Kubernetes lab on a real control plane, lets you work on it with plain kubectl, and grades what happened: every version of every object and every request.": `Podiumは、本物のコントロールプレーンの上にKubernetesのラボを用意します。普段のkubectlで作業すると、
実際に起きたこと(すべてのオブジェクトのすべてのバージョンと、すべてのリクエスト)をもとに採点します。`,
		"Exit codes: 0 done or graded, 1 below --min-score, 2 wrong usage, 3 infrastructure (no points lost), 4 invalid submission, 130 interrupted.": `終了コード: 0 完了または採点済み、1 --min-score未満、2 使い方の誤り、
3 環境の障害(減点なし)、4 採点できない提出物、130 中断`,
		"colour: auto (only on a terminal), always or never":                "色: auto(端末のときだけ)、always、never",
		"language of texts and reports: en or ja":                           "文章とレポートの言語: enまたはja",
		"format of the result: text or json":                                "結果の形式: textまたはjson",
		"what the cluster runs on: embedded or kind (also PODIUM_PROVIDER)": "クラスターを動かす方式: embeddedまたはkind(環境変数PODIUM_PROVIDERでも指定可)",

		"Work on a lab: start, watch, task, status, check, reset, stop, kubeconfig, shell":                "ラボで作業する: start、watch、task、status、check、reset、stop、kubeconfig、shell",
		"Start a lab, or continue it where it was left":                                                   "ラボを開始する、または前回の続きから再開する",
		"start it as an exam of this length: a clock, no hints, no results before it is handed in":        "この長さの試験として開始する(残り時間を表示し、ヒントはなく、結果は提出後)",
		"only start it: do not watch it on this terminal":                                                 "開始だけを行い、この端末では監視しない",
		"Watch the tasks of a running lab turn green, with hints; without a terminal, a line per change":  "起動中のラボの課題の達成状況を、ヒントとともに表示する(端末でなければ変化ごとに1行)",
		"Print what a task asks for, with --hint N its first N hints":                                     "課題の本文を表示する(--hint Nで最初のN個のヒントも)",
		"how many of the three hints to show":                                                             "3つのヒントのうち表示する数",
		"Say which labs are running":                                                                      "どのラボが起動中かを表示する",
		"Grade what has happened in a running lab so far, without changing it":                            "起動中のラボでこれまでに起きたことを、変更を加えずに採点する",
		"end with exit code 1 if the score is lower":                                                      "得点がこれより低ければ終了コード1で終わる",
		"Hand in an exam and print its report":                                                            "試験を提出し、レポートを表示する",
		"Delete a lab's cluster with everything in it and start it again, or only what one task is about": "ラボのクラスターを中身ごと削除して最初から始める、または1つの課題の対象だけを削除する",
		"do it without asking": "確認せずに実行する",
		"only delete what this task is about; nodes stay as they are":                                  "この課題の対象だけを削除する(ノードはそのまま)",
		"Stop a lab, or all labs, and delete its cluster":                                              "ラボ(省略時はすべて)を停止し、クラスターを削除する",
		"give up an exam that was not handed in":                                                       "提出していない試験をやめる",
		"keep the cluster's data and history, so that start goes on with it":                           "クラスターのデータと履歴を残し、startで続きから再開できるようにする",
		"Print the path of the learner's kubeconfig":                                                   "学習者用kubeconfigのパスを表示する",
		"Open your shell with KUBECONFIG set, the score in its prompt, and a kubectl if you have none": "KUBECONFIGを設定したシェルを開く(プロンプトに得点を表示し、kubectlがなければ用意する)",
		"List the labs with their tasks and points":                                                    "ラボの一覧を、課題と配点とともに表示する",

		"Write what you did in a running lab into a file that can be handed in": "起動中のラボで行ったことを、提出できるファイルに書き出す",
		"Submit writes your requests to the cluster of a running lab, and nothing else, into one file. Committed in the place of answers it is graded like them: the requests are sent again to a fresh cluster, which settles where yours had. Reads are left out. Names and UIDs that the cluster made up become references to the objects that they belonged to.": `submitは、起動中のラボのクラスターへのあなたのリクエストだけを1つのファイルに書き出します。解答の代わりに
コミットすると、解答と同じように採点されます。リクエストは新しいクラスターにもう一度送られ、作業時に落ち着いた
ところでは落ち着くのを待ちます。読み取りは含みません。クラスターが付けた名前とUIDは、対象のオブジェクトへの参照になります。`,
		"the file to write, - for standard output (default: answers/LAB/attempt.jsonl under the current folder)": "書き出すファイル。-は標準出力(既定値: 現在のフォルダーのanswers/LAB/attempt.jsonl)",
		"replace a file that exists": "既存のファイルを置き換える",

		"Grade a recorded attempt on a fresh cluster": "記録された操作を新しいクラスターで採点する",
		"Replay sends the requests of a file that podium submit wrote to a fresh cluster, which settles where the learner's had, and prints the report. What was answered otherwise than in the live attempt stands in the record as feedback.": `replayは、podium submitが書き出したファイルのリクエストを新しいクラスターに送り、作業時に落ち着いたところでは
落ち着くのを待って、レポートを表示します。作業時と異なる応答は、参考情報として記録に残ります。`,
		"the lab that the attempt must be at (default: what the file says)": "操作記録の対象であるべきラボ(既定値: ファイルに書かれたラボ)",
		"list what the file does instead of doing it":                       "実行せずに、ファイルの内容を一覧表示する",

		"Show a running lab, or a recorded attempt, as a local web page": "起動中のラボ、または記録された操作を、ローカルのWebページで表示する",
		"Show the cluster of a running lab as a web page for this machine only: nodes, the Pods that move onto them, the score, and a timeline on which the whole attempt can be seen again. With --journal, show an attempt that was recorded earlier; LAB then only adds its tasks.": `起動中のラボのクラスターを、このマシンだけで見られるWebページに表示します。ノード、そこに置かれていくPod、得点、
そして操作全体を見直せるタイムラインがあります。--journalを付けると、以前に記録された操作を表示します。
その場合、LABは課題を加えるためだけに使われます。`,
		"show this recorded history.jsonl instead of a running lab": "起動中のラボの代わりに、記録されたhistory.jsonlを表示する",
		"open the page in your browser":                             "ページをブラウザーで開く",
		"port on 127.0.0.1 (default: any free one)":                 "127.0.0.1のポート(既定値: 空いているもの)",

		"Say why a Pod, Deployment, Job, Service … does not run, rung by rung and node by node": "Pod、Deployment、Job、Serviceなどが動かない理由を、層ごと、ノードごとに説明する",
		"Say how far a Pod or a controller has come on its way from the API server to the kubelet, which fields show it, and for a Pod that waits: every reason against every node, and the smallest changes with which a node would take it. Kinds: pod, deployment, replicaset, statefulset, daemonset, job, cronjob, service, in all forms that kubectl knows. Nothing in the cluster is changed.": `Podやコントローラーが、APIサーバーからkubeletまでのどこまで進んだか、どのフィールドからそれがわかるかを示します。
待機中のPodについては、各ノードに置けないすべての理由と、置けるようになる最小の変更を示します。
種類: pod、deployment、replicaset、statefulset、daemonset、job、cronjob、service(kubectlで使える書き方すべて)。
クラスターには何も変更を加えません。`,
		"Which cluster: --kubeconfig, else KUBECONFIG, else a podium lab that is running, else ~/.kube/config.": "対象のクラスター: --kubeconfig、なければKUBECONFIG、なければ起動中のpodiumのラボ、なければ~/.kube/config。",
		"context of the kubeconfig to use":                      "使用するkubeconfigのコンテキスト",
		"path of the kubeconfig":                                "kubeconfigのパス",
		"namespace of the object; that of the context if empty": "オブジェクトの名前空間(省略時はコンテキストのもの)",

		"Find out whether labs can run on this machine": "このマシンでラボを動かせるか調べる",
		"Doctor looks at folders, memory and ports, then starts a cluster and throws it away. Exit code 0 if labs can run, 3 if not.": `doctorは、フォルダー、メモリ、ポートを調べたあと、クラスターを起動して破棄します。
ラボを動かせれば終了コード0、動かせなければ3です。`,
		"With --provider kind it looks at the container engine and at what four nodes need instead of starting a cluster.": "--provider kindでは、クラスターを起動する代わりに、コンテナエンジンと、4ノードに必要なものを調べます。",
		"remove a kind cluster that was left behind, and do nothing else":                                                  "残ったままのkindクラスターの削除だけを行う",
		"Print the versions of Podium and of the Kubernetes inside":                                                        "Podiumと、内蔵のKubernetesのバージョンを表示する",
	}
}
