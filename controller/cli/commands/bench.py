"""`undertow bench`: prints how fast it all is, each figure beside a yardstick."""

import argparse

from controller.cli.arguments import add_json
from controller.cli.command import Start

HELP = "measure speed and memory, each beside a yardstick of the same run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    parser.add_argument(
        "--quick", action="store_true", help="fewer repeats, more noise"
    )


def run(parsed: argparse.Namespace, _: Start) -> int:
    from controller.tools.bench.report import bench

    return bench(as_json=parsed.json, quick=parsed.quick)
