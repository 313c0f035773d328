"""The work of one worker: to play a chunk of games whose strategies may fail, hang, print or do harm.

The work is the same in the parent, in a worker process and on another machine. It writes no run folder: a
worker returns encoded tables.
"""
