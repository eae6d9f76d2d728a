import { Refusal } from "../../../../domain/errors.ts";
import type { EventDraft } from "../../../../domain/events/catalogue.ts";
import type { LinkCodes } from "../../../../domain/ports/link-codes.ts";
import type { Firing, TimerKind, TimerOutcome } from "../../../../domain/timers.ts";
import { readDeparture } from "./departures.ts";
import { joinFromChat } from "./join-request.ts";
import {
  answerRequest,
  describeRefusal,
  findSeated,
  type RequestContext,
  type RequestResult,
  readTypedRequest,
  type SeatedRequest,
  wordsOf,
} from "./requests.ts";
import { leaveFromChat, movePresence, playOnFromChat, showWho } from "./room-requests.ts";
import { sayFromChat } from "./say-request.ts";
import { readAbout, requestTimer, setStoryTimer } from "./timers.ts";

/** Delay while a turn of the story is running. */
const busyWaitMs = 1_000;

/**
 * What people ask of shared stories in chat apps. A request reads the person's messages again and
 * acts as the engine, since the story belongs to an account of its own; its answer goes back to the
 * conversation.
 */
export function createRequestTimer(on: { readonly codes: Pick<LinkCodes, "hash"> }): TimerKind {
  return {
    kind: requestTimer,
    async fire(due, firing) {
      const fired: TimerOutcome[] = [];
      // Nothing of this batch is recorded yet: a story changes once in it, and a person acts once.
      const taken = new Set<string>();
      for (const [nth, { id, accountId }] of due.entries()) {
        const about = readAbout(requestTimer, id);
        const request =
          (await readDeparture(firing, about)) ??
          (await readTypedRequest(firing, about.split(".").map(Number)));
        const result =
          request === undefined ? [] : await carryOut({ firing, request, ...on }, taken);
        if (result !== "wait") fired.push(...result);
        else
          fired.push({
            accountId,
            events: [setAgain(firing, { accountId, about, nth })],
            words: undefined,
          });
      }
      return fired;
    },
  };
}

/** Those that wait keep their order. */
const setAgain = (
  { now }: Firing,
  { nth, ...of }: { readonly accountId: string; readonly about: string; readonly nth: number },
): EventDraft => setStoryTimer(requestTimer, { ...of, now, due: now + busyWaitMs + nth });

async function carryOut(on: RequestContext, taken: Set<string>): Promise<RequestResult> {
  const { request } = on;
  const person = `${request.conversationId} ${request.accountId}`;
  const seated = await findSeated(on);
  const story = request.op === "join" ? "join" : (seated?.row.chat_id ?? person);
  if (taken.has(person) || taken.has(story)) {
    taken.add(person);
    return "wait";
  }
  taken.add(person).add(story);
  try {
    if (request.op === "join") return await joinFromChat(on);
    // Most people who leave a group play no story there.
    if (seated === undefined && request.op === "depart") return [];
    if (seated === undefined) throw new Refusal("not_in_story");
    return await actInStory(seated);
  } catch (error) {
    const words = describeRefusal(request.language, error);
    return [answerRequest(on, request.op === "depart" ? undefined : words)];
  }
}

function actInStory(on: SeatedRequest): Promise<RequestResult> {
  switch (on.request.op) {
    case "next":
      return playOnFromChat(on);
    case "who":
      return showWho(on);
    case "enter":
      return movePresence(on, "enter");
    case "exit":
      return movePresence(on, "leave");
    case "leave":
    case "depart":
      return leaveFromChat(on);
    case "say":
    case "aloud":
    case "whisper":
      return sayFromChat(on);
    default:
      return Promise.resolve([answerRequest(on, wordsOf(on).notTogether)]);
  }
}
