"""All exceptions of this program: their tree, and when each is raised.

    UndertowError           its text is one sentence for people
    ├── BadRequest          the request is not recognised; nothing has changed
    │   ├── BadSetup        a game cannot be set up: wrong seats or a wrong option
    │   │   ├── NoSuchGame  there is no game of that name
    │   │   └── BadHouse    the house data cannot be played with
    │   ├── BadName         nobody can be called that
    │   ├── NoDask          the extra that a cluster needs is not installed
    │   ├── NoSuchControl   the table has no control, reader or tag of that name
    │   ├── NoSuchFault     the simulator cannot do that fault
    │   ├── BadGuestData    a guest table sent something that is not recognised
    │   └── InvalidMessage  a page sent a message that is not recognised
    ├── Refused             the rules do not allow that action now
    ├── CannotUndo          there is nothing to undo
    ├── EndlessRules        a game goes on by itself and never asks a seat again
    ├── CannotRestore       the saved game does not fit the rules of this version
    ├── WrongCode           a code that a page sent is not valid
    ├── SheetError          a file of settings, wiring or house data is wrong; for a
    │                       board map, a BoardMapError
    ├── CannotPack          the report of a first evening cannot be written
    ├── BadBackup           the file is not a backup, or would replace other files
    ├── CannotUpdate        an update was refused, or did not work here
    ├── BadSettings         the settings cannot be used
    ├── BadDecks            the file of enrolled decks cannot be read or written
    ├── BrokenGame          a simulated game's own code fails
    ├── CannotReport        the file of a simulation's figures cannot be written
    ├── BadRecording        the file is not a recording, or cannot be read or written
    ├── JournalError        the saved game cannot be read or written
    │   └── InUse           another table has that saved game open
    ├── NoBackend           no table can run on this machine like this
    ├── CannotStart         the table cannot run: its folder or port cannot be used
    ├── NotAdmitted         the home table does not let this guest join
    ├── NotReady            a part does not work yet; everything else does
    │   ├── StartingUp      it should in a moment; reported only if it lasts
    │   └── ServoError      the servo cannot be driven, or cannot be stopped
    ├── CannotFlash         a sensor board did not get its firmware
    ├── CannotAmend         a board map was not changed
    ├── CannotDraw          a drawing of the wiring could not be made
    ├── CannotMake          a new game of that name, or of that kind, cannot be made
    ├── CannotWrite         a game's golden files cannot be written there
    ├── Unplayable          a line of a playthrough cannot be played
    ├── BadCatalogue        a file of words cannot be used
    ├── BadEvening          the file of a club's evening cannot be used
    ├── CannotRun           a club's evening cannot be run
    ├── NoExtra             a command needs an extra that is not installed
    ├── BadBroker           the table cannot be published on a broker of that address
    ├── BadCertificate      the pages cannot be served with this certificate or key
    └── OutputClosed        nobody reads the command's output

An engine's caller gets a BadRequest or a Refused as an error object, a page as a
message, and the game goes on. When a part is NotReady or the journal fails, everything
else still works.

A command prints the exception as one line on standard error and exits with status 1.
The status is 0 on success, 1 also when a command finds a problem (doctor, selftest,
flash --list, wiring --check, replay), 2 for wrong arguments, 130 after Ctrl-C. An
unexpected OSError (a full disk, a folder that cannot be written) is one line too. Any
other exception is a bug and gives a traceback.

These are caught near where they are raised, and never leave the program:

    Exception
    ├── Failure             engine: a request that is answered with an error
    ├── _Contradiction      bots: a guess at hidden cards contradicts what was seen
    ├── NoWorkers           simulate: a cluster has no workers
    ├── NoSpeech            sound: a sentence could not be turned into samples
    ├── UnusableJournal     storage: a file is damaged, or is not a journal
    ├── _NoGame             storage: nothing has been played yet
    ├── Quit                selftest: the builder ends it
    ├── NotTested           selftest: the servo could not be moved
    ├── GuardianGone        hardware: the servo has no guardian
    ├── NoSound             hardware: a sound card cannot be used
    ├── TimeGap             hardware: a recording has a gap that is too long
    └── LineLost            hardware: a sensor board's port is missing or gone
        └── Busy            flash: another program has the port
"""

# The maximum length of an error message, in characters.
LONGEST = 400
# The errors that data of the wrong shape raises.
MISSHAPEN = (
    *(ValueError, TypeError, LookupError, AttributeError),
    *(OverflowError, RecursionError),
)


class UndertowError(Exception):
    """A problem that a person can fix; the text says what is wrong and what to do."""


def in_one_line(error: BaseException) -> str:
    """Return an error's message on one line for a log, whichever code raised it."""
    kind = "" if isinstance(error, UndertowError) else f"{type(error).__name__}: "
    try:
        text = f"{kind}{error}"
    except Exception:  # noqa: BLE001 - even its text is somebody else's code
        text = f"{kind}it cannot say why"
    words = "".join(c if c.isprintable() else " " for c in text[:LONGEST]).split()
    return " ".join(words)


class BadRequest(UndertowError):
    """A request that cannot be met; nothing has changed."""
