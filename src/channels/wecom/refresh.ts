import type { Clock } from "../../domain/ports/clock.ts";
import { Refusal } from "../../domain/errors.ts";
import type { Log } from "../../domain/ports/log.ts";
import { fieldsOf, textOf } from "./fields.ts";
import { streamReply } from "./frames.ts";
import type { Reply } from "./incoming.ts";
import { wecomChannel } from "./settings.ts";
import { working } from "./bot-replies.ts";

/** WeCom hangs up after five seconds. */
const patienceMs = 3_000;
const most = 2_000;

/** The last text of each open stream that this process gave to WeCom. */
export type LastShown = Map<string, string>;

/**
 * The answer to a refresh. While the database can't be read, WeCom gets the previous text again,
 * marked as unfinished: after an error it might stop asking, and the answer would end. It asks
 * again in a second.
 */
export async function answerRefresh(
  on: { readonly clock: Clock; readonly log: Log; readonly shown: LastShown },
  id: string,
  look: () => Promise<Reply>,
): Promise<Reply> {
  const done = new AbortController();
  const looked = look().catch((error: unknown): Refusal | undefined => {
    if (error instanceof Refusal) return error;
    on.log.warn(
      { error, channel: wecomChannel },
      "a stream could not be read; WeCom gets its last answer again",
    );
    return undefined;
  });
  const reply = await Promise.race([
    looked,
    on.clock.wait(patienceMs, done.signal).then(() => undefined),
  ]);
  done.abort();
  if (reply instanceof Refusal) throw reply;
  if (reply === undefined)
    return streamReply(id, { content: on.shown.get(id) ?? working, finish: false });
  note(on.shown, id, reply);
  return reply;
}

function note(shown: LastShown, id: string, reply: object): void {
  const stream = fieldsOf(fieldsOf(reply)?.["stream"]);
  shown.delete(id);
  if (stream?.["finish"] !== true) shown.set(id, textOf(stream?.["content"]) ?? working);
  const [oldest] = shown.keys();
  if (shown.size > most && oldest !== undefined) shown.delete(oldest);
}
