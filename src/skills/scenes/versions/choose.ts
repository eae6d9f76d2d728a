import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft, Payload, RecordedEvent } from "../../../domain/events.ts";
import { takenBack } from "../brought/take-back.ts";
import { chatFact, type Moment } from "../state/story-events.ts";
import { foldChat } from "../state/fold.ts";
import { versionKind } from "../state/path.ts";
import { chatStream } from "../state/chat-state.ts";
import { assertQuiet, type At, type Done, type Past, pastOf } from "../time/travel.ts";
import { lineId, rootOf, versionOf } from "./aside.ts";
import { assertReplaceable, madeOf, replyMeant, versionsIn } from "./replaceable.ts";

/** Which version counts, and how many there are. */
export interface ChosenVersion {
  readonly turn_id: string;
  readonly version: number;
  readonly versions: number;
}

/** Another version of a reply counts again, with all that had come of it. */
export async function chooseVersion(
  at: At,
  of: { readonly turnId: string; readonly version: number },
): Promise<Done<ChosenVersion>> {
  await assertQuiet(at);
  const past = await pastOf(at.read, at.chatId);
  const state = foldChat({ id: at.chatId, accountId: at.accountId }, past.path);
  const line = replyMeant({ path: past.path, state }, of.turnId);
  const versions = versionsIn(line);
  const chosen =
    of.version === versionOf(line)
      ? lineId(line)
      : versions.find(({ version }) => version === of.version)?.id;
  if (chosen === undefined)
    throw new Refusal("not_found", "", { field: "version", value: of.version });
  const result = { turn_id: chosen, version: of.version, versions: Math.max(1, versions.length) };
  if (chosen === lineId(line)) return { events: [], result };
  assertReplaceable({ path: past.path, state }, line);
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: past.branch },
    now: at.now,
  };
  const fact = replaced(moment, past, { line, to: chosen });
  const elsewhere = await takenBack(at, { chatId: at.chatId, events: following(past, [fact]) });
  return {
    events: [fact, ...elsewhere.events],
    expects: { ...elsewhere.expects, [chatStream(at.chatId)]: past.version },
    result,
  };
}

export function replaced(
  moment: Moment,
  { path, branch }: Pick<Past, "path" | "branch">,
  of: { readonly line: RecordedEvent; readonly to: string },
): EventDraft {
  const hides = madeOf(path, of.line).map(({ id }) => id);
  const payload: Payload = {
    branch_id: branch,
    line_id: rootOf(of.line),
    from: lineId(of.line),
    to: of.to,
    hides,
  };
  return chatFact(moment, versionKind, payload);
}

/** The log as it will be. */
export const following = (
  { events, version }: Past,
  drafts: readonly EventDraft[],
): RecordedEvent[] => [
  ...events,
  ...drafts.map((draft, nth) => ({
    ...draft,
    id: (events.at(-1)?.id ?? 0) + 1 + nth,
    streamVersion: version + 1 + nth,
  })),
];
