"""All fuzzers by their names."""

from tests.fuzz import Fuzzer
from tests.fuzz.configuration import Configuration
from tests.fuzz.engine import Lines
from tests.fuzz.joining import Joining
from tests.fuzz.pages import Pages
from tests.fuzz.recordings import Recordings
from tests.fuzz.wire import Wire

FUZZERS: dict[str, Fuzzer] = {
    fuzzer.name: fuzzer
    for fuzzer in (Pages(), Lines(), Wire(), Configuration(), Recordings(), Joining())
}
