import { type Role, roles } from "../../domain/role.ts";
import type { AuthClass, Route } from "./route.ts";

/**
 * Who may call what, by a route's class and by whether it changes anything. A route may override
 * it.
 */
const allowed: Readonly<
  Record<AuthClass, { readonly reads: readonly Role[]; readonly changes: readonly Role[] }>
> = {
  public: { reads: roles, changes: roles },
  session: { reads: roles, changes: roles },
  webhook: { reads: roles, changes: roles },
  account: { reads: roles, changes: ["operator", "account"] },
  operator: { reads: ["operator", "auditor"], changes: ["operator"] },
};

type Called = Pick<Route, "method" | "auth" | "roles">;

export const rolesOf = (route: Called): readonly Role[] =>
  route.roles ?? allowed[route.auth][isChange(route) ? "changes" : "reads"];

const reading: ReadonlySet<Route["method"]> = new Set(["get", "options", "propfind", "report"]);

export const isChange = ({ method }: Pick<Route, "method">): boolean => !reading.has(method);
