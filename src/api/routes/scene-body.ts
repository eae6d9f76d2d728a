import { z } from "@hono/zod-openapi";
import type { Route } from "../http/route.ts";

/** A body of which every field means something here. One that nobody knows is refused: what it was meant to say would be lost. */
export const sceneBody = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape);

/** Whom a program acts for may stand in a body as well as in the address; it was read before, and is no part of what is asked. */
export function withoutAccount(route: Route): Route {
  return {
    ...route,
    run: ({ json, ...ask }) => {
      const { account_id: _account, owner_account_id: _owner, ...fields } = json;
      return route.run({ ...ask, json: fields });
    },
  };
}
