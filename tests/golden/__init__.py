"""Files that tests read: a certificate, and what boards sent when something broke."""
