"""Uses `bridge-client mcp` by the official SDK, and prints what it saw as one object of JSON.

usage: mcp-client.py MODE BRIDGE-CLIENT SERVER
"""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters


async def main(mode, program, server):
    seen = {"progress": []}
    parameters = StdioServerParameters(command=program, args=["--server", server, "mcp"])
    async with Client(parameters, mode=mode, cache=None) as client:
        seen["version"] = client.protocol_version
        seen["instructions"] = client.instructions
        tools = (await client.list_tools()).tools
        seen["tools"] = [tool.name for tool in tools]
        seen["hints"] = {tool.name: tool.annotations.read_only_hint for tool in tools}

        async def call(name, arguments=None, **more):
            result = await client.call_tool(name, arguments or {}, **more)
            return {
                "text": result.content[0].text, "error": result.is_error,
                "structured": result.structured_content,
            }

        seen["apps"] = await call("apps")
        seen["look"] = await call("look")
        seen["find"] = await call("find", {"selector": "button[label=\"7\"]"})
        seen["get"] = await call("get", {"target": "button[label=\"7\"]"})
        seen["none"] = await call("find", {"selector": "dialog"})
        seen["do"] = await call(
            "do", {"steps": ["press button[label=\"7\"]", "wait text[value$=7] --timeout 60", "find text[value$=7]"]})
        seen["failed"] = await call("do", {"steps": ["press dialog", "press button[label=\"8\"]"]})
        seen["wrong"] = await call("do", {"steps": ["watch"]})
        seen["help"] = await call("help", {"command": "wait"})
        seen["announced"] = await call("watch", {"announced": "5m"})
        seen["watch"] = await call("watch", {"seconds": 1, "selectors": ["dialog"]})

        async def progress(done, total, message):
            seen["progress"].append([done, total])

        seen["wait"] = await call(
            "wait", {"target": "dialog", "seconds": 3}, progress_callback=progress)
        try:
            await call("nosuch")
        except MCPError as error:
            seen["unknown"] = error.code
        seen["resources"] = [str(resource.uri) for resource in (await client.list_resources()).resources]
        contents = (await client.read_resource("bridge://applications")).contents
        seen["read"] = contents[0].text
        if mode != "legacy":
            async with client.listen(resource_subscriptions=["bridge://screen"]) as events:
                pressed = asyncio.create_task(call("do", {"steps": ["press button[label=\"3\"]"]}))
                event = await asyncio.wait_for(anext(events), 120)
                seen["event"] = str(event.uri)
                await pressed
        # A call that is given up does not end the conversation.
        slow = asyncio.create_task(call("wait", {"target": "dialog", "seconds": 60}))
        await asyncio.sleep(0.5)
        slow.cancel()
        try:
            await slow
        except asyncio.CancelledError:
            seen["cancelled"] = True
        seen["after"] = await call("apps")
    print(json.dumps(seen))


asyncio.run(main(*sys.argv[1:]))
