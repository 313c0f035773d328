"""Backends that play chunks: in this process, in worker processes, or on a Dask cluster.

A backend takes chunks and gives results, which do not depend on the backend. It does not use run folders.
"""
