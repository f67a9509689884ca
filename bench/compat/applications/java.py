"""Applications of Java Swing, with Debian's ATK wrapper."""

from application import Application, Live, press, text

NOTE = {"note.txt": "first line\n"}
# As /etc/java-17-openjdk/accessibility.properties would set it for every program.
WRAPPER = {
    "JAVA_TOOL_OPTIONS":
        "-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper "
        "-Xbootclasspath/a:/usr/share/java/java-atk-wrapper.jar "
        "-Djava.library.path=/usr/lib/x86_64-linux-gnu/jni "
        # Java reads the user's home directory from the system, not from HOME.
        "-Duser.home={work}",
}


def java(name: str, kind: str, *command: str, **more) -> Application:
    return Application(
        name, "Java Swing", kind, (name, "libatk-wrapper-java-jni", "default-jre"),
        command or (name,), environment=WRAPPER, limit=30, **more)


APPLICATIONS = [
    java(
        "jedit", "editor", "jedit", "-noserver", "{work}/note.txt",
        files=NOTE,
        steps=(
            press('menu[label="File"] > menuitem[label="New"]', Live(name="^Untitled-1")),
        ),
        no_text="its editor draws itself and is not on the accessibility bus",
        known={r"verify .*\(hint 1\)": "its clock is described anew each second, without an event"},
    ),
    java(
        "freeplane", "office",
        steps=(
            text("textbox:editable:visible:first", "24"),
            press('menu[label="File"]', Live("menu item", "^New map$")),
        ),
        note="The items of an open menu stand in the menu and in its pop-up window; the mirror has them in the menu.",
    ),
]
