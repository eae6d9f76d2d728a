import { Refusal } from "../../../domain/errors.ts";
import { canonicalId } from "../../../domain/ids.ts";
import type { StoryLine } from "../../../domain/views/scenes.ts";
import { you } from "../state/chat-state.ts";

/** One line of a transcript that was written elsewhere. */
export interface TranscriptLine {
  readonly speaker: string;
  readonly text: string;
  readonly present: readonly string[];
}

const people = new Set(["you", "user", "{{user}}", "me"]);
const nameOf = (name: string): string =>
  people.has(name.trim().toLowerCase()) ? you : name.trim();

/** A line as it was read, or a refusal that says which one is not one. */
export function transcriptLine(value: unknown, line: number): TranscriptLine {
  const { speaker, text, present } = (
    typeof value === "object" && value !== null ? value : {}
  ) as Record<string, unknown>;
  const isList =
    Array.isArray(present) &&
    present.every((name) => typeof name === "string" && name.trim() !== "");
  if (typeof speaker !== "string" || speaker.trim() === "" || typeof text !== "string" || !isList)
    throw new Refusal("invalid_request", "", {
      line,
      problem: "a line is {speaker, text, present: […]}",
    });
  return {
    speaker: nameOf(speaker),
    text,
    present: [...new Set([...(present as string[]).map(nameOf), nameOf(speaker)])],
  };
}

/**
 * A transcript as the events of a new chat: everybody becomes a bot, except the person; whoever is present at a line has witnessed
 * it, whoever speaks is there, and everybody who was there remembers it. Bots that are known by that name are the same ones.
 */
export function transcriptEvents(
  named: readonly TranscriptLine[],
  of: {
    readonly chatId: string;
    readonly startedAt: string;
    readonly known: readonly { readonly id: string; readonly name: string }[];
  },
): StoryLine[] {
  const ids = idsOf(named, of);
  const id = (name: string): string => ids.get(name) ?? name;
  const lines = named.map(({ speaker, text, present }) => ({
    speaker: id(speaker),
    name: speaker,
    text,
    present: present.map(id),
  }));
  const everybody = [...new Set(lines.flatMap(({ present }) => present))];
  const bots = everybody.filter((id) => id !== you);
  const [host = "nobody", guest = null] = bots;
  const chat_id = of.chatId;
  const first = lines[0]?.present ?? [host];
  const authored = [...ids].filter(
    ([, each]) => each !== you && !of.known.some((bot) => bot.id === each),
  );
  const begin: StoryLine[] = [
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
    const moved = moves(chat_id, there, line.present);
    there = new Set(line.present);
    return [...moved, ...saying(line, { chat_id, nth, roles: { host, guest } })];
  });
  return [...begin, ...said];
}

/** A name that can't be an id gets a number. */
function idsOf(
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

function moves(
  chat_id: string,
  there: ReadonlySet<string>,
  present: readonly string[],
): StoryLine[] {
  const change = (entity_id: string, what: "enter" | "leave"): StoryLine => ({
    kind: "presence_changed",
    payload: { chat_id, scene_id: 1, entity_id, change: what },
  });
  return [
    ...[...there].filter((id) => !present.includes(id)).map((id) => change(id, "leave")),
    ...present.filter((id) => !there.has(id)).map((id) => change(id, "enter")),
  ];
}

interface Saying {
  readonly chat_id: string;
  readonly nth: number;
  readonly roles: { readonly host: string; readonly guest: string | null };
}

function saying(
  { speaker, name, text, present }: TranscriptLine & { readonly name: string },
  { chat_id, nth, roles }: Saying,
): StoryLine[] {
  const id = `${chat_id}-line-${nth + 1}`.slice(-128);
  const turn = { chat_id, id, scene_id: 1, text, present, witnesses: present };
  const flag = (who: string | null): 0 | 1 => (who !== null && present.includes(who) ? 1 : 0);
  const flags = {
    witness_you: flag(you),
    witness_host: flag(roles.host),
    witness_guest: flag(roles.guest),
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
          cites: [id],
        },
      })),
  ];
}
