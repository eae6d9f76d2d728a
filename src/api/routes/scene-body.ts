import { z } from "@hono/zod-openapi";
import type { Route } from "../http/route.ts";

/**
 * A body in which every field has a meaning. An unknown field is refused, because what it was meant
 * to say would be lost.
 */
export const sceneBody = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape);

/**
 * A program may name the account it acts for in the body as well as in the query; it was read
 * before and is removed here.
 */
export function withoutAccount(route: Route): Route {
  return {
    ...route,
    run: ({ json, ...ask }) => {
      const { account_id: _account, owner_account_id: _owner, ...fields } = json;
      return route.run({ ...ask, json: fields });
    },
  };
}
