import { z } from "@hono/zod-openapi";
import { id } from "../route.ts";

/** Whom a program acts for may stand in a body as well as in the address. */
const actsFor = { account_id: id.optional(), owner_account_id: id.optional() };

/** A body of which every field means something here. One that nobody knows is refused: what it was meant to say would be lost. */
export const sceneBody = <S extends z.ZodRawShape>(shape: S) => z.strictObject({ ...actsFor, ...shape });

/** Without the fields that say for whom a call is made. */
export function withoutAccount<T extends { readonly account_id?: unknown; readonly owner_account_id?: unknown }>({
  account_id: _account,
  owner_account_id: _owner,
  ...fields
}: T): Omit<T, "account_id" | "owner_account_id"> {
  return fields;
}
