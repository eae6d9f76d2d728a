import { Refusal } from "../../../domain/errors.ts";
import { canonicalId } from "../../../domain/ids.ts";
import type { StoryEventInput } from "../../../domain/views/scenes.ts";
import { you } from "../state/chat-state.ts";

/** One line of a transcript from another program. */
export interface TranscriptLine {
  readonly speaker: string;
  readonly text: string;
  readonly present: readonly string[];
}

const personNames = new Set(["you", "user", "{{user}}", "me"]);
const normaliseSpeaker = (name: string): string =>
  personNames.has(name.trim().toLowerCase()) ? you : name.trim();

/** A parsed line, or a refusal with its line number. */
export function parseTranscriptLine(value: unknown, line: number): TranscriptLine {
  const { speaker, text, present } = (
    typeof value === "object" && value !== null ? value : {}
  ) as Record<string, unknown>;
  const isList =
    Array.isArray(present) &&
    present.every((name) => typeof name === "string" && name.trim() !== "");
  if (typeof speaker !== "string" || speaker.trim() === "" || typeof text !== "string" || !isList)
    throw new Refusal("invalid_request", {
      line,
      problem: "a line is {speaker, text, present: […]}",
    });
  return {
    speaker: normaliseSpeaker(speaker),
    text,
    present: [
      ...new Set([...(present as string[]).map(normaliseSpeaker), normaliseSpeaker(speaker)]),
    ],
  };
}

/**
 * A transcript as the events of a new chat: every speaker except the person becomes a bot, everyone
 * present at a line witnesses and remembers it, and the speaker is present. Known bots are matched
 * by name.
 */
export function convertTranscript(
  named: readonly TranscriptLine[],
  of: {
    readonly chatId: string;
    readonly startedAt: string;
    readonly known: readonly { readonly id: string; readonly name: string }[];
  },
): StoryEventInput[] {
  const ids = assignIds(named, of);
  const toId = (name: string): string => ids.get(name) ?? name;
  const lines = named.map(({ speaker, text, present }) => ({
    speaker: toId(speaker),
    name: speaker,
    text,
    present: present.map(toId),
  }));
  const everyone = [...new Set(lines.flatMap(({ present }) => present))];
  const bots = everyone.filter((id) => id !== you);
  const [host = "nobody", guest = null] = bots;
  const chat_id = of.chatId;
  const first = lines[0]?.present ?? [host];
  const authored = [...ids].filter(
    ([, each]) => each !== you && !of.known.some((bot) => bot.id === each),
  );
  const begin: StoryEventInput[] = [
    ...authored.map(([name, each]) => ({ kind: "bot_authored", payload: { id: each, name } })),
    {
      kind: "chat_created",
      payload: { id: chat_id, host_bot_id: host, guest_bot_id: guest, initial_time: of.startedAt },
    },
    { kind: "container_created", payload: { chat_id, name: "somewhere" } },
    {
      kind: "scene_opened",
      payload: { chat_id, scene_id: 1, container_id: 1, participants: first },
    },
  ];
  let there = new Set(first);
  const said = lines.flatMap((line, nth) => {
    const moved = diffPresence(chat_id, there, line.present);
    there = new Set(line.present);
    return [...moved, ...draftLine(line, { chat_id, nth, roles: { host, guest } })];
  });
  return [...begin, ...said];
}

/** A name that is not a valid id gets a number. */
function assignIds(
  lines: readonly TranscriptLine[],
  of: {
    readonly chatId: string;
    readonly known: readonly { readonly id: string; readonly name: string }[];
  },
): Map<string, string> {
  const names = [...new Set(lines.flatMap(({ present }) => present))];
  return new Map(
    names.map((name, nth) => {
      const same = of.known.find((bot) => bot.id === name || bot.name === name);
      return [
        name,
        name === you
          ? you
          : (same?.id ?? canonicalId(name) ?? `${of.chatId.slice(0, 60)}-${nth + 1}`),
      ];
    }),
  );
}

function diffPresence(
  chat_id: string,
  there: ReadonlySet<string>,
  present: readonly string[],
): StoryEventInput[] {
  const draftChange = (entity_id: string, what: "enter" | "leave"): StoryEventInput => ({
    kind: "presence_changed",
    payload: { chat_id, scene_id: 1, entity_id, change: what },
  });
  return [
    ...[...there].filter((id) => !present.includes(id)).map((id) => draftChange(id, "leave")),
    ...present.filter((id) => !there.has(id)).map((id) => draftChange(id, "enter")),
  ];
}

interface LineInput {
  readonly chat_id: string;
  readonly nth: number;
  readonly roles: { readonly host: string; readonly guest: string | null };
}

function draftLine(
  { speaker, name, text, present }: TranscriptLine & { readonly name: string },
  { chat_id, nth, roles }: LineInput,
): StoryEventInput[] {
  const toId = `${chat_id}-line-${nth + 1}`.slice(-128);
  const turn = { chat_id, id: toId, scene_id: 1, text, present, witnesses: present };
  const toFlag = (who: string | null): 0 | 1 => (who !== null && present.includes(who) ? 1 : 0);
  const flags = {
    witness_you: toFlag(you),
    witness_host: toFlag(roles.host),
    witness_guest: toFlag(roles.guest),
  };
  const words = `${speaker === you ? "You" : name}: ${text}`;
  return [
    speaker === you
      ? { kind: "user_turn", payload: turn }
      : { kind: "assistant_turn", payload: { ...turn, speaker_id: speaker } },
    ...present
      .filter((owner) => owner !== you)
      .map((owner_id) => ({
        kind: "memory_written",
        payload: {
          chat_id,
          scene_id: 1,
          owner_id,
          ...flags,
          witnesses: present,
          text: words,
          cites: [toId],
        },
      })),
  ];
}
