"""A client of a server of the Model Context Protocol on standard input and output, which counts what a model pays."""

import json
import subprocess

import count


class Tools:
    """Starts a server and calls its tools. A model reads the texts of the results and writes names and arguments."""

    def __init__(self, command: list, **options) -> None:
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, **options)
        self.number = 0
        self.transcript: list = []
        self.request("initialize", protocolVersion="2025-06-18", capabilities={},
                     clientInfo={"name": "bench", "version": "1"})
        self.send({"method": "notifications/initialized"})
        self.tools = self.request("tools/list")["tools"]

    def __enter__(self) -> "Tools":
        return self

    def __exit__(self, *_) -> None:
        self.process.stdin.close()
        self.process.wait(30)

    def send(self, message: dict) -> None:
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")
        self.process.stdin.flush()

    def request(self, method: str, **parameters) -> dict:
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self.number and "method" not in message:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
        raise RuntimeError(f"{method}: the server ended")

    def call(self, tool: str, **arguments) -> str:
        """Calls a tool as a model does, and returns what the model reads."""
        result = self.request("tools/call", name=tool, arguments=arguments)
        text = "\n".join(part["text"] for part in result["content"] if part["type"] == "text")
        self.transcript.append({"tool": tool, "arguments": arguments, "text": text,
                                "written": count.count(tool + json.dumps(arguments, ensure_ascii=False)),
                                "read": count.count(text)})
        return text

    def figures(self) -> dict:
        return {"calls": len(self.transcript), "read": sum(call["read"] for call in self.transcript),
                "written": sum(call["written"] for call in self.transcript), "transcript": self.transcript}
