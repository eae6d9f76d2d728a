import { zoneOfCountry } from "../domain/country-zones.ts";
import type { EventDraft, PayloadOf } from "../domain/events/catalogue.ts";
import type { InboundMessage } from "../domain/message.ts";
import type { FoundRows } from "./look-up.ts";

type FirstZone = Pick<
  PayloadOf<"account_created">,
  "default_timezone" | "zone_source" | "zone_country"
>;

/** The time zone of a new person: by the country of their number, or else the server's. */
export function firstZone({ country }: InboundMessage, otherwise: string): FirstZone {
  const guess = country === undefined ? undefined : zoneOfCountry(country);
  if (country === undefined || guess === undefined)
    return { default_timezone: otherwise, zone_source: "default" };
  return { default_timezone: guess.zone, zone_source: "guessed", zone_country: country };
}

interface Guessed {
  readonly drafts: readonly EventDraft[];
  /** The found rows of each message, with the guess. */
  readonly found: readonly FoundRows[];
}

/**
 * Accounts that have the server's zone until a number of theirs says more, such as one that was
 * made on the page and paired.
 */
export function guessZones(
  messages: readonly InboundMessage[],
  found: readonly FoundRows[],
  at: string,
): Guessed {
  const drafts = new Map<string, EventDraft>();
  const known = found.map((each, index): FoundRows => {
    const accountId = each.identity_account;
    const { country } = messages[index] as InboundMessage;
    const guess =
      accountId === null || each.zone_source !== "default" || country === undefined
        ? undefined
        : zoneOfCountry(country);
    if (
      accountId === null ||
      country === undefined ||
      guess === undefined ||
      each.is_disabled === true
    )
      return each;
    if (!drafts.has(accountId))
      drafts.set(accountId, {
        stream: `account:${accountId}`,
        kind: "account_updated",
        at,
        accountId,
        payload: {
          id: accountId,
          default_timezone: guess.zone,
          zone_source: "guessed",
          zone_country: country,
        },
      });
    return { ...each, timezone: guess.zone };
  });
  return { drafts: [...drafts.values()], found: known };
}
