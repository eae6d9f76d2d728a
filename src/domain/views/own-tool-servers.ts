import type { ToolServerAdmin } from "./tool-servers.ts";
import type { ToolSignInAdmin } from "./tool-sign-in-admin.ts";

/** The servers that one account added for itself. */
export interface OwnToolServers {
  /** Whether the operator allows any. */
  readonly mayAdd: boolean;
  readonly admin: ToolServerAdmin;
  readonly signIn: ToolSignInAdmin;
}
