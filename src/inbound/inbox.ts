import type { ChannelInbox } from "../domain/ports/channel-ports.ts";
import { Refusal } from "../domain/errors.ts";
import type { AcceptOutcome, InboundMessage } from "../domain/message.ts";
import { DatabaseUnavailable } from "../store/database/database.ts";
import { createGroupCommit } from "../store/log/group-commit.ts";
import { acceptTogether, isLostRace, type Together } from "./accept.ts";
import { type Flooded, flooding } from "./flood.ts";
import { tidy } from "./tidy.ts";
import type { AcceptContext } from "./accept-context.ts";

const tries = 3;
const poison: AcceptOutcome = { kind: "refused", code: "invalid_provider_payload" };

/**
 * A poll's messages and its cursor are one transaction. A message that can't be stored is refused
 * alone and does not hold up the rest, or the cursor would never pass it. Callbacks have no cursor:
 * those that arrive while a commit is under way share the next one, each message known by its id
 * should its callback come again.
 */
export function createInbox(deps: AcceptContext): ChannelInbox {
  const pushed = createGroupCommit<InboundMessage, AcceptOutcome | Flooded>({
    maxBatch: 128,
    commit: (messages) => takeAll(deps, messages, { pushed: true }),
    retryAlone: () => false,
    isSharedFailure: (error) => error instanceof DatabaseUnavailable,
  });
  return {
    async take(batch) {
      const clean = batch.messages.map((message) => cleanMessage(deps, message));
      const good = clean.filter((message) => message !== undefined);
      const outcomes = await (batch.marks === undefined
        ? Promise.all(good.map(pushed))
        : takeAll(deps, good, { pushed: false, marks: batch.marks }));
      const flood = outcomes.find((outcome) => outcome.kind === "flooded");
      // The rest is stored: when the batch comes again, its messages are recognised by their ids.
      if (flood !== undefined) throw flooding(flood);
      let next = 0;
      return clean.map((message) =>
        message === undefined ? poison : (outcomes[next++] as AcceptOutcome),
      );
    },
  };
}

function cleanMessage(deps: AcceptContext, message: InboundMessage): InboundMessage | undefined {
  try {
    return tidy(message);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    deps.log.warn(
      { channel: message.route.channel, code: error.code },
      "a message can't be stored: it contains an invalid id",
    );
    return undefined;
  }
}

async function takeAll(
  deps: AcceptContext,
  messages: readonly InboundMessage[],
  how: Together,
): Promise<(AcceptOutcome | Flooded)[]> {
  try {
    return await again(() => acceptTogether(deps, messages, how));
  } catch (error) {
    if (error instanceof DatabaseUnavailable || messages.length === 0) throw error;
    deps.log.error(
      { error, messages: messages.length },
      "a batch failed; accepting its messages one by one",
    );
  }
  const outcomes: (AcceptOutcome | Flooded)[] = [];
  for (const message of messages) outcomes.push(await takeAlone(deps, message, how.pushed));
  // Only now, when every message is either stored or refused for good.
  await acceptTogether(deps, [], how);
  return outcomes;
}

async function takeAlone(
  deps: AcceptContext,
  message: InboundMessage,
  pushed: boolean,
): Promise<AcceptOutcome | Flooded> {
  try {
    const [outcome] = await again(() => acceptTogether(deps, [message], { pushed }));
    return outcome as AcceptOutcome | Flooded;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    deps.log.error({ error, channel: message.route.channel }, "a message can't be stored");
    return poison;
  }
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isLostRace(error)) throw error;
    }
  }
}
