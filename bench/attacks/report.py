"""The claims about the server that failed."""

failures: list[str] = []


def check(holds: bool, claim: str) -> None:
    if not holds:
        failures.append(claim)
        print(f"  FAILED: {claim}")
