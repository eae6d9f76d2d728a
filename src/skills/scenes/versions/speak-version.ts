import type { EventDraft, RecordedEvent } from "../../../domain/events/catalogue.ts";
import { slices } from "../../../domain/slices.ts";
import { answerLine, draftTurn } from "../beat/beat.ts";
import type { NewTurn } from "../beat/new-turn.ts";
import { withdrawBrought } from "../brought/withdraw-brought.ts";
import { foldChat } from "../state/fold.ts";
import {
  readPosition,
  type ChatEventDraft,
  type RecordedChatEvent,
  withFields,
} from "../state/events.ts";
import { readWitnesses } from "../audit/perceived-words.ts";
import { toFactContext, type PlayContext } from "../beat/play-context.ts";
import type { Scene, Turn } from "../state/chat-state.ts";
import { type Past, readPast } from "../time/history.ts";
import { isReply, readRootId, readVersion } from "./inactive-versions.ts";
import { appendDrafts, draftVersionChosen } from "./choose.ts";
import { assertReplaceable, listDerived, findReply, readVersions } from "./replaceable.ts";

type Reply = RecordedEvent<"assistant_turn">;

export interface SpokenVersion {
  readonly events: readonly EventDraft[];
  readonly expects: Readonly<Record<string, number>>;
  readonly speaker: string;
  readonly text: string;
}

/**
 * Generates another version of a reply: to the same line, by the same speaker, with the same
 * witnesses and the knowledge of that time. It takes the position of the first, so nothing that
 * happened since is undone; the first is kept.
 */
export async function speakVersion(on: PlayContext, named: string): Promise<SpokenVersion> {
  const past = await readPast(on.turn.read, on.state.id);
  const line = findReply({ path: past.path, state: on.state }, named);
  assertReplaceable({ path: past.path, state: on.state }, line);
  const then = await rewindBefore(on, past.path, line);
  const speaker = line.payload.speaker_id;
  const witnesses = readWitnesses(line);
  const { said, made } = await answerLine(then.on, then.scene, {
    asked: then.asked,
    earlier: then.earlier,
    speaker,
    witnesses,
    attempt: countVersions(line),
  });
  const facts = placeVersion(on, { past, line }, [
    draftTurn(then.on, then.scene, {
      ...said,
      storyTime: line.payload.story_time || said.storyTime,
    }),
    ...made,
  ]);
  const chosen = draftVersionChosen(toFactContext(on), past, { line, to: said.id });
  const at = {
    read: on.turn.read,
    now: on.turn.now,
    newId: () => on.turn.newId(),
    accountId: on.state.accountId,
    chatId: on.state.id,
  };
  const elsewhere = await withdrawBrought(at, {
    chatId: on.state.id,
    events: appendDrafts(past, [...facts, chosen]),
  });
  return {
    events: [...facts, chosen, ...elsewhere.events],
    expects: elsewhere.expects,
    speaker,
    text: said.text,
  };
}

interface MomentBefore {
  readonly on: PlayContext;
  readonly scene: Scene;
  readonly asked: NewTurn | undefined;
  /** Replies of others to the same line. */
  readonly earlier: readonly NewTurn[];
}

/** The story as the first version found it, with the characters who were present then. */
async function rewindBefore(
  on: PlayContext,
  path: readonly RecordedChatEvent[],
  line: Reply,
): Promise<MomentBefore> {
  const at = path.indexOf(line);
  const beat = readBeatId(line);
  const asked = path.findIndex(
    ({ kind, turnId }, nth) =>
      nth < at && kind === "user_turn" && turnId !== undefined && turnId === beat,
  );
  const chat = { id: on.state.id, accountId: on.state.accountId };
  const { branchId, version, lastEventId } = on.state;
  const fold = async (end: number): Promise<PlayContext["state"]> =>
    Object.assign(await slices.run(foldChat(chat, path.slice(0, end))), {
      branchId,
      version,
      lastEventId,
    });
  const before = await fold(asked === -1 ? at : asked);
  const open = before.scenes.get(line.payload.scene_id ?? 0) as Scene;
  const { present = [] } = line.payload;
  const scene = present.length === 0 ? open : { ...open, present: new Set(present) };
  const turn: Turn | undefined = asked === -1 ? undefined : (await fold(asked + 1)).turns.at(-1);
  const others = path
    .slice(asked + 1, at)
    .filter((event) => asked !== -1 && isReply(event) && readBeatId(event) === beat)
    .map(({ payload }) => ("id" in payload ? payload.id : undefined));
  const earlier = others.length === 0 ? [] : (await fold(at)).turns;
  return {
    on: { ...on, state: before },
    scene,
    asked: turn,
    earlier: earlier.filter(({ id, status }) => status === "completed" && others.includes(id)),
  };
}

const readBeatId = ({ turnId, payload }: Reply): string | undefined =>
  payload.beat_turn_id || turnId;

const countVersions = (line: Reply): number =>
  Math.max(readVersion(line), ...readVersions(line).map(({ version }) => version));

/**
 * Positions the new version after what was derived from the previous one, which becomes inactive.
 */
function placeVersion(
  on: PlayContext,
  { past, line }: { readonly past: Past; readonly line: Reply },
  facts: readonly ChatEventDraft[],
): ChatEventDraft[] {
  const place = Math.max(
    ...listDerived(past.path, line)
      .filter(({ kind }) => kind !== "manual_edit")
      .map(readPosition),
  );
  const beat = readBeatId(line);
  const known = countVersions(line);
  const own = {
    version_of: readRootId(line),
    version: known + 1,
    ...(beat === undefined ? {} : { beat_turn_id: beat }),
  };
  return facts.map((fact) =>
    withFields(fact, { placed_after: place, ...(fact.kind === "assistant_turn" ? own : {}) }),
  );
}
