import { plainName } from "../domain/plain-name.ts";
import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { InboundMessage } from "../domain/message.ts";
import { firstZone } from "./guess-zone.ts";
import type { FoundRows } from "./look-up.ts";

/** People and conversations that are new in this batch, by their keys. */
export type FirstContacts = Map<
  string,
  { accountId: string; identityId: string | null; conversationId: string; drafts: EventDraft[] }
>;

export interface ResolveOn {
  readonly deps: {
    readonly clock: Clock;
    readonly chance: Chance;
    readonly defaultTimezone: string;
  };
  readonly firstContacts: FirstContacts;
  /** How many may still become accounts today; goes down with each. */
  readonly room: { left: number };
}

/**
 * Whether this person would be one account too many today. An account that this batch has made
 * already counts as existing.
 */
export const isTooMany = ({ firstContacts, room }: ResolveOn, message: InboundMessage): boolean =>
  room.left <= 0 && !firstContacts.has(personKeyOf(message));

const personKeyOf = ({ route, subject }: InboundMessage): string =>
  JSON.stringify(["person", route.channel, route.channelAccount, subject]);

/** First contact: the account, identity and conversation that are missing, made once per batch. */
export function introduce(
  on: ResolveOn,
  message: InboundMessage,
  is: { accountId: string | undefined; found: FoundRows },
) {
  const { channel, channelAccount, scope, peer } = message.route;
  const scopeKey = JSON.stringify(["scope", channel, channelAccount, scope]);
  const personKey = personKeyOf(message);
  const at = iso(on.deps.clock.now());
  const person = on.firstContacts.get(personKey) ?? newPerson(on, message, { ...is, at });
  on.firstContacts.set(personKey, person);
  if (is.found.conversation_id !== null)
    return { ...person, conversationId: is.found.conversation_id };
  const opened = on.firstContacts.get(scopeKey);
  if (opened !== undefined) return { ...person, conversationId: opened.conversationId };
  const conversationId = on.deps.chance.id();
  const drafts: EventDraft[] = [
    {
      stream: `conversation:${conversationId}`,
      kind: "conversation_opened",
      at,
      accountId: person.accountId,
      conversationId,
      payload: {
        id: conversationId,
        account_id: person.accountId,
        provider_type: channel,
        channel_account: channelAccount,
        scope,
        peer,
      },
    },
  ];
  on.firstContacts.set(scopeKey, { ...person, conversationId, drafts });
  return { ...person, conversationId };
}

function newPerson(
  on: ResolveOn,
  message: InboundMessage,
  is: { accountId: string | undefined; found: FoundRows; at: string },
) {
  const drafts: EventDraft[] = [];
  const accountId = is.accountId ?? on.deps.chance.id();
  const stream = `account:${accountId}`;
  if (is.accountId === undefined) {
    on.room.left -= 1;
    drafts.push({
      stream,
      kind: "account_created",
      at: is.at,
      accountId,
      payload: {
        id: accountId,
        origin: "messaging_first",
        display_name: plainName(message.senderName ?? null),
        language: null,
        is_welcomed: false,
        ...firstZone(message, on.deps.defaultTimezone),
      },
    });
  }
  let identityId = is.found.identity_id;
  if (identityId === null && message.accountId === undefined) {
    identityId = on.deps.chance.id();
    drafts.push({
      stream,
      kind: "identity_bound",
      at: is.at,
      accountId,
      payload: {
        id: identityId,
        account_id: accountId,
        provider_type: message.route.channel,
        channel_account: message.route.channelAccount,
        provider_subject: message.subject,
        is_account_anchor: true,
      },
    });
  }
  return { accountId, identityId, conversationId: "", drafts };
}
