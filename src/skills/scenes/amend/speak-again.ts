import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft, RecordedEvent } from "../../../domain/events.ts";
import { safeReply } from "../../../links/safe-reply.ts";
import { spokenText } from "../beat/answers.ts";
import { nameOf } from "../state/cast.ts";
import { foldChat } from "../state/fold.ts";
import { speakInstructions } from "../beat/instructions.ts";
import { amended } from "../state/path.ts";
import { text } from "../state/payload.ts";
import { speakerSections } from "../beat/prompt.ts";
import { askAs, type Playing, stageFor } from "../beat/playing.ts";
import { goOn } from "../state/witness.ts";
import {
  type Amend,
  amendmentPayload,
  type DirectChange,
  merged,
  turnIdOf,
  turnWith,
  unsaid,
} from "./amendment.ts";
import { rewordMemories } from "./memories.ts";

interface Spoken {
  /** As it reads with the new lines. */
  readonly path: readonly RecordedEvent[];
  readonly amends: readonly Amend[];
}

/** Lines that repeated what nobody says any more are spoken again, one after another, by what their speaker knew before. */
export async function spokenAgain(
  on: Playing,
  past: readonly RecordedEvent[],
  lines: readonly string[],
): Promise<Spoken> {
  let [path, amends]: [readonly RecordedEvent[], Amend[]] = [past, []];
  for (const turnId of lines) {
    const line = turnWith(path, turnId);
    if (line === undefined) continue;
    const change = {
      amends: [{ event_id: line.id, set: { text: await newLine(on, path, line) } }],
      turnIds: [turnId],
    };
    const more = [...change.amends, ...remembered(on, path, change)];
    path = amended(path, amendmentPayload({ amends: more, withdraws: [] }));
    amends = merged([...amends, ...more]);
  }
  return { path, amends };
}

function remembered(
  { state, cast }: Playing,
  path: readonly RecordedEvent[],
  change: DirectChange,
): readonly Amend[] {
  return rewordMemories(
    { chatId: state.id, accountId: state.accountId, path, cast },
    change,
    () => false,
  ).amends;
}

/** The same question as when the line was first spoken, with what was said right before it as what happens now. */
async function newLine(
  on: Playing,
  path: readonly RecordedEvent[],
  line: RecordedEvent,
): Promise<string> {
  const { id, accountId, branchId } = on.state;
  const speaker = text(line.payload, "speaker_id");
  const at = path.indexOf(line);
  const asked = path.findIndex(
    ({ kind, turnId }, nth) =>
      nth < at && kind === "user_turn" && turnId !== undefined && turnId === line.turnId,
  );
  const fold = (end: number): Playing => ({
    ...on,
    state: Object.assign(foldChat({ id, accountId }, path.slice(0, end)), { branchId }),
  });
  const before = fold(asked === -1 ? at : asked);
  const scene = before.state.scenes.get(Number(line.payload["scene_id"] ?? 0));
  if (scene === undefined) return unsaid;
  const heard =
    asked === -1
      ? undefined
      : stageFor(fold(asked + 1), scene, speaker)
          .sources.recent(1)
          .at(0)?.known;
  const sections = speakerSections(stageFor(before, scene, speaker), heard ?? goOn, on.recall);
  const instructions = speakInstructions(nameOf(on.cast, speaker));
  const request = askAs(before, { purpose: "narrative", viewer: speaker, instructions, sections });
  return (
    safeReply(spokenText(await on.turn.model.complete(request)), {
      ...request,
      links: { own: on.turn.window.map((message) => message.text), hosts: [] },
    }).text || unsaid
  );
}

/** Messages that stood for those lines read as they do now. */
export async function shownAgain(
  on: Playing,
  path: readonly RecordedEvent[],
  lines: readonly string[],
): Promise<EventDraft[]> {
  const turns = lines
    .flatMap((id) => turnWith(path, id) ?? [])
    .filter(({ turnId }) => turnId !== undefined);
  const rows = await on.turn.read.rows<{ id: string; turn_id: string }>(
    "select id, turn_id from message where turn_id = any($1) and direction = 'outbound' and text = $2",
    [turns.map(({ turnId }) => turnId), unsaid],
  );
  const reworded = rows.flatMap(({ id, turn_id }) => {
    const line = turns.find(({ turnId }) => turnId === turn_id);
    return line === undefined
      ? []
      : [{ id, text: text(line.payload, "text"), line: turnIdOf(line) }];
  });
  if (reworded.length === 0) return [];
  const payload = {
    chat_id: on.state.id,
    turn_ids: [],
    message_ids: [],
    delivery_ids: [],
    reworded,
  };
  const envelope = {
    stream: `withdrawn:${on.state.id}`,
    at: iso(on.turn.now),
    accountId: on.state.accountId,
  };
  return [{ ...envelope, kind: "messages_withdrawn", payload }];
}
