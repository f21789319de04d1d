"""The real table on a Raspberry Pi: the only place that opens its pins and its strip.

It may touch device nodes, sysfs and the packages of the `pi` extras, which are imported
where they are used: none of them is there on a laptop.
"""
