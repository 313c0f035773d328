"""The work of one worker: a chunk of games with strategies that may fail, hang, print or harm the process.

It is the same in the parent, in a worker process and on another machine. No run folder is written here: a
worker returns encoded tables.
"""
