import {
  createMcpHandler,
  inputRequired,
  McpServer,
  fromJsonSchema,
} from "@modelcontextprotocol/server";
import { bodyOf, type LoopbackServers } from "../support/loopback-server.ts";

export interface CurrentToolServer {
  readonly url: string;
  /** Headers of each call of a tool. */
  readonly calls: Readonly<Record<string, string | readonly string[] | undefined>>[];
}

const region = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" }, q: { type: "string" } },
} as const;

/**
 * A server of the current protocol, by the protocol's own package: `find` wants its region in a header,
 * too, `book` asks the person back, and `wait` wants to be called again with a state.
 */
export async function startCurrentToolServer(servers: LoopbackServers): Promise<CurrentToolServer> {
  const calls: CurrentToolServer["calls"] = [];
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "current", version: "1" });
    server.registerTool("find", { inputSchema: fromJsonSchema(region) }, () => ({
      content: [{ type: "text", text: "found" }],
    }));
    server.registerTool("book", { inputSchema: fromJsonSchema({ type: "object" }) }, () =>
      inputRequired({
        inputRequests: {
          day: inputRequired.elicit({
            message: "Which day?",
            requestedSchema: { type: "object", properties: { day: { type: "string" } } },
          }),
        },
      }),
    );
    server.registerTool("wait", { inputSchema: fromJsonSchema({ type: "object" }) }, () =>
      inputRequired({ requestState: "come again" }),
    );
    return server;
  });
  const origin = await servers.serve((request, response) => {
    void bodyOf(request).then(async (body) => {
      if (body.includes('"tools/call"')) calls.push({ ...request.headers });
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === "string" ? [[name, value]] : [],
      );
      const { method = "POST" } = request;
      const asked = new Request(`http://tools.example${request.url}`, {
        method,
        headers,
        ...(method === "POST" ? { body } : {}),
      });
      const answer = await handler.fetch(asked);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    });
  });
  return { url: `${origin}/mcp`, calls };
}
