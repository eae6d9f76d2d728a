import type { Both } from "../../domain/both.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import { pickLanguage } from "../../domain/language.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import { findPairingCode } from "../../domain/pairing.ts";
import type { AcceptOutcome, InboundMessage } from "../../domain/message.ts";

/** A message and how it was accepted or refused. */
export interface Taken {
  readonly message: InboundMessage;
  readonly outcome: AcceptOutcome | undefined;
}

export interface StrangerReplies {
  /** Answers unknown senders. Neither waits for the vendor nor fails. */
  answer(taken: readonly Taken[]): void;
  close(): Promise<void>;
}

export interface StrangerDeps {
  readonly channel: string;
  /** Tells an unknown person that only people with a pairing code are answered. Default: in general words. */
  readonly introduction?: Both | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  send(
    to: { readonly channelAccount: string; readonly peer: string },
    text: string,
    signal: AbortSignal,
  ): Promise<void>;
}

const inGeneral: Both = {
  zh: "你好！我只回复已配对的人。如果有人给了你配对码，请直接发到这里。",
  en: "Hello! I only answer people who are paired with me. If you were given a pairing code, send it here.",
};

const sentences = {
  wrong_code: {
    zh: "这个配对码不正确或已过期，请向给你的人再要一个。",
    en: "This pairing code is wrong or has expired. Please ask for a new one.",
  },
  full: {
    zh: "你好！今天不再接受新朋友了，请明天再来。",
    en: "Hello! No more new people are accepted today. Please write again tomorrow.",
  },
} as const;

type Reason = "unknown" | keyof typeof sentences;

const dayMs = 86_400_000;
/** One reply is enough, and a few mistyped codes are answered as well. */
const mostPerPerson = { unknown: 1, wrong_code: 3, full: 1 } as const;
/** All strangers together: so that this account cannot be made to write to thousands. */
const mostPerHour = 60;
const mostRemembered = 10_000;

/**
 * The one answer that an unknown person gets. It goes to the vendor directly: a stranger has no
 * account, so there is no row, no turn and no model call. What is not answered any more is counted.
 */
export function createStrangerReplies(on: StrangerDeps): StrangerReplies {
  const closing = new AbortController();
  const under = new Set<Promise<void>>();
  const told = new Map<string, { count: number; until: number }>();
  let hour = { from: 0, count: 0 };

  function mayTell(who: string, most: number): boolean {
    const now = on.clock.now();
    if (now - hour.from >= 3_600_000) hour = { from: now, count: 0 };
    const before = told.get(who);
    const known =
      before !== undefined && before.until > now ? before : { count: 0, until: now + dayMs };
    if (hour.count >= mostPerHour || known.count >= most) return false;
    hour.count += 1;
    told.delete(who);
    const oldest = told.keys().next();
    if (told.size >= mostRemembered && oldest.done === false) told.delete(oldest.value);
    told.set(who, { count: known.count + 1, until: known.until });
    return true;
  }

  async function tell({ message }: Taken, what: Reason): Promise<void> {
    const { channelAccount, peer } = message.route;
    const words = what === "unknown" ? (on.introduction ?? inGeneral) : sentences[what];
    const text = words[pickLanguage(null, message.text)];
    await on.send({ channelAccount, peer }, text, closing.signal).catch((error: unknown) => {
      on.log.debug({ error, channel: on.channel }, "an unknown person could not be answered");
    });
  }

  return {
    answer(taken) {
      for (const one of taken) {
        const what = reasonOf(one);
        if (what === undefined) continue;
        const { route, subject } = one.message;
        // A message to a whole group is not meant for us, and everyone there would read the answer.
        const isTold =
          route.scope.startsWith("user:") &&
          mayTell(JSON.stringify([route.channelAccount, subject, what]), mostPerPerson[what]);
        on.metrics.count("meanwhile_strangers_total", {
          channel: on.channel,
          reason: what,
          answered: String(isTold),
        });
        if (!isTold) continue;
        const telling: Promise<void> = tell(one, what).finally(() => under.delete(telling));
        under.add(telling);
      }
    },
    async close() {
      closing.abort();
      await Promise.all(under);
    },
  };
}

function reasonOf({ message, outcome }: Taken): Reason | undefined {
  if (outcome?.kind !== "refused") return undefined;
  if (outcome.code === "daily_limit") return "full";
  if (outcome.code !== "identity_pairing_required") return undefined;
  return findPairingCode(message.text) === undefined ? "unknown" : "wrong_code";
}

/** Answered here, so no row is written about it: strangers could make as many as they like. */
export const isStranger = (taken: Taken): boolean => reasonOf(taken) !== undefined;
