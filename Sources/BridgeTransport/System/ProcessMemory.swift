internal import CLinux

/// The memory of the process as the system sees it.
public enum ProcessMemory {
  /// Has big blocks given back to the system as soon as they are freed. To be called once, early.
  public static func giveBackBigBlocks() {
    clinux_bound_free_memory()
  }

  /// Gives free memory back to the system now. Takes a millisecond or so for each 10 MB.
  public static func giveBack() {
    clinux_release_free_memory()
  }
}
