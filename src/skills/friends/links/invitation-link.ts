import { plainName } from "../../../domain/plain-name.ts";
import { iso } from "../../../domain/ports/clock.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { LinkCode, LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { fact, linkStream, stageFriendship } from "../friend-events.ts";

const day = 86_400_000;
/** A code is valid for a week and for this many friends. */
const validFor = 7 * day;
const maxUses = 50;
export interface LinkRow {
  readonly generation: number;
  readonly key_id: string;
  readonly lifecycle: "active" | "disabled";
  readonly uses: number;
  readonly max_uses: number;
  readonly expires_at: string;
  readonly version: number;
}

export async function readLink(read: Reads, accountId: string): Promise<LinkRow | undefined> {
  const [row] = await read.rows<LinkRow>(
    "select generation, key_id, lifecycle, uses, max_uses, expires_at, version from friend_link where account_id = $1",
    [accountId],
  );
  return row;
}

/** A holder of a valid code may know who issued it. A preview by a program changes nothing. */
export async function invitation(
  on: { readonly anyone: Reads; readonly codes: LinkCodes; now(): number },
  code: string,
): Promise<{ display_name: string | null; expires_at: string }> {
  const [row] = await on.anyone.rows<
    Omit<LinkRow, "generation" | "key_id" | "version"> & { display_name: string | null }
  >(
    `select a.display_name, l.lifecycle, l.uses, l.max_uses, l.expires_at from friend_link l join account a on a.id = l.account_id
     where l.token_hash = $1`,
    [on.codes.hash(code.trim())],
  );
  if (row === undefined || !isValid(row, on.now())) throw new Refusal("friend_link_not_found");
  return { display_name: plainName(row.display_name), expires_at: iso(Date.parse(row.expires_at)) };
}

const codeOf = (
  codes: LinkCodes,
  accountId: string,
  of: { generation: number; keyId?: string | undefined },
): LinkCode | undefined => codes.make(`friend:${accountId}:${of.generation}`, of.keyId);

const isValid = (
  { lifecycle, uses, max_uses, expires_at }: Omit<LinkRow, "generation" | "key_id" | "version">,
  now: number,
): boolean => lifecycle === "active" && uses < max_uses && Date.parse(expires_at) > now;

export interface LinkShown {
  readonly code: string;
  readonly expiresAt: string;
  readonly command: StagedCommand | undefined;
}

/** The code that is valid, or a new one. */
export function linkFor(
  by: Maker,
  codes: LinkCodes,
  on: { row: LinkRow | undefined; reset?: boolean },
): LinkShown {
  const { row } = on;
  const known = row !== undefined && on.reset !== true && isValid(row, by.now) ? row : undefined;
  const shown =
    known === undefined
      ? undefined
      : codeOf(codes, by.accountId, { generation: known.generation, keyId: known.key_id });
  if (known !== undefined && shown !== undefined)
    return { code: shown.code, expiresAt: iso(Date.parse(known.expires_at)), command: undefined };
  const generation = (row?.generation ?? 0) + 1;
  const made = codeOf(codes, by.accountId, { generation });
  if (made === undefined) throw new Error("the newest key makes no code");
  const expiresAt = iso(by.now + validFor);
  const payload = {
    account_id: by.accountId,
    generation,
    key_id: made.keyId,
    token_hash: made.hash,
    max_uses: maxUses,
    expires_at: expiresAt,
  };
  const event = fact(by, linkStream(by.accountId), { kind: "friend_link_made", payload });
  const command = stageFriendship(
    "make_link",
    { expires_at: expiresAt },
    { events: [event], expects: { [linkStream(by.accountId)]: row?.version ?? 0 } },
  );
  return { code: made.code, expiresAt, command };
}

export function disableLink(by: Maker, row: LinkRow | undefined): StagedCommand | undefined {
  if (row?.lifecycle !== "active") return undefined;
  const event = fact(by, linkStream(by.accountId), {
    kind: "friend_link_disabled",
    payload: { account_id: by.accountId },
  });
  return stageFriendship(
    "disable_link",
    {},
    { events: [event], expects: { [linkStream(by.accountId)]: row.version } },
  );
}
