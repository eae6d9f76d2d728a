import type { EventDraft } from "../../../../domain/events/catalogue.ts";
import type { MessagePayload } from "../../../../domain/events/conversation.ts";
import { Refusal } from "../../../../domain/errors.ts";
import { type Language, pickLanguage } from "../../../../domain/language.ts";
import type { LinkCodes } from "../../../../domain/ports/link-codes.ts";
import type { Firing, TimerOutcome } from "../../../../domain/timers.ts";
import type { ChatDecision } from "../../brought/withdraw-brought.ts";
import { groupActs } from "../../channel/group-acts.ts";
import { refusalWords } from "../../channel/refusal-words.ts";
import { sceneWords } from "../../channel/scene-words.ts";
import { type MembershipRow, readMembership } from "../memberships.ts";
import { findSharedSeat, type PlaceKind, readPlaceKind } from "./places.ts";
import { togetherWords } from "./words.ts";

/** What a person wrote in a chat app, read again as the engine. */
export interface TypedRequest {
  readonly accountId: string;
  readonly conversationId: string;
  readonly name: string | null;
  readonly language: Language;
  readonly place: PlaceKind;
  readonly op: string;
  readonly rest: string;
}

export interface RequestContext {
  readonly firing: Firing;
  readonly codes: Pick<LinkCodes, "hash">;
  readonly request: TypedRequest;
}

/** `wait`: a turn of the story is running; the request is tried again. */
export type RequestResult = readonly TimerOutcome[] | "wait";

/** A request of someone who plays the story in this conversation. */
export interface SeatedRequest extends RequestContext {
  readonly row: MembershipRow;
  readonly at: ChatDecision;
}

interface TypedRow {
  readonly event_id: number;
  readonly account_id: string;
  readonly conversation_id: string;
  readonly text: string;
  readonly payload: MessagePayload;
  readonly language: Language | null;
  readonly name: string | null;
}

/** Undefined where the messages are gone. */
export async function readTypedRequest(
  { read }: Pick<Firing, "read">,
  eventIds: readonly number[],
): Promise<TypedRequest | undefined> {
  const rows = await read.rows<TypedRow>(
    `select m.event_id, m.account_id, m.conversation_id, m.text, m.payload, a.language, a.display_name as name
     from message m join account a on a.id = m.account_id and a.lifecycle = 'active'
     where m.event_id = any($1) and m.direction = 'inbound' order by m.event_id`,
    [eventIds],
  );
  const [first] = rows;
  const [act] = groupActs(rows.map((row) => ({ ...row, eventId: row.event_id })));
  if (first === undefined || act === undefined) return undefined;
  return {
    accountId: first.account_id,
    conversationId: first.conversation_id,
    name: first.name,
    language: pickLanguage(first.language, rows.map(({ text }) => text).join(" ")),
    place: readPlaceKind(first.payload),
    op: act.op,
    rest: act.rest,
  };
}

export const toDecision = (
  { firing }: Pick<RequestContext, "firing">,
  of: { readonly storyAccount: string; readonly chatId: string },
): ChatDecision => ({
  read: firing.read,
  now: firing.now,
  newId: () => firing.newId(),
  accountId: of.storyAccount,
  chatId: of.chatId,
});

export async function findSeated(on: RequestContext): Promise<SeatedRequest | undefined> {
  const { firing, request } = on;
  const chatId = await findSharedSeat(firing.read, request);
  if (chatId === undefined) return undefined;
  const row = await readMembership(firing.read, request.accountId, chatId);
  return { ...on, row, at: toDecision(on, { storyAccount: row.story_account_id, chatId }) };
}

/** An answer to the person, with what their request changed. */
export const answerRequest = (
  { firing, request }: RequestContext,
  text: string | undefined,
  decided: {
    readonly events?: readonly EventDraft[];
    readonly expects?: TimerOutcome["expects"];
  } = {},
): TimerOutcome => ({
  accountId: request.accountId,
  events: decided.events ?? [],
  // A version is only expected of what is appended to.
  expects: Object.fromEntries(
    Object.entries(decided.expects ?? {}).filter(([stream]) =>
      decided.events?.some((event) => event.stream === stream),
    ),
  ),
  words:
    text === undefined
      ? undefined
      : {
          messageId: firing.newId(),
          conversationId: request.conversationId,
          text,
          expiresAt: null,
          carries: ["card"],
        },
});

/** A refusal as a sentence for the person. */
export function describeRefusal(language: Language, error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return refusalWords(language, error) ?? togetherWords[language].refused;
}

export const wordsOf = ({ request }: RequestContext) => ({
  ...togetherWords[request.language],
  scene: sceneWords[request.language],
});
