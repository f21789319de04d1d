"""`undertow bench`: each figure beside a yardstick measured in the same run.

Machines differ and are noisy, so what counts is the ratio of the two.
"""
