package lang

import "maps"

// japaneseScheduler is what explains a scheduling decision, and the whole chain from the API server to the kubelet.
func japaneseScheduler() map[string]string {
	all := map[string]string{}
	for _, part := range []map[string]string{
		japaneseExplanation(), japaneseLevers(), japaneseChanges(), japanesePodRungs(), japaneseWorkloadRungs(), japaneseJobRungs(), japaneseServiceRungs(),
	} {
		maps.Copy(all, part)
	}
	return all
}

// japaneseExplanation are the fixed words of an explanation.
func japaneseExplanation() map[string]string {
	return map[string]string{
		"Where %s could run: %d of %d nodes": "%sを実行できるノード: %d / %d",
		"any node":                           "全ノード",
		"takes the Pod":                      "このPodを受け入れます",
		"would take it, if the Pod itself could be placed": "Pod自体の問題がなければ受け入れます",
		"… and %d more (--output json lists all)":          "… ほか%d個(--output jsonですべて表示)",
		"preemption: %s":          "プリエンプション: %s",
		"kube-scheduler says: %s": "kube-schedulerの言葉: %s",
		"No small change was found with which some node would take the Pod.":       "このPodを受け入れるノードができるような小さな変更は見つかりませんでした。",
		"Each of these would be enough (tried with the real scheduler on a copy):": "次のどれか1つで足ります(クラスターの写しで本物のスケジューラーに確かめました):",
		"%s → %s":       "%s → %s",
		"; and ":        "、さらに",
		"Worth knowing": "知っておくとよいこと",
		"Not seen":      "見えなかったもの",
		"Look further":  "さらに調べるには",
		"everything has been reached: nothing is in the way":                                      "最後の段階まで到達しています。妨げているものはありません",
		"%s could not be read (permission \"list\" is missing): what depends on them is not told": "%sを読み取れませんでした(\"list\"の権限がありません)。それに関わることは説明に含まれません",
		"Pods of other namespaces could not be read (permission \"list pods\" in all namespaces is missing): what they take of the nodes is not counted, so a node may seem to have more room than it has": "他の名前空間のPodを読み取れませんでした(全名前空間での\"list pods\"の権限がありません)。それらが使うリソースを数えていないため、ノードの空きが実際より多く見えることがあります",
		"with more than 100 nodes the scheduler looks at some of them only, in turn; here all are asked":                                                                                                   "ノードが100個を超えると、スケジューラーは順番に一部だけを調べます。ここではすべてを調べました",
	}
}

// japaneseLevers say why a node does not take a Pod.
func japaneseLevers() map[string]string {
	return map[string]string{
		"spec.nodeName asks for %s":                 "spec.nodeNameが%sを指定しています",
		"%s says: %s":                               "%sの判定: %s",
		"the node is cordoned (spec.unschedulable)": "ノードはcordonされています(spec.unschedulable)",
		"taint %s is not tolerated":                 "Taint %sを許容するTolerationがありません",
		"taint %s is not tolerated; the toleration for %s does not match it":                                  "Taint %sを許容するTolerationがありません。%sへのTolerationは一致しません",
		"taint %s: Kubernetes set it because of the node's condition %s, and takes it away when that is over": "Taint %s: ノードの状態(%s)のためにKubernetesが付けたもので、状態が直れば外されます",
		"nodeSelector %s=%s: the node has no label %s":                                                        "nodeSelector %s=%s: ノードにラベル%sがありません",
		"nodeSelector %s=%s: the node has %s=%s":                                                              "nodeSelector %s=%s: ノードは%s=%sです",
		"nodeSelector %s=%s: the node has no such label":                                                      "nodeSelector %s=%s: ノードにそのラベルがありません",
		"its required node affinity does not match the node's labels":                                         "必須のnodeAffinityがノードのラベルに一致しません",
		"an empty required term matches no node":                                                              "空の必須条件はどのノードにも一致しません",
		"%s never matches: %s":                                                                                "%sは決して一致しません: %s",
		"%s: this is node %s":                                                                                 "%s: これはノード%sです",
		"%s: the node has %s=%s":                                                                              "%s: ノードは%s=%sです",
		"%s: the node has %s=%s, which is no integer, so it cannot be compared":                               "%s: ノードの%s=%sは整数でないため、大小を比較できません",
		"%s: the node has no label %s":                                                                        "%s: ノードにラベル%sがありません",
		"%s: the Pod asks for %s, the node has none":                                                          "%s: Podの要求は%sですが、ノードにはありません",
		"%s: the Pod asks for %s, the node has only %s at all (%s free)":                                      "%s: Podの要求は%sですが、ノード全体でも%sしかありません(空きは%s)",
		"%s: the Pod asks for %s, of %s on the node %s are free":                                              "%s: Podの要求は%s、ノードの%sのうち空きは%sです",
		"host port %s is taken by Pod %s/%s":                                                                  "ホストポート%sはPod %s/%sが使用中です",
		"podAffinity for %s: the node has no label %s":                                                        "podAffinity(%s): ノードにラベル%sがありません",
		"podAffinity: no Pod with %s runs anywhere":                                                           "podAffinity: %sのPodはどこでも実行されていません",
		"podAffinity: no Pod with %s runs in %s=%s":                                                           "podAffinity: %sのPodは%s=%sで実行されていません",
		"podAntiAffinity: %s with %s is in %s=%s already":                                                     "podAntiAffinity: %[1]s(%[2]s)がすでに%[3]s=%[4]sにあります",
		"Pod %s/%s in %s=%s does not want a Pod with %s beside it (its podAntiAffinity)":                      "%[3]s=%[4]sのPod %[1]s/%[2]sが、%[5]sのPodを近くに置かせません(そのPodのpodAntiAffinity)",
		"topologySpreadConstraints: the node has no label %s, so it belongs to no domain":                     "topologySpreadConstraints: ノードにラベル%sがなく、どのドメインにも属しません",
		"%s: one more in %s would be %d more than in the emptiest domain, and maxSkew is %d":                  "%s: %sにもう1つ置くと、最も少ないドメインとの差が%dになり、maxSkewの%dを超えます",
		"%s; minDomains asks for %d domains, so the minimum counts as 0":                                      "%s。minDomainsがドメインを%d個求めているため、最小値は0と数えられます",
		"%s. %s": "%s。%s",
		"%s counts: its node %s is cordoned without the taint that nodeTaintsPolicy looks for": "%sも数えられます。ノード%sはcordonされていますが、nodeTaintsPolicyが見るTaintがありません",
		"%s counts although no Pod can go there (%s), because nodeTaintsPolicy is Ignore":      "nodeTaintsPolicyがIgnoreなので、Podを置けない%[1]sも数えられます(%[2]s)",
		"%s is cordoned":                                  "%sはcordonされています",
		"%s has taint %s":                                 "%sにはTaint %sがあります",
		"PersistentVolumeClaim %s does not exist":         "PersistentVolumeClaim %sは存在しません",
		"PersistentVolumeClaim %s is being deleted":       "PersistentVolumeClaim %sは削除中です",
		"PersistentVolumeClaim %s has lost its volume %s": "PersistentVolumeClaim %sはボリューム%sを失いました",
		"PersistentVolumeClaim %s is not bound to a volume, and its StorageClass %s does not wait for the Pod (volumeBindingMode Immediate)": "PersistentVolumeClaim %sはボリュームにバインドされていません。StorageClass %sはPodを待ちません(volumeBindingMode Immediate)",
		"PersistentVolumeClaim %s is ReadWriteOncePod and in use by Pod %s/%s":                                                               "PersistentVolumeClaim %sはReadWriteOncePodで、Pod %s/%sが使用中です",
		"the volume of PersistentVolumeClaim %s cannot be reached from this node (nodeAffinity of the PersistentVolume)":                     "PersistentVolumeClaim %sのボリュームはこのノードから使えません(PersistentVolumeのnodeAffinity)",
		"no PersistentVolume on this node suits PersistentVolumeClaim %s, and none can be provisioned here":                                  "このノードにはPersistentVolumeClaim %sに合うPersistentVolumeがなく、プロビジョニングもできません",
		"node %s has as many volumes attached as its driver allows":                                                                          "ノード%sには、ドライバーの上限までボリュームがアタッチされています",
		"scheduling gate %s is closed: the scheduler does not look at the Pod before it is removed":                                          "スケジューリングゲート%sが閉じています。外されるまでスケジューラーはこのPodを調べません",
		"the scheduler fails while it compares the nodes that fit: %s":                                                                       "条件を満たすノードの比較でスケジューラーがエラーになります: %s",
		"%s would have to leave node %s, as their priority is lower":                                                                         "優先度の低い%sがノード%sから退くことになります",
		"not tried: %s":                                         "試みられません: %s",
		"the Pod is not looked at before":                       "Podがまだ調べられていません",
		"helps nowhere: no Pod of lower priority is in the way": "どのノードでも役に立ちません。優先度の低いPodが妨げているわけではありません",
	}
}

// japaneseChanges say what to do.
func japaneseChanges() map[string]string {
	return map[string]string{
		"uncordon node %s":                                                                               "ノード%sをuncordonする",
		"add a toleration for %s to the Pod":                                                             "Podに%sへのTolerationを加える",
		"remove taint %s from node %s":                                                                   "Taint %sをノード%sから外す",
		"let a worker join: a node without the control plane's taint":                                    "コントロールプレーンのTaintがないワーカーノードを参加させる",
		"label node %s with %s=%s":                                                                       "ノード%sにラベル%s=%sを付ける",
		"change label %s of node %s from %s to %s, if that is what the node is":                          "ノード%[2]sの実態に合うなら、ラベル%[1]sを%[3]sから%[4]sに変える",
		"remove label %s from node %s":                                                                   "ラベル%sをノード%sから外す",
		"write %s=%s instead of %s=%s in the Pod's nodeSelector":                                         "PodのnodeSelectorの%[3]s=%[4]sを%[1]s=%[2]sに直す",
		"remove %s=%s from the Pod's nodeSelector":                                                       "PodのnodeSelectorから%s=%sを外す",
		"write %s instead of %s in the Pod's node affinity":                                              "PodのnodeAffinityの%[2]sを%[1]sに直す",
		"remove %s from the Pod's required node affinity":                                                "Podの必須のnodeAffinityから%sを外す",
		"remove the Pod's required node affinity":                                                        "Podの必須のnodeAffinityを外す",
		"remove or mend the preferred node affinity term that cannot be parsed":                          "解釈できないpreferredのnodeAffinityを外すか直す",
		"let container %s ask for %s %s instead of %s":                                                   "コンテナ%[1]sの%[3]sの要求を%[4]sから%[2]sに減らす",
		"delete Pod %s/%s, which nobody would make again":                                                "Pod %s/%sを削除する(作り直すコントローラーはありません)",
		"take Pod %s/%s off node %s, for example by scaling %s %s down":                                  "Pod %[1]s/%[2]sをノード%[3]sから外す(たとえば%[4]s %[5]sのレプリカを減らす)",
		"remove hostPort %s from the Pod; a Service reaches it without":                                  "PodからhostPort %sを外す(Serviceなら要りません)",
		"make the podAffinity for %s a preferred one":                                                    "%sへのpodAffinityをpreferredにする",
		"make the podAntiAffinity against %s a preferred one":                                            "%sに対するpodAntiAffinityをpreferredにする",
		"set nodeTaintsPolicy: Honor in the constraint on %s, so that only nodes count that may be used": "%sの制約にnodeTaintsPolicy: Honorを設定し、使えるノードだけを数えさせる",
		"remove minDomains from the constraint on %s":                                                    "%sの制約からminDomainsを外す",
		"allow maxSkew %d in the constraint on %s":                                                       "%[2]sの制約のmaxSkewを%[1]dにする",
		"set whenUnsatisfiable: ScheduleAnyway in the constraint on %s: a wish instead of a condition":   "%sの制約をwhenUnsatisfiable: ScheduleAnywayにする(条件ではなく希望になります)",
		"use PersistentVolumeClaim %s instead of %s":                                                     "PersistentVolumeClaim %[2]sの代わりに%[1]sを使う",
		"remove scheduling gate %s from the Pod":                                                         "スケジューリングゲート%sをPodから外す",
	}
}

// japanesePodRungs are scheduler and kubelet of one Pod.
func japanesePodRungs() map[string]string {
	return map[string]string{
		"nothing has come this far": "ここまで到達していません",
		"%s %s is stored":           "%s %sは保存されています",
		"Pod %s is about to displace Pods of lower priority on node %s":      "Pod %sは、ノード%sの優先度の低いPodをまもなく追い出します",
		"%s %s is stored, generation %d":                                     "%s %sは保存されています(generation %d)",
		"%s %s made it":                                                      "%s %sが作りました",
		"%s %s made this Pod":                                                "このPodは%s %sが作りました",
		"%s %s is being deleted":                                             "%s %sは削除中です",
		"%s %s is being deleted and waits for its finalizers":                "%s %sは削除中で、finalizerを待っています",
		"no controller owns this Pod: nobody makes it again when it is gone": "このPodを所有するコントローラーはありません。なくなっても作り直されません",
		"Pod %s is shown; %d of %d Pods are in this state":                   "Pod %sを示しています。同じ状態のPodは%d / %d個です",
		"Pod %s is on node %s":                                               "Pod %sはノード%sにあります",
		"Pod %s names its node %s itself, so the scheduler was not asked":    "Pod %sは自分でノード%sを指定しているため、スケジューラーは関わっていません",
		"Pod %s asks for scheduler %s; what is said here about nodes is what the default scheduler would say": "Pod %sはスケジューラー%sを指定しています。ここでのノードの説明は、既定のスケジューラーの判断です",
		"Pod %s waits for scheduler %s":                                           "Pod %sはスケジューラー%sを待っています",
		"Pod %s fits on %s now; the scheduler tries again soon":                   "Pod %sは今なら%sに置けます。スケジューラーがまもなく再試行します",
		"Pod %s is to get node %s when the Pods that it displaces there are gone": "Pod %sは、ノード%sで追い出されるPodがなくなりしだい、そこに置かれます",
		"there is no node that Pod %s may run on":                                 "Pod %sを実行できるノードがありません",
		"node %s does not take Pod %s: %s":                                        "ノード%sはPod %sを受け入れません: %s",
		"none of %d nodes takes Pod %s":                                           "%d個のノードのどれもPod %sを受け入れません",
		"Pod %s is ready":                                                         "Pod %sはReadyです",
		"Pod %s has ended: all containers with exit code 0":                       "Pod %sは終わりました。すべてのコンテナの終了コードは0です",
		"Pod %s failed":                    "Pod %sは失敗しました",
		"Pod %s failed: %s: %s":            "Pod %sは失敗しました: %s: %s",
		"node %s of Pod %s does not exist": "Pod %[2]sのノード%[1]sは存在しません",
		"the kubelet of node %s does not report that it is ready (Ready is %s)":                                                                      "ノード%sのkubeletからReadyの報告がありません(Readyは%s)",
		"the kubelet of node %s has not reported about Pod %s yet":                                                                                   "ノード%sのkubeletは、Pod %sについてまだ報告していません",
		"readiness gate %s of Pod %s is not set to True: some controller has to do that":                                                             "Pod %[2]sのreadiness gate %[1]sがTrueになっていません。これはコントローラーが設定するものです",
		"init container %s runs; the others wait until it has ended":                                                                                 "Initコンテナ%sが実行中です。ほかのコンテナはその終了を待ちます",
		"container %s cannot be configured: %s (%s)":                                                                                                 "コンテナ%sを構成できません: %s(%s)",
		"container %s is not created: %s":                                                                                                            "コンテナ%sが作成されません: %s",
		"container %s ends again and again (%d restarts)":                                                                                            "コンテナ%sが何度も終了しています(再起動%d回)",
		"container %s is killed because its liveness probe fails: %s":                                                                                "コンテナ%sは、livenessProbeの失敗のために停止させられています: %s",
		"container %s runs, but its startup probe has not succeeded yet":                                                                             "コンテナ%sは実行中ですが、startupProbeがまだ成功していません",
		"container %s used more memory than its limit %s and was killed (OOMKilled, exit code %d)":                                                   "コンテナ%sはメモリの上限%sを超えて停止させられました(OOMKilled、終了コード%d)",
		"container %s was killed by SIGKILL (exit code %d)":                                                                                          "コンテナ%sはSIGKILLで停止させられました(終了コード%d)",
		"container %s was told to end by SIGTERM (exit code %d)":                                                                                     "コンテナ%sはSIGTERMで終了を求められました(終了コード%d)",
		"container %s: its command is not found or cannot be executed (exit code %d)":                                                                "コンテナ%s: コマンドが見つからないか、実行できません(終了コード%d)",
		"the program of container %s crashed (exit code %d)":                                                                                         "コンテナ%sのプログラムが異常終了しました(終了コード%d)",
		"the program of container %s ends by itself (exit code 0), and restartPolicy Always starts it again; work that ends belongs into a Job":      "コンテナ%sのプログラムは自分で終わり(終了コード0)、restartPolicy Alwaysによって再び起動されます。終わる仕事にはJobが適しています",
		"to the scheduler %s is a number: nodes that offer it differ in label %s (%s), and the Pod does not say which it needs; a nodeSelector does": "スケジューラーにとって%sは個数にすぎません。これを持つノードはラベル%s(%s)が異なりますが、Podはどれが必要かを示していません。nodeSelectorで選べます",
	}
}

// japaneseWorkloadRungs are the controllers that keep Pods running.
func japaneseWorkloadRungs() map[string]string {
	return map[string]string{
		"the Deployment controller has not seen generation %d yet":                                                                 "Deploymentコントローラーはgeneration %dをまだ見ていません",
		"the StatefulSet controller has not seen generation %d yet":                                                                "StatefulSetコントローラーはgeneration %dをまだ見ていません",
		"the DaemonSet controller has not seen generation %d yet":                                                                  "DaemonSetコントローラーはgeneration %dをまだ見ていません",
		"Deployment %s asks for no Pods (spec.replicas 0)":                                                                         "Deployment %sはPodを求めていません(spec.replicas 0)",
		"Deployment %s owns it: it is its newest revision, %d":                                                                     "Deployment %sが所有しています。最新のリビジョン%dです",
		"Deployment %s owns it: it is an old revision, %d, kept for kubectl rollout undo":                                          "Deployment %sが所有しています。kubectl rollout undoのために残された古いリビジョン%dです",
		"ReplicaSet %s has all %d replicas":                                                                                        "ReplicaSet %sに%d個のレプリカがすべてあります",
		"ReplicaSet %s has %d of %d Pods":                                                                                          "ReplicaSet %sのPodは%d / %d個です",
		"ReplicaSet %s has %d of %d Pods: the API server refuses more: %s":                                                         "ReplicaSet %sのPodは%d / %d個です。APIサーバーがそれ以上を拒否しています: %s",
		"%d of %d replicas are available":                                                                                          "利用可能なレプリカは%d / %d個です",
		"the rollout stands at %d new and %d old Pods: at most %d may exist and at least %d must be available, and %d are":         "ロールアウトは新しいPod %d個、古いPod %d個で止まっています。全体で最大%d個まで、利用可能なものは最低%d個必要で、今は%d個です",
		"strategy Recreate: new Pods are made when the last of %d old Pods is gone":                                                "strategy Recreate: %d個の古いPodがすべてなくなってから新しいPodが作られます",
		"%s; progressDeadlineSeconds is over":                                                                                      "%s。progressDeadlineSecondsを過ぎました",
		"StatefulSet %s has %d of %d Pods":                                                                                         "StatefulSet %sのPodは%d / %d個です",
		"StatefulSet %s has %d of %d Pods: the API server refuses more: %s":                                                        "StatefulSet %sのPodは%d / %d個です。APIサーバーがそれ以上を拒否しています: %s",
		"StatefulSet %s has not made %s-%d yet":                                                                                    "StatefulSet %sは%s-%dをまだ作っていません",
		"%s is not ready, so StatefulSet %s does not make %s-%d (podManagementPolicy OrderedReady)":                                "%sがReadyでないため、StatefulSet %sは%s-%dを作りません(podManagementPolicy OrderedReady)",
		"%s of the old revision is not ready, and the update waits for that; delete the Pod, and it is made from the new template": "古いリビジョンの%sがReadyでなく、更新はそれを待っています。このPodを削除すると、新しいテンプレートから作られます",
		"the update is on its way: %s has the old template":                                                                        "更新中です。%sはまだ古いテンプレートのPodです",
		"updateStrategy OnDelete: %s keeps its old template until somebody deletes it":                                             "updateStrategy OnDelete: %sは削除されるまで古いテンプレートのままです",
		"updateStrategy OnDelete: %d Pods keep the old template until somebody deletes them":                                       "updateStrategy OnDelete: %d個のPodは削除されるまで古いテンプレートのままです",
		"updateStrategy.rollingUpdate.partition %d: Pods with a lower ordinal keep the old template":                               "updateStrategy.rollingUpdate.partition %d: 序数がこれより小さいPodは古いテンプレートのままです",
		"PersistentVolumeClaim %s of StatefulSet %s is not bound (%s)":                                                             "StatefulSet %[2]sのPersistentVolumeClaim %[1]sはバインドされていません(%[3]s)",
		"DaemonSet %s has a Pod on %d of %d nodes":                                                                                 "DaemonSet %sのPodは%d / %d個のノードにあります",
		"DaemonSet %s has %d of %d Pods":                                                                                           "DaemonSet %sのPodは%d / %d個です",
		"DaemonSet %s has %d of %d Pods: the API server refuses more: %s":                                                          "DaemonSet %sのPodは%d / %d個です。APIサーバーがそれ以上を拒否しています: %s",
		"DaemonSet %s wants a Pod on no node":                                                                                      "DaemonSet %sがPodを置くノードはありません",
		"no Pod on node %s: %s":                                                                                                    "ノード%sにはPodが置かれません: %s",
	}
}

// japaneseJobRungs are Jobs and CronJobs.
func japaneseJobRungs() map[string]string {
	return map[string]string{
		"Job %s is complete: %d Pods succeeded":                                                     "Job %sは完了しました。%d個のPodが成功しました",
		"Job %s is suspended: it makes no Pods until spec.suspend is false":                         "Job %sは一時停止中です。spec.suspendがfalseになるまでPodを作りません",
		"Job %s may run no Pod at a time (spec.parallelism 0)":                                      "Job %sはPodを同時に1つも実行できません(spec.parallelism 0)",
		"Job %s is managed by %s, not by the Job controller":                                        "Job %sを管理しているのはJobコントローラーではなく%sです",
		"Job %s has no Pod: the API server refuses it: %s":                                          "Job %sにはPodがありません。APIサーバーが拒否しています: %s",
		"Job %s waits before it tries again: %d of at most %d failed Pods (backoffLimit)":           "Job %sは再試行を待っています。失敗したPodは%d個、上限は%d個です(backoffLimit)",
		"Job %s: %d of %d succeeded, %d run":                                                        "Job %s: 成功%d / %d、実行中%d",
		"Job %s gave up: %d Pods failed, and backoffLimit allows %d retries (BackoffLimitExceeded)": "Job %sは中止されました。%d個のPodが失敗し、backoffLimitが許す再試行は%d回です(BackoffLimitExceeded)",
		"Job %s ran longer than activeDeadlineSeconds %d and was ended (DeadlineExceeded)":          "Job %sはactiveDeadlineSeconds %dを超えたため終了させられました(DeadlineExceeded)",
		"Job %s was ended by its podFailurePolicy: %s":                                              "Job %sはpodFailurePolicyによって終了しました: %s",
		"Job %s failed because of its indexes %s: %s":                                               "Job %sはインデックス%sのために失敗しました: %s",
		"Job %s failed: %s":                   "Job %sは失敗しました: %s",
		"CronJob %s could not make a Job: %s": "CronJob %sはJobを作れませんでした: %s",
		"CronJob %s is suspended: it starts nothing until spec.suspend is false":                                                "CronJob %sは一時停止中です。spec.suspendがfalseになるまで何も開始しません",
		"CronJob %s: its schedule cannot be read: %s":                                                                           "CronJob %s: スケジュールを解釈できません: %s",
		"CronJob %s: schedule %s never comes":                                                                                   "CronJob %s: スケジュール%sに当たる時刻はありません",
		"CronJob %s is not due yet: next at %s":                                                                                 "CronJob %sの時刻はまだ来ていません。次回は%sです",
		"CronJob %s started what was due; next at %s":                                                                           "CronJob %sは予定どおり開始しました。次回は%sです",
		"CronJob %s was due at %s, but Job %s still runs and concurrencyPolicy is Forbid":                                       "CronJob %sの予定は%sでしたが、Job %sがまだ実行中で、concurrencyPolicyはForbidです",
		"CronJob %s was due at %s and missed it by more than startingDeadlineSeconds %d, so this start is left out; next at %s": "CronJob %sの予定は%sでしたが、startingDeadlineSeconds %dを過ぎたため、この回は実行されません。次回は%sです",
		"CronJob %s has been due since %s; the CronJob controller has not started it yet":                                       "CronJob %sの予定時刻%sは過ぎていますが、CronJobコントローラーがまだ開始していません",
		"spec.timeZone is not set: the schedule is in the time zone of the controller manager, here taken to be UTC":            "spec.timeZoneがないため、スケジュールはコントローラーマネージャーのタイムゾーンです。ここではUTCとしています",
	}
}

// japaneseServiceRungs are Services and their endpoints.
func japaneseServiceRungs() map[string]string {
	return map[string]string{
		"Service %s has no selector: nobody makes endpoints for it, except by hand":                                                 "Service %sにはセレクターがありません。エンドポイントは手作業でしか作られません",
		"Service %s has no selector; somebody made %d endpoints for it":                                                             "Service %sにはセレクターがありませんが、%d個のエンドポイントが作られています",
		"Service %s is a name for %s (ExternalName): it has no endpoints":                                                           "Service %sは%sの別名で(ExternalName)、エンドポイントを持ちません",
		"Service %s is headless (clusterIP None): its name resolves to the addresses of the Pods, and its ports are not translated": "Service %sはHeadlessです(clusterIP None)。名前はPodのアドレスに解決され、ポートは変換されません",
		"Service %s selects %d Pods, and none of them is ready":                                                                     "Service %sは%d個のPodを選択していますが、ReadyなPodがありません",
		"Service %s selects %d ready Pods; the EndpointSlice controller has not written them yet":                                   "Service %sはReadyなPodを%d個選択していますが、EndpointSliceコントローラーがまだ書き込んでいません",
		"Service %s has %d endpoints; %d of %d Pods are ready":                                                                      "Service %sのエンドポイントは%d個です。ReadyなPodは%d / %d個です",
		"Service %s has %d ready endpoints":                                                                                         "Service %sにはReadyなエンドポイントが%d個あります",
		"the selector %s of Service %s matches no Pod in namespace %s, which has none with similar labels":                          "Service %[2]sのセレクター%[1]sに一致するPodは名前空間%[3]sになく、似たラベルのPodもありません",
		"the selector %s of Service %s matches no Pod; nearest is Pod %s, which has %s":                                             "Service %[2]sのセレクター%[1]sに一致するPodはありません。最も近いのはPod %[3]s(%[4]s)です",
		"targetPort %s of Service %s is the name of no container port; there are: %s":                                               "Service %[2]sのtargetPort %[1]sという名前のコンテナポートはありません。あるのは%[3]sです",
		"targetPort %s of Service %s is the name of no container port: the containers name none":                                    "Service %[2]sのtargetPort %[1]sという名前のコンテナポートはありません。コンテナのポートには名前がありません",
		"targetPort %s of Service %s is not among the ports that the containers declare: %s":                                        "Service %[2]sのtargetPort %[1]sは、コンテナが宣言しているポート(%[3]s)に含まれていません",
	}
}
