internal import CLinux

/// The memory of the process as the system sees it.
public enum ProcessMemory {
  /// Makes big blocks return to the system as soon as they are freed. Must be called once, early.
  public static func releaseLargeBlocksEarly() {
    clinux_bound_free_memory()
  }

  /// Returns free memory to the system now. Takes about a millisecond for each 10 MB.
  public static func trim() {
    clinux_release_free_memory()
  }
}
