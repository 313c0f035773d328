"""Where chunks are played: in this process, in worker processes, or on a Dask cluster.

A backend takes chunks and gives results; which one plays changes no result. None of them knows a run folder.
"""
