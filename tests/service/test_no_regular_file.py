"""A pipe or a device where a file is expected: refused, and nobody waits for it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden import tls
from tests.service.test_service import running
from tests.support.webtable import PATIENCE_S

TLS = Path(tls.__file__).parent


def put(path: Path, what: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if what == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(what)
    return path


PIPE, DEVICE = "pipe", "/dev/full"


@pytest.mark.parametrize(
    ("option", "what"),
    [("--board", DEVICE), ("--tls-key", PIPE), ("--tls-certificate", DEVICE)],
)
def test_a_named_file_is_refused_in_a_sentence(
    tmp_path: Path, option: str, what: str
) -> None:
    path = str(put(tmp_path / "named", what))
    pems = {"--tls-key": "key.pem", "--tls-certificate": "certificate.pem"}
    more = {key: str(TLS / name) for key, name in pems.items() if option in pems}
    words = [word for pair in {**more, option: path}.items() for word in pair]
    assert path in _refused(tmp_path, *words)


def test_settings_are_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path / "named", PIPE)
    monkeypatch.setenv("UNDERTOW_SETTINGS", str(path))
    assert str(path) in _refused(tmp_path)


def test_house_data_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = put(tmp_path / "house" / "hold-your-breath.toml", PIPE)
    game = ("hold-your-breath", "--house", str(path.parent))
    assert str(path) in _refused(tmp_path, *game)


def _refused(tmp_path: Path, *arguments: str) -> str:
    """What `undertow play` says when it ends with status 1."""
    command = [sys.executable, "-m", "controller.cli.main", "play", "--no-browser"]
    ran = subprocess.run(
        [*command, "--port=0", f"--state={tmp_path / 'state'}", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    return ran.stderr


@pytest.mark.parametrize("what", [PIPE, DEVICE])
def test_files_of_the_state_folder_stop_no_table(tmp_path: Path, what: str) -> None:
    for name in ("cards.toml", "journal.sqlite.mark"):
        put(tmp_path / name, what)
    with running(tmp_path, "--record", str(tmp_path / "recorded.jsonl")) as process:
        status, _, said = process.stop(signal.SIGTERM)
        assert (status, "Traceback" in said) == (0, False)


@pytest.mark.parametrize(
    ("tail", "what"), [("", PIPE), ("", DEVICE), ("-wal", PIPE), ("-shm", PIPE)]
)
def test_a_journal_that_is_no_file_leaves_the_game_in_memory(
    tmp_path: Path, tail: str, what: str
) -> None:
    put(tmp_path / f"journal.sqlite{tail}", what)
    with running(tmp_path, last_line="Ctrl-C ends it.\n") as process:
        status, _, said = process.stop(signal.SIGTERM)
        assert (status, "Traceback" in said) == (0, False)


HANGING = """
import os, sys
from controller.service import app
from controller.cli.main import main

def hang(*_, **__):
    print("hangs", flush=True)
    os.open("pipe", os.O_RDONLY)

app.HANG_S = 1
app.{where} = hang
sys.argv[1:] = ["play", "get-bit", "--no-browser", "--port=0", "--state=state"]
main()
"""


@pytest.mark.parametrize(
    ("where", "by"),
    [("choose", signal.SIGTERM), ("_welcome", signal.SIGALRM)],
    ids=["before the table stands", "while it runs"],
)
def test_sigterm_ends_a_table_that_hangs(
    tmp_path: Path, where: str, by: signal.Signals
) -> None:
    os.mkfifo(tmp_path / "pipe")
    process = subprocess.Popen(
        [sys.executable, "-c", HANGING.format(where=where)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        assert "hangs\n" in iter(process.stdout.readline, "")
        process.terminate()
        process.communicate(timeout=PATIENCE_S)
        assert process.returncode == -by
    finally:
        process.kill()
