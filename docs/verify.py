"""Draws the chance of a Kosti match again: verify.py SEED EVENT MATCH DEAL K [BYTES]."""
import hashlib
import hmac
import itertools
import sys


def stream(seed, event, match, deal, k):
    key = seed + event.encode()
    for block in itertools.count():
        label = f"kosti1|{match}|{deal}|{k}|{block}"
        yield from hmac.new(key, label.encode(), hashlib.sha256).digest()


def below(n, source):  # a number in range(n), each equally likely; n from 2 to 256
    return next(byte % n for byte in source if byte < 256 - 256 % n)


if __name__ == "__main__":
    seed, (event, match, deal, k) = bytes.fromhex(sys.argv[1]), sys.argv[2:6]
    print("commitment", hashlib.sha256(seed).hexdigest())
    length = int(sys.argv[6]) if len(sys.argv) > 6 else 36
    source = stream(seed, event, match, deal, k)
    print("bytes", bytes(itertools.islice(source, length)).hex())
    source = stream(seed, event, match, deal, k)
    print("dice", below(6, source) + 1, below(6, source) + 1)
