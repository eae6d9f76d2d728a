import type { Language } from "../domain/language.ts";
import { createHash } from "node:crypto";
import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import { Refusal } from "../domain/errors.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { InboundMessage } from "../domain/message.ts";
import { pairingBytes, formatPairingCode, findPairingCode } from "../domain/pairing.ts";
import type { Sql } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";

/** The sender's row, as found by the lookup of a message. */
interface KnownSender {
  readonly message_id: string | null;
  readonly identity_id: string | null;
  readonly identity_account: string | null;
  readonly language: Language | null;
}

const lifeMs = 15 * 60_000;
const mostLiveCodes = 5;
const mostWrongCodes = 5;

export interface Pairing {
  readonly id: string;
  /** Shown once, stored nowhere: for a person to type, and for a link or a picture. Whichever comes first uses both up. */
  readonly code: string;
  readonly linkCode: string;
  readonly expiresAt: string;
}

interface Maker {
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
}

/** A code that binds its sender to this account: one use within 15 minutes. */
export async function makePairing(
  sql: Sql,
  on: Maker,
  of: { accountId: string; channel: string | undefined },
): Promise<Pairing> {
  const now = on.clock.now();
  const [live] = await sql.rows<{ count: number }>(
    "select count(*) as count from pairing where account_id = $1 and used_at is null and expires_at > $2",
    [of.accountId, iso(now)],
  );
  if ((live?.count ?? 0) >= mostLiveCodes)
    throw new Refusal(
      "rate_limited",
      {
        retry_after_seconds: lifeMs / 1000,
      },
      "This account already has the maximum number of open codes.",
    );
  const code = (kind: "typed" | "link"): string =>
    formatPairingCode(on.chance.bytes(pairingBytes(kind)));
  const pairing = {
    id: on.chance.id(),
    code: code("typed"),
    linkCode: code("link"),
    expiresAt: iso(now + lifeMs),
  };
  const payload = {
    id: pairing.id,
    account_id: of.accountId,
    provider_type: of.channel ?? null,
    code_hash: hashCode(pairing.code),
    link_hash: hashCode(pairing.linkCode),
    expires_at: pairing.expiresAt,
  };
  await record(sql, on.projector, [
    {
      stream: `pairing:${pairing.id}`,
      kind: "pairing_made",
      at: iso(now),
      accountId: of.accountId,
      payload,
    },
  ]);
  return pairing;
}

const hashCode = (code: string): string =>
  createHash("sha256").update("meanwhile pairing").update(code).digest("hex");

/** Wrong codes by sender, in this process. */
export interface CodeGuesses {
  mayGuess(who: string): boolean;
  wrong(who: string): void;
}

export function createCodeGuesses(clock: Clock): CodeGuesses {
  const wrong = new Map<string, { count: number; until: number }>();
  const countWrong = (who: string): number => {
    const known = wrong.get(who);
    return known === undefined || known.until <= clock.now() ? 0 : known.count;
  };
  return {
    mayGuess: (who) => countWrong(who) < mostWrongCodes,
    wrong(who) {
      const count = countWrong(who) + 1;
      wrong.delete(who);
      const oldest = wrong.keys().next();
      if (wrong.size >= 10_000 && oldest.done === false) wrong.delete(oldest.value);
      wrong.set(who, { count, until: clock.now() + lifeMs });
    },
  };
}

export type Redeemed =
  | {
      readonly kind: "bound";
      readonly found: Omit<KnownSender, "message_id">;
      readonly drafts: readonly EventDraft[];
    }
  /** The sender belongs to another account, and a code never moves an identity. */
  | { readonly kind: "taken"; readonly found?: undefined };

interface RedeemOn {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly guesses: CodeGuesses;
}

/** Which messages of a batch are codes that bind their senders, by place. The row lock gives a code to one of two senders. */
export async function redeemCodes(
  on: RedeemOn,
  messages: readonly InboundMessage[],
  found: readonly KnownSender[],
): Promise<Map<number, Redeemed>> {
  const redeemed = new Map<number, Redeemed>();
  for (const [index, message] of messages.entries()) {
    const known = found[index] as KnownSender;
    const code =
      message.accountId === undefined && known.message_id === null
        ? findPairingCode(message.text)
        : undefined;
    if (code === undefined) continue;
    const result = await redeem(on, { message, known, code });
    if (result !== undefined) redeemed.set(index, result);
  }
  return redeemed;
}

async function redeem(
  on: RedeemOn,
  of: { message: InboundMessage; known: KnownSender; code: string },
): Promise<Redeemed | undefined> {
  const { message, known } = of;
  const { channel, channelAccount } = message.route;
  const who = JSON.stringify([channel, channelAccount, message.subject]);
  if (!on.guesses.mayGuess(who)) return undefined;
  const pairing = await livePairing(on.sql, { code: of.code, channel, at: iso(on.clock.now()) });
  if (
    pairing === undefined ||
    (message.claimedAccountId !== undefined && message.claimedAccountId !== pairing.account_id)
  ) {
    if (known.identity_account === null) on.guesses.wrong(who);
    return undefined;
  }
  const accountId = pairing.account_id;
  if (known.identity_account !== null && known.identity_account !== accountId)
    return { kind: "taken" };
  const at = iso(on.clock.now());
  const used = pairingUsed(pairing, at);
  const whose = { identity_account: accountId, language: pairing.language };
  if (known.identity_id !== null)
    return { kind: "bound", found: { identity_id: known.identity_id, ...whose }, drafts: [used] };
  const identityId = on.chance.id();
  const bound = identityBound(
    { at, accountId },
    { id: identityId, channel, channelAccount, subject: message.subject },
  );
  return { kind: "bound", found: { identity_id: identityId, ...whose }, drafts: [used, bound] };
}

/**
 * The account of a code that was entered on the page instead of sent in a chat app. Uses the code
 * up.
 */
export async function redeemOnPage(
  sql: Sql,
  on: Pick<Maker, "projector" | "clock">,
  shown: { readonly text: string; readonly channel: string },
): Promise<{ readonly pairingId: string; readonly accountId: string } | undefined> {
  const code = findPairingCode(shown.text);
  if (code === undefined) return undefined;
  const at = iso(on.clock.now());
  const pairing = await livePairing(sql, { code, channel: shown.channel, at });
  if (pairing === undefined) return undefined;
  await record(sql, on.projector, [pairingUsed(pairing, at)]);
  return { pairingId: pairing.id, accountId: pairing.account_id };
}

interface LivePairing {
  readonly id: string;
  readonly account_id: string;
  readonly language: Language | null;
}

/** Locked: of two who show a code at the same moment, one gets it. */
async function livePairing(
  sql: Sql,
  of: { code: string; channel: string; at: string },
): Promise<LivePairing | undefined> {
  const [pairing] = await sql.rows<LivePairing>(
    `select p.id, p.account_id, a.language from pairing p join account a on a.id = p.account_id and a.lifecycle = 'active'
     where (p.code_hash = $1 or p.link_hash = $1) and p.used_at is null and p.expires_at > $2 and (p.provider_type is null or p.provider_type = $3)
     for update of p`,
    [hashCode(of.code), of.at, of.channel],
  );
  return pairing;
}

const pairingUsed = ({ id, account_id: accountId }: LivePairing, at: string): EventDraft => ({
  stream: `pairing:${id}`,
  kind: "pairing_used",
  at,
  accountId,
  payload: { id, account_id: accountId },
  idempotencyKey: `pairing_used:${id}`,
});

export function identityBound(
  by: { readonly at: string; readonly accountId: string },
  identity: {
    readonly id: string;
    readonly channel: string;
    readonly channelAccount: string;
    readonly subject: string;
  },
): EventDraft {
  return {
    stream: `account:${by.accountId}`,
    kind: "identity_bound",
    at: by.at,
    accountId: by.accountId,
    payload: {
      id: identity.id,
      account_id: by.accountId,
      provider_type: identity.channel,
      channel_account: identity.channelAccount,
      provider_subject: identity.subject,
      is_account_anchor: false,
    },
  };
}
