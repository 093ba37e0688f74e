package help

func batchTexts() table { return table{} }
