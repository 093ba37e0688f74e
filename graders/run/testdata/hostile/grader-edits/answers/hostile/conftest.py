import os; os.system("touch @CANARY@.python")
