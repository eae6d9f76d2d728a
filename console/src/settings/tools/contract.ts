/** Servers of tools, by the types of the API's client. */
import type { Operations, ToolServer, ToolServerOutcome } from "../../../../client/operations.ts";

export type { ToolServer, ToolServerOutcome };
export type ToolServerToSave = Operations["POST /api/tool-servers"]["body"];
export type Approval = Operations["POST /api/tool-servers/{name}/approve"]["body"];
export type ToolUse = NonNullable<ToolServer["tools"][number]["use"]>;
export type SignInClient = Operations["POST /api/tool-servers/{name}/sign-in"]["body"];
