extension Policy {
  /// A policy that explains itself, for people to start from.
  public static let example = """
    # Who may do what through a11y-bridge. Check this file with: a11y-bridge policy check
    #
    # A line that begins with "for" names clients: a pairing, token, certificate or user of this machine,
    # or anybody (whom --allow-local or --insecure-serve-everyone-without-encryption lets in without
    # a name). The first "for" that fits a client counts. The lines below it say what the client may do.
    # What is not granted is denied, and whoever is not named may do nothing. What a pairing or token was
    # made with (--allow, --application) limits it further. The user who runs the server may do everything.

    # A laptop that reads what is on the screen, and cannot touch anything.
    for pairing laptop
      may observe
      applications *
      notifications *

    # A program that fills in forms in one application. It does not learn that there are others.
    for token forms
      may observe, act
      applications "Text Editor", gedit
      act-on textbox, button
      notifications elements, focus
      actions-per-second 5
      actions-at-once 1

    # Tests: every action on the sample applications, with clicks and keys where an element offers none.
    for token ci-*
      may observe, act, synthesise
      applications *
      toolkits sample
      act-on *
      notifications *

    # A kiosk's supervisor may press one button, by its identifier.
    for certificate supervisor.example
      may observe, act
      applications kiosk
      act-on-selector button[identifier="restart"]
      notifications announcement, screen

    # An operator sees how the server is doing, and no application.
    for pairing operator
      may administer

    """
}
