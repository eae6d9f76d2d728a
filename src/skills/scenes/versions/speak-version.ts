import type { EventDraft, RecordedEvent } from "../../../domain/events.ts";
import { answered, type NewTurn, turnFact } from "../beat/beat.ts";
import { takenBack } from "../brought/take-back.ts";
import { foldChat } from "../state/fold.ts";
import { placeOf } from "../state/story-position.ts";
import { number, text, texts } from "../state/payload.ts";
import { momentOf, type Playing } from "../beat/playing.ts";
import type { Scene, Turn } from "../state/chat-state.ts";
import { type Past, pastOf } from "../time/travel.ts";
import { rootOf, versionOf } from "./aside.ts";
import { following, replaced } from "./choose.ts";
import { assertReplaceable, madeOf, replyMeant, versionsIn } from "./replaceable.ts";

export interface SpokenVersion {
  readonly events: readonly EventDraft[];
  readonly expects: Readonly<Record<string, number>>;
  readonly speaker: string;
  readonly text: string;
}

/**
 * Another version of a reply: to the same words, by the same speaker, before the same ears, out of what was known then. It stands
 * where the first stood, so nothing that has happened since is undone; the first is kept beside it.
 */
export async function anotherVersion(on: Playing, named: string): Promise<SpokenVersion> {
  const past = await pastOf(on.turn.read, on.state.id);
  const line = replyMeant({ path: past.path, state: on.state }, named);
  assertReplaceable({ path: past.path, state: on.state }, line);
  const then = momentBefore(on, past.path, line);
  const speaker = text(line.payload, "speaker_id");
  const witnesses = texts(line.payload["witnesses"] ?? line.payload["present"]);
  const { said, made } = await answered(then.on, then.scene, {
    asked: then.asked,
    speaker,
    witnesses,
  });
  const facts = placed(on, { past, line }, [
    turnFact(then.on, then.scene, {
      ...said,
      storyTime: text(line.payload, "story_time") || said.storyTime,
    }),
    ...made,
  ]);
  const chosen = replaced(momentOf(on), past, { line, to: said.id });
  const at = {
    read: on.turn.read,
    now: on.turn.now,
    newId: () => on.turn.newId(),
    accountId: on.state.accountId,
    chatId: on.state.id,
  };
  const elsewhere = await takenBack(at, {
    chatId: on.state.id,
    events: following(past, [...facts, chosen]),
  });
  return {
    events: [...facts, chosen, ...elsewhere.events],
    expects: elsewhere.expects,
    speaker,
    text: said.text,
  };
}

interface Then {
  readonly on: Playing;
  readonly scene: Scene;
  readonly asked: NewTurn | undefined;
}

/** The story as the first version found it: whoever was there then is there. */
function momentBefore(on: Playing, path: readonly RecordedEvent[], line: RecordedEvent): Then {
  const at = path.indexOf(line);
  const beat = beatOf(line);
  const asked = path.findIndex(
    ({ kind, turnId }, nth) =>
      nth < at && kind === "user_turn" && turnId !== undefined && turnId === beat,
  );
  const fold = (end: number): Playing["state"] =>
    Object.assign(
      foldChat({ id: on.state.id, accountId: on.state.accountId }, path.slice(0, end)),
      {
        branchId: on.state.branchId,
        version: on.state.version,
        lastEventId: on.state.lastEventId,
      },
    );
  const before = fold(asked === -1 ? at : asked);
  const open = before.scenes.get(number(line.payload, "scene_id") ?? 0) as Scene;
  const present = texts(line.payload["present"]);
  const scene = present.length === 0 ? open : { ...open, present: new Set(present) };
  const turn: Turn | undefined = asked === -1 ? undefined : fold(asked + 1).turns.at(-1);
  return { on: { ...on, state: before }, scene, asked: turn };
}

const beatOf = ({ turnId, payload }: RecordedEvent): string | undefined =>
  text(payload, "beat_turn_id") || turnId;

/** Behind what came of the version before it, which goes aside. */
function placed(
  on: Playing,
  { past, line }: { readonly past: Past; readonly line: RecordedEvent },
  facts: readonly EventDraft[],
): EventDraft[] {
  const place = Math.max(
    ...madeOf(past.path, line)
      .filter(({ kind }) => kind !== "manual_edit")
      .map(placeOf),
  );
  const beat = beatOf(line);
  const known = Math.max(versionOf(line), ...versionsIn(line).map(({ version }) => version));
  const own = {
    version_of: rootOf(line),
    version: known + 1,
    ...(beat === undefined ? {} : { beat_turn_id: beat }),
  };
  return facts.map((fact) => ({
    ...fact,
    payload: {
      ...fact.payload,
      placed_after: place,
      ...(fact.kind === "assistant_turn" ? own : {}),
    },
  }));
}
