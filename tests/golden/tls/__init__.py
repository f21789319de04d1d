"""A certificate that nobody trusts, for `localhost`, with its key and two wrong ones.

Made once with `openssl req -x509`; it is good for a hundred years.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
CERTIFICATE = FOLDER / "certificate.pem"
KEY = FOLDER / "key.pem"
OTHER_KEY = FOLDER / "other-key.pem"
LOCKED_KEY = FOLDER / "locked-key.pem"
