import type { AnswerStreams, AnswerView } from "../../../domain/answer-streams.ts";
import type { ChannelReceipts } from "../../../domain/channel-ports.ts";
import type { Clock } from "../../../domain/clock.ts";
import { languageOf } from "../../../domain/language.ts";
import type { Log } from "../../../domain/log.ts";
import { endOf, settleLost, textSoFar, withNotice } from "../frames.ts";
import { streamReply } from "../receive.ts";
import { wecomChannel } from "../settings.ts";
import { say, working } from "../words.ts";
import type { Session } from "./session.ts";
import { busyCodes, commands, notSubscribed } from "./wire.ts";

/** Answers that are shown over one connection while they are made. */
export interface Answers {
  /** Says the first of an answer, and the rest as it comes. */
  begin(answer: Pushed & { readonly reply: object; readonly content: string; readonly finish: boolean }): void;
  /** Goes on with what another process or an earlier connection began. */
  resume(): Promise<void>;
  /** There is something new to say now. Resolves when it was tried. */
  nudge(answer: Pushed): Promise<void>;
  /** Ends what is open with a word about it: nobody will go on with it. */
  endAll(): Promise<void>;
}

interface Pushed {
  readonly id: string;
  /** Of the message that it answers. */
  readonly replyTo: string;
}

export interface AnswersDeps {
  readonly streams: AnswerStreams;
  readonly receipts: ChannelReceipts;
  readonly clock: Clock;
  readonly log: Log;
  readonly session: Session;
  readonly channelAccount: string;
}

interface Followed {
  readonly id: string;
  replyTo: string;
  /** What people see of it. */
  content: string;
  saidAt: number;
  paceMs: number;
  /** WeCom asked for patience: nobody's news is quicker. */
  isPatient: boolean;
  wake: AbortController;
  tried: PromiseWithResolvers<void>;
}

/** How often we look whether there is more to show; seldomer where nothing has come for a while. */
const lookMs = 600;
const idleMs = 1_000;
/** Between two texts of one answer: what came meanwhile goes together. */
const restMs = 300;
const slowestMs = 10_000;
/** Older ones WeCom does not change any more. */
const youngMs = 600_000;
/** Nobody waits longer for the last word of a bot that goes. */
const lastWordMs = 3_000;

/**
 * One loop for each answer: it looks at how the answer stands, wherever its turn runs, and says it whole when it has changed. Of
 * several changes only the newest is said. An answer is over when WeCom has taken its last text, never before.
 */
export function createAnswers(deps: AnswersDeps): Answers {
  const on: Following = { ...deps, followed: new Map() };
  return {
    begin({ id, replyTo, reply, content, finish }) {
      const known = on.followed.get(id);
      // The same message came again: its newest copy is the one that is answered.
      if (known !== undefined) {
        Object.assign(known, { replyTo, content: "" });
        known.wake.abort();
        return;
      }
      const answer = followed(on, { id, replyTo });
      void on.session.call({ cmd: commands.respond, reqId: replyTo, body: reply }).then((said) => {
        if (said.kind === "ok") Object.assign(answer, { content, saidAt: on.clock.now() });
        else on.log.warn({ channel: wecomChannel, said }, "the first of an answer was not taken");
        return finish && said.kind !== "silence" ? leave(on, answer) : run(on, answer);
      });
    },
    async resume() {
      const of = { channel: wecomChannel, channelAccount: on.channelAccount };
      for (const answer of await on.streams.unfinished(of, on.clock.now() - youngMs)) goOn(on, answer);
    },
    nudge(pushed) {
      const answer = goOn(on, pushed);
      answer.wake.abort();
      return answer.tried.promise;
    },
    endAll: async () => {
      const ends = [...on.followed.values()].map((answer) => endEarly(on, answer).catch((error: unknown) => stumbled(on, answer, error)));
      await Promise.all(ends);
    },
  };
}

async function endEarly(on: Following, answer: Followed): Promise<void> {
  const view = await on.streams.look(answer.id);
  if (view === undefined || view.ended !== undefined) return;
  const seen = textSoFar(view);
  const text = withNotice(seen === working ? "" : seen, say("leaving", languageOf(null, view.question)));
  if (!(await on.streams.withdraw(answer.id, { as: "withdrawn", text, ifFetched: view.fetched }))) return;
  answer.wake.abort();
  await Promise.race([answer.tried.promise, on.clock.wait(lastWordMs, on.session.over)]);
}

interface Following extends AnswersDeps {
  readonly followed: Map<string, Followed>;
}

function followed(on: Following, { id, replyTo }: Pushed): Followed {
  const fresh: Followed = {
    id,
    replyTo,
    content: "",
    saidAt: 0,
    paceMs: lookMs,
    isPatient: false,
    wake: new AbortController(),
    tried: Promise.withResolvers(),
  };
  const answer = on.followed.get(id) ?? fresh;
  on.followed.set(id, answer);
  return answer;
}

function goOn(on: Following, pushed: Pushed): Followed {
  const isNew = !on.followed.has(pushed.id);
  const answer = followed(on, pushed);
  if (!isNew) return answer;
  // Its first word was said by whoever began it.
  answer.content = working;
  void run(on, answer);
  return answer;
}

function leave(on: Following, answer: Followed): void {
  on.followed.delete(answer.id);
  answer.tried.resolve();
}

async function run(on: Following, answer: Followed): Promise<void> {
  const { over } = on.session;
  let more = true;
  while (more && !over.aborted) {
    await on.clock.wait(answer.paceMs, answer.isPatient ? over : AbortSignal.any([over, answer.wake.signal]));
    await on.clock.wait(answer.saidAt + restMs - on.clock.now(), over);
    answer.wake = new AbortController();
    more = await step(on, answer).catch((error: unknown) => stumbled(on, answer, error));
    answer.tried.resolve();
    answer.tried = Promise.withResolvers();
  }
  leave(on, answer);
}

function stumbled(on: AnswersDeps, answer: Followed, error: unknown): boolean {
  on.log.warn({ channel: wecomChannel, error }, "an answer could not be looked at; it is tried again");
  slowDown(answer);
  return true;
}

const slowDown = (answer: Followed): void =>
  void Object.assign(answer, { paceMs: Math.min(answer.paceMs * 2, slowestMs), isPatient: true });

/** Whether there will be more. */
async function step(on: AnswersDeps, answer: Followed): Promise<boolean> {
  const view = await on.streams.look(answer.id);
  if (view === undefined || on.clock.now() - view.openedAt > youngMs) return false;
  const end = view.ended ?? endOf(view, on.clock.now());
  const content = end?.text ?? textSoFar(view);
  // A turn that begins anew, or that has just ended, shows nothing for a moment: what people have seen stays.
  const isNews = content !== answer.content && (content !== working || answer.content === "");
  if (end === undefined && !isNews && view.parts.length <= view.fetched) {
    answer.paceMs = Math.max(answer.paceMs, idleMs);
    return true;
  }
  const body = streamReply(answer.id, { content, finish: end !== undefined });
  const said = await on.session.call({ cmd: commands.respond, reqId: answer.replyTo, body });
  answer.saidAt = on.clock.now();
  if (said.kind === "ok") {
    Object.assign(answer, { content, paceMs: lookMs, isPatient: false });
    await taken(on, view, end);
    return end === undefined;
  }
  if (said.kind === "unsent" || (said.kind === "refused" && said.code === notSubscribed)) return false;
  if (said.kind === "silence" || busyCodes.includes(said.code)) {
    slowDown(answer);
    return true;
  }
  on.log.info({ channel: wecomChannel, code: said.code }, "WeCom takes no more of an answer; what is left goes another way");
  if (view.ended === undefined) await on.streams.withdraw(view.id, { as: "withdrawn", text: content, ifFetched: view.fetched });
  return false;
}

/** WeCom has it. A part that was put in meanwhile finds the answer over, and goes another way. */
async function taken(on: AnswersDeps, view: AnswerView, end: ReturnType<typeof endOf>): Promise<void> {
  if (view.ended !== undefined) return;
  if (view.parts.length > view.fetched) await on.streams.handedOut(view.id, view.parts.length);
  if (end === undefined) return;
  await on.streams.withdraw(view.id, { ...end, ifFetched: view.parts.length });
  await settleLost(on, view);
}
