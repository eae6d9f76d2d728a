import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { handler, type Projection } from "../../../domain/events/projection.ts";
import type { CalendarAsk } from "../../../domain/views/reminders.ts";
import type { RemindersApiDeps } from "./reminder-views.ts";

/** Addresses under which calendars can be subscribed to. */
export const calendarLinkProjection: Projection = {
  tables: [{ name: "calendar_link", key: ["account_id"] }],
  handlers: [
    handler("calendar_link_made", ({ payload, at }) => [
      {
        op: "put",
        table: "calendar_link",
        row: {
          account_id: payload.account_id,
          generation: payload.generation,
          key_id: payload.key_id,
          token_hash: payload.token_hash,
          lifecycle: "active",
          created_at: at,
          updated_at: at,
        },
      },
    ]),
    handler("calendar_link_revoked", ({ payload, at }) => [
      {
        op: "patch",
        table: "calendar_link",
        key: { account_id: payload.account_id },
        set: { lifecycle: "revoked", updated_at: at },
      },
    ]),
  ],
};

interface LinkRow {
  readonly generation: number;
  readonly key_id: string;
  readonly lifecycle: "active" | "revoked";
}

export interface CalendarLinks {
  /** `show` changes nothing; `make` shows what is there, or makes one. Undefined: there is none. */
  code(accountId: string, ask: CalendarAsk): Promise<string | undefined>;
  ownerOf(code: string): Promise<{ accountId: string; name: string | null } | undefined>;
}

export function calendarLinks(
  on: Pick<RemindersApiDeps, "decisions" | "anyone" | "codes">,
): CalendarLinks {
  const codeOf = (accountId: string, generation: number, keyId?: string) =>
    on.codes.make(`calendar:${accountId}:${generation}`, keyId);
  return {
    code: (accountId, ask) =>
      on.decisions.run(accountId, async ({ read, now }) => {
        const [row] = await read.rows<LinkRow>(
          "select generation, key_id, lifecycle from calendar_link where account_id = $1",
          [accountId],
        );
        const here = { stream: `calendar:${accountId}`, at: iso(now), accountId };
        if (ask === "revoke") {
          const revoked: EventDraft<"calendar_link_revoked"> = {
            ...here,
            kind: "calendar_link_revoked",
            payload: { account_id: accountId },
          };
          return { events: row?.lifecycle === "active" ? [revoked] : [], result: undefined };
        }
        const shown =
          ask !== "reset" && row?.lifecycle === "active"
            ? codeOf(accountId, row.generation, row.key_id)
            : undefined;
        if (shown !== undefined || ask === "show") return { events: [], result: shown?.code };
        // The addresses of a missing key are no longer valid: a new one is made.
        const generation = (row?.generation ?? 0) + 1;
        const made = codeOf(accountId, generation);
        if (made === undefined) throw new Error("the newest key makes no code");
        const link: EventDraft<"calendar_link_made"> = {
          ...here,
          kind: "calendar_link_made",
          payload: {
            account_id: accountId,
            generation,
            key_id: made.keyId,
            token_hash: made.hash,
          },
        };
        return { events: [link], result: made.code };
      }),
    async ownerOf(code) {
      const [row] = await on.anyone.rows<{ accountId: string; name: string | null }>(
        `select l.account_id as "accountId", a.display_name as name from calendar_link l join account a on a.id = l.account_id
         where l.token_hash = $1 and l.lifecycle = 'active' and a.lifecycle = 'active'`,
        [on.codes.hash(code)],
      );
      return row;
    },
  };
}
