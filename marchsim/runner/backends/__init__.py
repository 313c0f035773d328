"""Backends that play chunks: in this process, in worker processes, or on a Dask cluster.

A backend takes chunks and gives results. The choice changes no result. No backend knows about run folders.
"""
