import type { Interpretation } from "../../../../language/request.ts";
import type { Act } from "../../../../language/lexicon/shapes.ts";
import { findByName, listTypedNames, nameOfOne } from "../../../friends/names.ts";
import { decideSocial } from "../../../friends/dialogue/handle-message.ts";
import type { Outcome, ToolSession } from "../tool-spec.ts";
import { isAskedFor, mayStayOpen } from "./asked-for.ts";
import { isEnding, isWrite, type RequestedWrite, type Write } from "./write.ts";
import { writesQuestion } from "./write-words.ts";
import { decideIntent } from "../decide-intent.ts";

/** A tool's arguments, as the rules read them. */
export interface ToolWish {
  readonly asked: Interpretation;
  /** The sentence that was read. */
  readonly text: string;
  readonly act: Extract<Act, "create" | "update" | "cancel" | "complete" | "snooze" | "share">;
  /** The title of something new. */
  readonly title?: string | undefined;
  readonly time?: string | undefined;
  readonly newTitle?: string | undefined;
  /** The friends whom the model names, known or not. */
  readonly with?: readonly string[] | undefined;
}

const kinds: Readonly<Record<ToolWish["act"], readonly Interpretation["intent"][]>> = {
  create: ["create"],
  update: ["update", "update_shared"],
  cancel: ["cancel", "cancel_shared"],
  complete: ["complete"],
  snooze: ["snooze"],
  share: ["create_shared", "update_shared"],
};

/** Decides by the same rules as for a message, after the one gate that every write passes. */
export async function settle(session: ToolSession, wish: ToolWish): Promise<Outcome> {
  const read = {
    ...wish.asked,
    text: "text" in wish.asked ? (wish.asked.text as string) : wish.text,
  };
  // A tool keeps its intent, whatever its words sound like.
  const asked =
    isWrite(read) && !kinds[wish.act].includes(read.intent)
      ? { ...read, intent: "none" as const, items: [] }
      : read;
  if (isWrite(asked))
    return settleWrite(session, {
      write: { kind: "reading", asked },
      time: wish.time,
      newTitle: wish.newTitle,
    });
  // An answer would complete a request that was never the person's.
  const friends = [...session.work.social().friends.flatMap(listTypedNames), ...(wish.with ?? [])];
  if (!mayStayOpen(session.words, wish, friends)) return { lines: [], asks: true };
  const outcome = decideIntent(session.work, asked, {
    to: session.to,
    hasModel: false,
    asksOnly: true,
  });
  if (outcome.social !== undefined)
    return { lines: await decideSocial(session.talk, outcome.social, session.to), asks: true };
  return { lines: outcome.lines, asks: asked.intent === "clarify" || outcome.lines.length === 0 };
}

export async function settleWrite(session: ToolSession, wanted: RequestedWrite): Promise<Outcome> {
  if (!isAskedFor(session, wanted, session.words)) return stageWrite(session, wanted.write);
  if (isEnding(wanted.write)) {
    session.end(wanted.write);
    return { lines: [], isEnding: true };
  }
  const before = session.written();
  const lines = await session.write(wanted.write);
  return {
    lines,
    asks: isReachingOthers(wanted.write) ? session.written() === before : lines.length === 0,
  };
}

const isReachingOthers = (write: Write): boolean =>
  write.kind === "reading" &&
  (write.asked.intent === "create_shared" || write.asked.intent === "update_shared");

function stageWrite(session: ToolSession, write: Write): Outcome {
  const certain = withCertainFriends(session, write);
  if (certain === undefined) return { lines: [], asks: true };
  session.stage(certain);
  return { lines: [writesQuestion(session, [certain], session.to)], asks: true, isStaged: true };
}

/**
 * A yes reaches those who were named in the question. `undefined`: a name fits several people or
 * none.
 */
function withCertainFriends({ work }: ToolSession, write: Write): Write | undefined {
  if (write.kind !== "reading" || write.asked.with === undefined) return write;
  const found = write.asked.with.map((name) => findByName(work.social().friends, name));
  if (found.some(({ length }) => length !== 1)) return undefined;
  return { ...write, asked: { ...write.asked, with: found.flat().map(nameOfOne) } };
}
