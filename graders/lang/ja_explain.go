package lang

// japaneseMissing is what podium explain says of storage and PriorityClasses that are not there.
func japaneseMissing() map[string]string {
	return map[string]string{
		"PersistentVolumeClaim %s asks for StorageClass %s, which does not exist":              "PersistentVolumeClaim %sが求めるStorageClass %sは存在しません",
		"PersistentVolumeClaim %s asks for StorageClass %s, and no StorageClass can be seen":   "PersistentVolumeClaim %sはStorageClass %sを求めていますが、StorageClassが1つも見えません",
		"create PersistentVolumeClaim %s (for example %s of StorageClass %s)":                  "PersistentVolumeClaim %[1]sを作成する(たとえばStorageClass %[3]sの%[2]s)",
		"make PersistentVolumeClaim %s anew with StorageClass %s instead of %s":                "PersistentVolumeClaim %[1]sを、StorageClass %[3]sではなく%[2]sで作り直す",
		"provide a PersistentVolume for PersistentVolumeClaim %s: %s or more, StorageClass %s": "PersistentVolumeClaim %s用のPersistentVolumeを用意する: %s以上、StorageClass %s",
		"there is no PriorityClass %s; the nearest is %s":                                      "PriorityClass %sは存在しません。最も近いのは%sです",
		"there is no PriorityClass %s; there are: %s":                                          "PriorityClass %sは存在しません。あるのは%sです",
		"there is no PriorityClass %s, and none at all beside those of Kubernetes itself":      "PriorityClass %sは存在しません。Kubernetes自身のもの以外に、PriorityClassはありません",
	}
}
