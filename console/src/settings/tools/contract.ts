/** Servers of tools. Declared by the server; this file only gives them the page's names. */
import type {
  SavedToolServer,
  ToolServerAnswer,
  ToolServerApproval,
  ToolServerOutcomeAnswer,
  ToolServersAnswer,
} from "../../../../src/api/routes/tool-server-routes.ts";

export type ToolServer = ToolServerAnswer;
export type ToolServers = ToolServersAnswer;
export type ToolServerOutcome = ToolServerOutcomeAnswer;
export type ToolServerToSave = SavedToolServer;
export type Approval = ToolServerApproval;
export type ToolUse = NonNullable<ToolServer["tools"][number]["use"]>;
