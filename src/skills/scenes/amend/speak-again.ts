import { readTurnId } from "../state/fold-turns.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Amend } from "../../../domain/events/story.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import { safeReply } from "../../../links/safe-reply.ts";
import { trimAnswer } from "../beat/answers.ts";
import { nameOf } from "../state/cast.ts";
import { foldChat } from "../state/fold.ts";
import { amendPath } from "../state/path.ts";
import { type LineEvent, type RecordedChatEvent } from "../state/events.ts";
import { draftWithdrawal } from "../time/withdraw-messages.ts";
import { buildSpeakRequest } from "../beat/speak-request.ts";
import { cutAtStops, listStops } from "../beat/speech.ts";
import { type PlayContext, createPromptContext } from "../beat/play-context.ts";
import { unpromptedWords } from "../state/witness.ts";
import { type DirectChange, mergeAmends, findTurn, placeholderLine } from "./amendment.ts";
import { rewordMemories } from "./reword-memories.ts";

interface RespokenLines {
  /** The path with the new lines. */
  readonly path: readonly RecordedChatEvent[];
  readonly amends: readonly Amend[];
}

/** Speaks lines again in order, based on what each speaker knew before. */
export async function speakLinesAgain(
  on: PlayContext,
  past: readonly RecordedChatEvent[],
  lines: readonly string[],
): Promise<RespokenLines> {
  let [path, amends]: [readonly RecordedChatEvent[], Amend[]] = [past, []];
  for (const turnId of lines) {
    const line = findTurn(path, turnId);
    if (line === undefined) continue;
    const change = {
      amends: [{ event_id: line.id, set: await generateLine(on, path, line) }],
      turnIds: [turnId],
    };
    const more = [...change.amends, ...(await slices.run(rewordAfter(on, path, change)))];
    path = amendPath(path, { amends: more, withdraws: [] });
    amends = mergeAmends([...amends, ...more]);
  }
  return { path, amends };
}

function* rewordAfter(
  { state, cast }: PlayContext,
  path: readonly RecordedChatEvent[],
  change: DirectChange,
): Pausable<readonly Amend[]> {
  const told = { chatId: state.id, accountId: state.accountId, path, cast };
  return (yield* rewordMemories(told, change, () => false)).amends;
}

/** The original request, with the preceding line as what happens now. */
async function generateLine(
  on: PlayContext,
  path: readonly RecordedChatEvent[],
  line: LineEvent,
): Promise<{ readonly text: string; readonly source_event_ids?: readonly number[] }> {
  const { id, accountId, branchId } = on.state;
  const speaker = line.kind === "assistant_turn" ? line.payload.speaker_id : "";
  const at = path.indexOf(line);
  const asked = path.findIndex(
    ({ kind, turnId }, nth) =>
      nth < at && kind === "user_turn" && turnId !== undefined && turnId === line.turnId,
  );
  const fold = async (end: number): Promise<PlayContext> => ({
    ...on,
    state: Object.assign(await slices.run(foldChat({ id, accountId }, path.slice(0, end))), {
      branchId,
    }),
  });
  const before = await fold(asked === -1 ? at : asked);
  const scene = before.state.scenes.get(line.payload.scene_id ?? 0);
  if (scene === undefined) return { text: placeholderLine };
  const heard =
    asked === -1
      ? undefined
      : createPromptContext(await fold(asked + 1), scene, speaker)
          .sources.listRecent(1)
          .at(0)?.known;
  const now = heard ?? unpromptedWords;
  const request = buildSpeakRequest(before, scene, { speaker, now, recall: on.recall });
  const answer = safeReply(trimAnswer(await on.turn.model.complete(request)), {
    ...request,
    links: { own: on.turn.window.map((message) => message.text), hosts: [] },
  });
  const stops = listStops(before, scene, speaker);
  const text = cutAtStops(answer.text, nameOf(on.cast, speaker), stops);
  return { text: text || placeholderLine, source_event_ids: request.sourceEventIds };
}

/** Updates the messages behind the lines that were spoken again. */
export async function rewordMessages(
  on: PlayContext,
  path: readonly RecordedChatEvent[],
  lines: readonly string[],
): Promise<EventDraft[]> {
  const turns = lines
    .flatMap((id) => findTurn(path, id) ?? [])
    .filter(({ turnId }) => turnId !== undefined);
  const rows = await on.turn.read.rows<{ id: string; turn_id: string }>(
    "select id, turn_id from message where turn_id = any($1) and direction = 'outbound' and text = $2",
    [turns.map(({ turnId }) => turnId), placeholderLine],
  );
  const reworded = rows.flatMap(({ id, turn_id }) => {
    const line = turns.find(({ turnId }) => turnId === turn_id);
    return line === undefined
      ? []
      : [{ id, text: line.payload.text ?? "", line: readTurnId(line) }];
  });
  if (reworded.length === 0) return [];
  return [
    draftWithdrawal(
      { now: on.turn.now, accountId: on.state.accountId },
      { chat_id: on.state.id, turn_ids: [], message_ids: [], delivery_ids: [], reworded },
    ),
  ];
}
