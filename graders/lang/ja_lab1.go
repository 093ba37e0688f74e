package lang

import "maps"

// japaneseLab1 is what the checks of lab-1 say.
func japaneseLab1() map[string]string {
	all := map[string]string{}
	for _, part := range []map[string]string{
		japanesePods(), japaneseOwners(), japaneseJobs(), japaneseCronJobs(), japaneseNodes(), japaneseProbes(), japaneseHealing(),
	} {
		maps.Copy(all, part)
	}
	return all
}

func japanesePods() map[string]string {
	return map[string]string{
		"Pod %s runs":                "Pod %sが動いている",
		"Pod %s has no owner":        "Pod %sに所有者がいない",
		"it is owned by %s %s":       "所有者は%s %s",
		"no Pod %s":                  "Pod %sがない",
		"Pod %s is %s":               "Pod %sは%s",
		"Pod %s is ready":            "Pod %sはReadyである",
		"the answer says no: %s":     "答えが「いいえ」である: %s",
		"it says no":                 "「いいえ」と答えている",
		"it says yes":                "「はい」と答えている",
		"it says neither yes nor no": "「はい」とも「いいえ」とも答えていない",
		"Pod %s is %s, and its program has ended before":                                                "Pod %sは%sだが、プログラムが一度終わっている",
		"the program of Pod %s has ended":                                                               "Pod %sのプログラムは終了しました",
		"what you create yourself has no ownerReferences; what a controller creates names it there":     "自分で作ったものにはownerReferencesがなく、コントローラーが作ったものにはそのコントローラーが書かれます",
		"only a controller makes a new Pod, and only for what it owns; a yes or no is looked for first": "新しいPodを作るのはコントローラーだけで、自分が所有するものについてだけです。答えからは最初の「はい」か「いいえ」を読み取ります",
		"does Pod %s come back when it is deleted, or its node is drained?":                             "Pod %sは、削除されたりノードがdrainされたりしたとき、戻ってくるか",
	}
}

func japaneseOwners() map[string]string {
	return map[string]string{
		"%d ready Pods of %s in one ReplicaSet":                                             "%[2]sのReadyなPodが1つのReplicaSetに%[1]d個ある",
		"%s has %d ready replicas, and later %d":                                            "%sのReadyなレプリカが%d個あり、そのあと%d個になる",
		"it had %d, and later %d":                                                           "%d個あり、そのあと%d個になった",
		"it never had all %d replicas ready before it was scaled":                           "スケールする前に%d個のレプリカすべてがReadyになったことがありません",
		"one ReplicaSet of %s has the %d Pods and then the %d, and no new revision is made": "%sの1つのReplicaSetが%d個、そのあと%d個のPodを持ち、新しいリビジョンはできない",
		"ReplicaSet %s had them all, as revision %d":                                        "すべてReplicaSet %s(リビジョン%d)のもの",
		"first ReplicaSet %s had them, then %s":                                             "最初はReplicaSet %s、次は%sのもの",
		"a change of spec.replicas alone keeps the ReplicaSet; another Pod template, or another Deployment, makes a new one": "spec.replicasだけの変更ならReplicaSetは同じままです。Podテンプレートが変わるか、別のDeploymentになると、新しいReplicaSetができます",
		"the ReplicaSet of %s": "%sのReplicaSet",
		"a Pod of %s":          "%sのPod",
		"the answer names kind, name and UID of what owns %s":                                     "答えが、%sの所有者の種類(kind)、名前、UIDを挙げている",
		"look at metadata.ownerReferences of %s: kubectl get -o yaml":                             "%sのmetadata.ownerReferencesを見てください: kubectl get -o yaml",
		"it names no UID of an owner":                                                             "所有者のUIDが書かれていない",
		"it names %d objects":                                                                     "%d個のオブジェクトを挙げている",
		"the UID is not that of the owner":                                                        "そのUIDは所有者のものではない",
		"it names the UID but not the kind %s":                                                    "UIDはあるが、種類%sが書かれていない",
		"it names the UID but not the name %s":                                                    "UIDはあるが、名前%sが書かれていない",
		"it names %s %s":                                                                          "%s %sを挙げている",
		"%s is deleted, and its ReplicaSet and Pods go with it":                                   "%sが削除され、ReplicaSetとPodも一緒に消える",
		"%d ReplicaSets and %d Pods went with it":                                                 "%d個のReplicaSetと%d個のPodが一緒に消えた",
		"%s is deleted, and its ReplicaSet stays with its Pods and without an owner":              "%sが削除され、ReplicaSetはPodとともに所有者のない状態で残る",
		"the ReplicaSet stayed, and its ownerReference is gone":                                   "ReplicaSetは残り、ownerReferenceはなくなった",
		"--cascade=orphan takes the ownerReferences away first: what has no owner is not garbage": "--cascade=orphanは先にownerReferencesを外します。所有者のないものはガベージになりません",
		"the garbage collector deletes what names a deleted owner in ownerReferences, unless the delete says --cascade=orphan": "ガベージコレクターは、削除された所有者をownerReferencesに持つものを削除します。--cascade=orphanを指定した場合は別です",
		"Deployment %s is still there":                             "Deployment %sはまだある",
		"%s had no ready Pod when it was deleted":                  "削除されたとき、%sにはReadyなPodがなかった",
		"its ReplicaSet stayed":                                    "ReplicaSetが残った",
		"its ReplicaSet and Pods were deleted, too":                "ReplicaSetとPodも削除された",
		"its ReplicaSet is not gone yet":                           "ReplicaSetがまだ消えていない",
		"wait until it runs: kubectl rollout status deployment/%s": "動き出すまで待ってください: kubectl rollout status deployment/%s",
		"act on the owner: deleting a ReplicaSet or a Pod of it only makes its controller create another": "所有者に対して操作してください。ReplicaSetやPodを削除しても、コントローラーが別のものを作るだけです",
	}
}

func japaneseJobs() map[string]string {
	return map[string]string{
		"a request of yours that the API server refuses: %s": "APIサーバーが拒否する、あなたのリクエスト: %s",
		"refused with %d":                                 "%dで拒否された",
		"restartPolicy Always in a Job":                   "JobのrestartPolicy: Always",
		"Job %s runs to the end (condition Complete)":     "Job %sが最後まで動く(Complete)",
		"it is complete":                                  "完了した",
		"no Job %s":                                       "Job %sがない",
		"Job %s failed with %s":                           "Job %sは%sで失敗した",
		"Job %s is complete, with %d Pods that succeeded": "Job %sは完了し、成功したPodは%d個",
		"Job %s has not ended":                            "Job %sは終わっていない",
		"Job %s ends with exit code %d, is tried again %d times, and then fails with BackoffLimitExceeded": "Job %sが終了コード%dで終わり、%d回やり直されてから、BackoffLimitExceededで失敗する",
		"it gave up after %d retries": "%d回やり直してあきらめた",
		"its backoffLimit is %d":      "backoffLimitは%d",
		"its backoffLimit became %d only after it had been tried more often":                    "backoffLimitが%dになったのは、それより多く試したあと",
		"the backoffLimit counts that the Job has when it fails":                                "数えられるのは、Jobが失敗するときのbackoffLimitです",
		"Service %s lists it whether it is ready or not":                                        "Service %sは、Readyかどうかにかかわらず載せている",
		"backoffLimit is how often a Job is tried again; it is 6 unless the Job says otherwise": "backoffLimitはJobをやり直す回数で、指定しなければ6です",
		"no container of it ended with exit code %d":                                            "終了コード%dで終わったコンテナがない",
		"Job %s failed: %s":   "Job %sは失敗しました: %s",
		"Job %s is suspended": "Job %sは一時停止(suspend)されています",
		"Job %s has %d active, %d succeeded and %d failed Pods, and a backoffLimit of %d": "Job %sのPodは実行中%d個、成功%d個、失敗%d個で、backoffLimitは%dです",
		"Deployment %s is no Job: its program has ended, and was started again":           "Deployment %sはJobではありません。プログラムは終了し、そして再び起動されました",
		"Deployment %s is no Job: what ends in it is started again and again":             "Deployment %sはJobではありません。終わったものは何度でも起動し直されます",
	}
}

func japaneseCronJobs() map[string]string {
	return map[string]string{
		"no CronJob %s": "CronJob %sがない",
		"CronJob %s runs at the instants of %s in %s":     "CronJob %sが、%[3]sでの%[2]sと同じ時刻に動く",
		"its schedule is %s":                              "スケジュールは%s",
		"it is suspended: it never runs":                  "一時停止(suspend)されているので、動くことはありません",
		"where a run is due at %s, its next one is at %s": "%sに動くべきところ、次に動くのは%sです",
		"timeZone of CronJob %s is that of %s":            "CronJob %sのtimeZoneが%sのものである",
		"it has no timeZone":                              "timeZoneがない",
		"it is %s":                                        "%sである",
		"the clocks of the two zones differ":              "2つのタイムゾーンの時計は一致しません",
		"its concurrencyPolicy is %s":                     "concurrencyPolicyは%s",
		"it ran":                                          "動いた",
		"its Pod did not run":                             "そのPodは動かなかった",
		"the Job is gone":                                 "Jobはもうありません",
		"no Job of it that its schedule did not make":     "スケジュール以外で作られたJobがない",
		"without one a schedule means the clock of the kube-controller-manager, wherever that runs": "指定しなければ、スケジュールはkube-controller-managerが動いている場所の時計で数えられます",
		"CronJob %s neither ends a run that is still going nor starts another beside it":            "CronJob %sは、続いている実行を終わらせず、並べて別の実行を始めることもない",
		"Allow starts a second run beside the first, Replace ends the first":                        "Allowは1つ目と並べて2つ目を始め、Replaceは1つ目を終わらせます",
		"a run of CronJob %s that you started: CronJob, Job and Pod own each other":                 "自分で始めたCronJob %sの実行がある(CronJob、Job、Podの所有関係の連鎖)",
		"a run that names the CronJob as its owner is made by kubectl create job --from=cronjob/%s": "CronJobを所有者とする実行は、kubectl create job --from=cronjob/%sで作れます",
	}
}

func japaneseNodes() map[string]string {
	return map[string]string{
		"no DaemonSet %s":         "DaemonSet %sがない",
		"ready Pods of %s on: %s": "%sのReadyなPodがあるノード: %s",
		"one ready Pod of %s on each node that it is meant for":                                                "対象となる各ノードに、%sのReadyなPodが1つずつある",
		"the taint of node %s is gone; it should be tolerated, not removed":                                    "ノード%sのTaintがなくなっています。外すのではなく、許容(tolerate)してください",
		"its Pods tolerate the taint of node %s":                                                               "Podがノード%sのTaintを許容しています",
		"the controller makes no Pod for node %s: its selectors do not match, or a taint is not tolerated: %s": "コントローラーはノード%sのPodを作りません。セレクターが合わないか、許容されていないTaintがあります: %s",
		"the selectors of %s leave out node %s":                                                                "%sのセレクターはノード%sを対象から外しています",
		"%s gets one Pod more when a node comes, and one fewer when it goes":                                   "ノードが1つ加わると%sのPodが1つ増え、なくなると1つ減る",
		"there was no DaemonSet %s when a node came":                                                           "ノードが加わったとき、DaemonSet %sがなかった",
		"it wanted %d Pods before, %d while the node was there, and %d afterwards":                             "必要とするPodは、ノードが加わる前は%d個、ある間は%d個、なくなったあとは%d個だった",
		"the nodes are the replicas of a DaemonSet, as long as it does not name them one by one":               "ノードを1つずつ名指ししないかぎり、ノードの数がそのままDaemonSetのPodの数になります",
		"a DaemonSet with the field spec.replicas":                                                             "spec.replicasフィールドのあるDaemonSet",
		"that the field is unknown":                                                                            "そのフィールドが不明であること",
	}
}

func japaneseProbes() map[string]string {
	return map[string]string{
		"Pod %s runs an app and a sidecar that asks it over localhost and shares an emptyDir with it (read from the Pod: what they send each other is not recorded)": "Pod %sで、アプリと、localhost経由で問い合わせemptyDirを共有するサイドカーが動く(Podの定義から判定。やり取りの中身は記録されない)",
		"Pod %s has one container":                                                                                  "Pod %sのコンテナは1つ",
		"no container of %s is told to ask localhost":                                                               "%sに、localhostへ問い合わせるコンテナがない",
		"container %s asks localhost, and shares no emptyDir with another":                                          "コンテナ%sはlocalhostに問い合わせるが、ほかのコンテナとemptyDirを共有していない",
		"container %s asks localhost for port %d, where %s does not listen":                                         "コンテナ%sはlocalhostの%d番ポートに問い合わせるが、%sはそこで待ち受けていない",
		"the containers of one Pod have one network and can mount the same volumes; another Pod is another machine": "1つのPodのコンテナはネットワークが同じで、同じボリュームをマウントできます。別のPodは別のマシンと同じです",
		"Service %s lists Pod %s as ready, and never before its readiness probe succeeds":                           "Service %sにPod %sがReadyとして載り、readinessProbeが成功する前には一度も載らない",
		"it was listed when it was ready, and not before":                                                           "Readyになってから載った",
		"it was listed before it was ready":                                                                         "Readyになる前に載った",
		"publishNotReadyAddresses lists Pods whatever their probes say":                                             "publishNotReadyAddressesは、Probeの結果に関係なくPodを載せます",
		"no container of Pod %s has a readiness probe":                                                              "Pod %sにreadinessProbeのあるコンテナがない",
		"Service %s does not list Pod %s":                                                                           "Service %sにPod %sが載っていない",
		"its selector is %v; the labels of the Pod are %v":                                                          "セレクターは%v、Podのラベルは%vです",
		"a startup probe of Pod %s holds back its liveness and readiness probes until it succeeds":                  "Pod %sのstartupProbeが、成功するまでlivenessProbeとreadinessProbeの開始を遅らせる",
		"it did: the container was not ready before it had started up":                                              "遅らせた(起動が済むまではReadyにならなかった)",
		"no container of Pod %s has a startup probe beside another":                                                 "Pod %sに、ほかのProbeとともにstartupProbeを持つコンテナがない",
		"without a startup probe the others begin at once, and a slow start looks like a dead process":              "startupProbeがなければほかのProbeはすぐに始まり、起動が遅いだけでも死んでいるように見えます",
		"a liveness probe":                 "livenessProbe",
		"a readiness probe":                "readinessProbe",
		"%s and %s run different programs": "%sと%sは違うプログラムを動かしている",
		"with the same image, command and arguments in both, what differs comes from the probes and not from the program": "イメージ、コマンド、引数が同じなら、違いはプログラムではなくProbeから来ています",
		"no container of Pod %s has %s":                     "Pod %sに%sのあるコンテナがない",
		"a probe belongs to a container: spec.containers[]": "Probeはコンテナに付けます: spec.containers[]",
		"%s was %s, %s was %s":                              "%sは%s、%sは%s",
		"restarted":                                         "再起動された",
		"not restarted":                                     "再起動されなかった",
		"the failing liveness probe of %s has its container restarted, while the same program goes on in %s":               "%sではlivenessProbeの失敗でコンテナが再起動され、同じプログラムが%sでは動き続ける",
		"a liveness probe restarts its container after failureThreshold failures, one every periodSeconds":                 "livenessProbeは、periodSecondsごとの失敗がfailureThreshold回になるとコンテナを再起動します",
		"the program ends by itself: a restart proves nothing about a probe":                                               "プログラムが自分で終わっています。その再起動はProbeについて何も示しません",
		"the failing readiness probe of %s keeps it from being ready, and its container runs on":                           "%sはreadinessProbeの失敗でReadyにならず、コンテナは動き続ける",
		"a readiness probe that fails takes a Pod out of the Service; only liveness and startup probes restart containers": "readinessProbeが失敗するとPodはServiceから外れます。コンテナを再起動するのはlivenessProbeとstartupProbeだけです",
	}
}

func japaneseHealing() map[string]string {
	return map[string]string{
		"%s is complete again by a new Pod of the same ReplicaSet that nobody but its controller created": "%sが、同じReplicaSetのコントローラーだけが作った新しいPodで、またそろう",
		"what is not broken cannot heal":                                                                           "壊れていないものは回復できません",
		"a new Pod of the same ReplicaSet came":                                                                    "同じReplicaSetの新しいPodができた",
		"no new Pod of the same ReplicaSet took the place of the one that you deleted":                             "削除したPodの代わりになる、同じReplicaSetの新しいPodがない",
		"you created a Pod with the labels of its selector: the ReplicaSet adopted it, and had nothing left to do": "セレクターに合うラベルのPodを自分で作っています。ReplicaSetはそれを引き取り、することがなくなりました",
		"a Pod of %s is deleted by you":                                                                            "%sのPodが自分で削除されている",
		"you deleted one":                                                                                          "1つ削除した",
		"no DELETE of a Pod of %s by you was accepted":                                                             "%sのPodの削除で受け付けられたものがない",
		"scaling down or changing the template makes a controller remove Pods; here you delete one yourself: kubectl delete pod": "スケールダウンやテンプレートの変更では、コントローラーがPodを取り除きます。ここでは自分で1つ削除してください: kubectl delete pod",
		"%s: %s": "%s: %s",
		"exactly the Pods that there were before you deleted one":                    "削除する前にあったPodとちょうど同じ",
		"exactly the Pods that there were when the one you had deleted was replaced": "削除したPodが置き換わったときにあったPodとちょうど同じ",
		"the list is true":                                                    "一覧は正しい",
		"the list was true at another moment":                                 "一覧は別の時点のものである",
		"there never was a Pod %s":                                            "Pod %sがあったことはない",
		"%s never had exactly these %d Pods":                                  "%sのPodがちょうどこの%d個だったことはない",
		"no Pod of %s was deleted by you, so there is no before and no after": "%sのPodが削除されていないので、前も後もない",
		"take one list before the delete, and one when the Deployment is complete again: kubectl get pods": "一覧は、削除する前と、Deploymentがまたそろってからの2回取ってください: kubectl get pods",
		"the answer names no Pod of %s":                                                                  "答えに%sのPodの名前がない",
		"what kubectl get pods prints is a good answer":                                                  "kubectl get podsの出力がそのまま答えになります",
		"the two lists differ in exactly one name: the Pod that you deleted, and a new one":              "2つの一覧の違いは名前ちょうど1つ(削除したPodと新しいPod)である",
		"%d names are in the first list only, %d in the second only":                                     "1つ目の一覧だけにある名前は%d個、2つ目だけにある名前は%d個",
		"a ReplicaSet replaces what is missing, and leaves the others alone; the new Pod has a new name": "ReplicaSetは足りない分だけを補い、ほかのPodには触れません。新しいPodの名前は新しくなります",
	}
}
