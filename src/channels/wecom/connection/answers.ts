import { textSoFar, withNotice } from "../frames.ts";
import { wecomChannel } from "../settings.ts";
import { languageIn, say, working } from "../bot-replies.ts";
import { commands } from "./wire.ts";
import {
  type AnswersDeps,
  type Followed,
  lookMs,
  step,
  shouldRetry,
  youngMs,
} from "./answer-step.ts";

/** Answers that are shown over one connection while they are made. */
export interface Answers {
  /** Shows the beginning of an answer, and the rest as it comes. */
  begin(
    answer: Pushed & { readonly reply: object; readonly content: string; readonly finish: boolean },
  ): void;
  /** Continues answers that another process or an earlier connection began. */
  resume(): Promise<void>;
  /** New text is there. Resolves when showing it was tried. */
  nudge(answer: Pushed): Promise<void>;
  /** Ends open answers with a notice, because no process will continue them. */
  endAll(): Promise<void>;
}

interface Pushed {
  readonly id: string;
  /** Of the message that it answers. */
  readonly replyTo: string;
}

/** Between two texts of one answer: what came meanwhile goes together. */
const restMs = 300;
/** The limit for the last frame of a bot that is being removed. */
const lastWordMs = 3_000;

/**
 * One loop for each answer: it reads the answer's text, wherever its turn runs, and sends the whole
 * text when it has changed. Of several changes only the newest is sent. An answer is closed when
 * WeCom has accepted its last text, never before.
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
      const answer = follow(on, { id, replyTo });
      void on.session.call({ cmd: commands.respond, reqId: replyTo, body: reply }).then((said) => {
        // A copy of the message that came meanwhile shows nothing of it yet.
        if (said.kind === "ok")
          Object.assign(answer, {
            saidAt: on.clock.now(),
            ...(answer.replyTo === replyTo ? { content } : {}),
          });
        else
          on.log.warn(
            { channel: wecomChannel, said },
            "WeCom did not accept the start of an answer",
          );
        return finish && said.kind !== "silence" ? leave(on, answer) : run(on, answer);
      });
    },
    async resume() {
      const of = { channel: wecomChannel, channelAccount: on.channelAccount };
      for (const answer of await on.streams.unfinished(of, on.clock.now() - youngMs))
        continueAnswer(on, answer);
    },
    nudge(pushed) {
      const answer = continueAnswer(on, pushed);
      answer.wake.abort();
      return answer.tried.promise;
    },
    endAll: async () => {
      const ends = [...on.followed.values()].map((answer) =>
        endEarly(on, answer).catch((error: unknown) => shouldRetry(on, answer, error)),
      );
      await Promise.all(ends);
    },
  };
}

async function endEarly(on: Following, answer: Followed): Promise<void> {
  const view = await on.streams.look(answer.id);
  if (view === undefined || view.ended !== undefined) return;
  const seen = textSoFar(view);
  const text = withNotice(seen === working ? "" : seen, say("leaving", languageIn(view.question)));
  if (!(await on.streams.withdraw(answer.id, { as: "withdrawn", text, ifFetched: view.fetched })))
    return;
  answer.wake.abort();
  await Promise.race([answer.tried.promise, on.clock.wait(lastWordMs, on.session.over)]);
}

interface Following extends AnswersDeps {
  readonly followed: Map<string, Followed>;
}

function follow(on: Following, { id, replyTo }: Pushed): Followed {
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

function continueAnswer(on: Following, pushed: Pushed): Followed {
  const isNew = !on.followed.has(pushed.id);
  const answer = follow(on, pushed);
  if (!isNew) return answer;
  // Its first frame was sent by the process that began it.
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
    await on.clock.wait(
      answer.paceMs,
      answer.isPatient ? over : AbortSignal.any([over, answer.wake.signal]),
    );
    await on.clock.wait(answer.saidAt + restMs - on.clock.now(), over);
    answer.wake = new AbortController();
    more = await step(on, answer).catch((error: unknown) => shouldRetry(on, answer, error));
    answer.tried.resolve();
    answer.tried = Promise.withResolvers();
  }
  leave(on, answer);
}
