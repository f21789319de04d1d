"""The register card as a KiCad project: schematic and board, made from one list."""
