"""One worker's life: plays a chunk of games with strategies that may fail, hang, print or change the process.

It works alike in the parent, in a worker process and on another machine. No run folder is
written here: a worker returns encoded tables.
"""
