"""What a server did not stand."""

failures: list[str] = []


def check(holds: bool, claim: str) -> None:
    if not holds:
        failures.append(claim)
        print(f"  FAILED: {claim}")
