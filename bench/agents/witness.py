"""A server of the pages of the tasks, which keeps what is done in them."""

import http.server
import queue
import threading
import urllib.parse

import task_pages


class Witness:
    """Serves the page of a task as /TASK, and tells what was done in it."""

    def __init__(self) -> None:
        self.told: queue.Queue = queue.Queue()
        self.begun = threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self) -> "Witness":
        return self

    def __exit__(self, *_) -> None:
        self.begun.set()
        self.server.shutdown()
        self.server.server_close()

    def handler(self) -> type:
        witness = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                _, page, *rest = self.path.split("/")
                if page == "begin":
                    witness.begun.wait(60)
                    self.answer("")
                elif page == "article":
                    witness.told.put(f"article {rest[0]}")
                    self.answer(task_pages.article(rest[0]))
                elif page == "go":
                    witness.begun.set()
                    self.answer("")
                elif page == "favicon.ico":
                    self.answer("")
                else:
                    self.answer(getattr(task_pages, page)())

            def do_POST(self) -> None:
                text = self.rfile.read(int(self.headers["Content-Length"])).decode()
                if self.path == "/order":
                    witness.told.put(dict(urllib.parse.parse_qsl(text)))
                    self.answer(task_pages.thanks())
                else:
                    witness.told.put(text)
                    self.answer("")

            def answer(self, text: str) -> None:
                data = text.encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_) -> None:
                pass

        return Handler

    def everything(self, seconds: float = 10) -> list:
        """All that was done: waits until something was."""
        told = [self.told.get(timeout=seconds)]
        while not self.told.empty():
            told.append(self.told.get())
        return told
