"""Many games between bots: `plan` says which, `one` plays one, `workers` all of them,
`results` keeps them on disk, `figures` counts, `report`, `compare` and `plot` tell.
"""
