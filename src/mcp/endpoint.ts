import {
  createMcpHandler,
  type McpRequestContext,
  McpServer,
  requireScopes,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { tokenScopes } from "../domain/token-scope.ts";
import type { McpDeps, Program } from "./ports.ts";
import { registerPrompts } from "./prompts.ts";
import { registerResources } from "./resources.ts";
import { runTool } from "./run-tool.ts";
import { tools } from "./tools.ts";
import { instructions } from "./words.ts";

/** The endpoint for programs: any process answers any request, and none keeps a session. */
export interface McpEndpoint {
  handle(request: McpRequest): Promise<Response>;
  /** Ends what is still running. */
  close(): Promise<void>;
}

export interface McpRequest {
  readonly request: Request;
  /** The body, already read and limited in size. */
  readonly body: unknown;
  readonly program: Program;
  readonly expiresAt: number | null;
  /** Where the resource is described (RFC 9728). */
  readonly metadataUrl: string;
  /** What subscriptions of this account hear of. */
  readonly bus: ServerEventBus;
}

/** Lists are the same for every account and change with the program. */
const listed = { ttlMs: 300_000, cacheScope: "public" } as const;
/** More elements than the longest list of changes has. */
const mostElements = 2_000;

export function createMcpEndpoint(on: McpDeps): McpEndpoint {
  const running = new Set<ReturnType<typeof createMcpHandler>>();
  return {
    async handle({ request, body, program, expiresAt, metadataUrl, bus }) {
      const handler = createMcpHandler((context) => serverFor(on, program, context), {
        bus,
        onerror: (error) => on.log.debug({ error }, "a program's request was refused"),
      });
      running.add(handler);
      try {
        return await handler.fetch(request, {
          parsedBody: body,
          authInfo: {
            token: "",
            clientId: program.tokenId,
            scopes: program.scopes.includes("*") ? [...tokenScopes] : [...program.scopes],
            ...(expiresAt === null ? {} : { expiresAt: Math.floor(expiresAt / 1_000) }),
            resourceMetadataUrl: metadataUrl,
          },
        });
      } finally {
        running.delete(handler);
      }
    },
    async close() {
      await Promise.all([...running].map((handler) => handler.close()));
    },
  };
}

function serverFor(on: McpDeps, program: Program, { era }: McpRequestContext): McpServer {
  const server = new McpServer(
    { name: "meanwhile", title: "Meanwhile", version: on.version },
    {
      instructions,
      // An earlier protocol subscribes within a session, which there is none of.
      ...(era === "modern" ? { capabilities: { resources: { subscribe: true } } } : {}),
      maxToolInputElements: mostElements,
      cacheHints: {
        "tools/list": listed,
        "prompts/list": listed,
        "resources/templates/list": listed,
        "server/discover": listed,
      },
    },
  );
  const canAsk = (): boolean =>
    era === "modern" && server.server.getClientCapabilities()?.elicitation !== undefined;
  for (const tool of tools)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        annotations: { title: tool.title, ...tool.annotations },
        scopeChallenge: requireScopes(tool.scope),
      },
      (args, ctx) => runTool({ on, tool, program, args, ctx, canAsk: canAsk() }),
    );
  registerResources(server, on, program);
  registerPrompts(server, on, program);
  return server;
}
