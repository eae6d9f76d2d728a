import type { JsonObject } from "../../src/domain/json.ts";
import type { Model, ModelRequest } from "../../src/domain/ports/model.ts";
import { formatWallClock } from "../../src/skills/scenes/state/story-clock.ts";
import type { FakeClock } from "./fake-clock.ts";
import type { SceneLab } from "./scene-lab.ts";

/**
 * A story as a product person writes it down. The file is the script and what must come of it:
 *
 *   % Mira: a careful locksmith      a character;              `% you: Ada` is the person
 *   A> …                             what the person types in a chat app
 *   M> …                             what the cast says while the person is away, beat by beat
 *   ~ trust -8                       how far feelings move with each beat from now on; `~` alone lets them be
 *   … 6                              time passes, so that so many beats can be played
 *   B> …                             what the person sees; a line of the cast is also what its speaker says
 *   @ 2026-04-26 20:01               the story's clock, when it has moved
 *   | …                              rows: who heard it, who remembers it, what they feel now, who came and went
 */
/** The understudy, with lines from a script in its mouth. */
export interface Prompter {
  readonly model: Model;
  readonly lines: string[];
  moved: { readonly what: string; readonly by: number } | undefined;
}

export function prompter(understudy: Model): Prompter {
  const on: Prompter = {
    lines: [],
    moved: undefined,
    model: {
      ...understudy,
      stream: async (request, onChunk) => {
        const text =
          on.lines.shift() ?? `(the script has no line for ${request.viewer ?? "nobody"})`;
        onChunk({ kind: "text", text });
        return { text, callId: "script" };
      },
      object: async <T>(request: ModelRequest, parse: (value: unknown) => T): Promise<T> =>
        request.purpose === "state_update" ? parse(delta(on)) : understudy.object(request, parse),
    },
  };
  return on;
}

const delta = ({ moved }: Prompter): object => ({
  affinity_delta: moved?.what === "affinity" ? moved.by : 0,
  trust_delta: moved?.what === "trust" ? moved.by : 0,
  knowledge_facts: [],
});

interface Scenery {
  readonly scenes: SceneLab;
  readonly clock: FakeClock;
  readonly prompter: Prompter;
}

/** Plays a file and writes it again from what happened. */
export async function playTranscript(
  { scenes, clock, prompter: on }: Scenery,
  script: string,
): Promise<string> {
  const names = new Map<string, string>([["you", "you"]]);
  const { json } = await scenes.post("/api/conversations");
  const path = `/api/conversations/${(json as { id: string }).id}/messages`;
  const out: string[] = [];
  let sent = 0;
  let told = 0;
  let seen = await lastEvent(scenes);
  let time = "";
  const look = async (): Promise<void> => {
    const said = await scenes.db.rows<{ text: string }>(
      "select m.text from message m join conversation c on c.id = m.conversation_id where c.id = $1 and m.direction = 'outbound' order by m.event_id",
      [(json as { id: string }).id],
    );
    out.push(
      ...said
        .slice(told)
        .flatMap(({ text }) => text.split("\n").filter((line) => line !== ""))
        .map((line) => `B> ${line}`),
    );
    told = said.length;
    const [chat] = await scenes.db.rows<{ clock: string }>("select clock from chats");
    if (chat !== undefined && formatWallClock(chat.clock) !== time)
      out.push(`@ ${(time = formatWallClock(chat.clock))}`);
    out.push(
      ...(await rowsSince(scenes, seen, (id) => names.get(id) ?? id)).map((row) => `| ${row}`),
    );
    seen = await lastEvent(scenes);
  };
  /** Whatever was due has been done, and what it called for. */
  const settle = async (): Promise<void> => {
    scenes.lab.spine.wake();
    const due = "select 1 from timer where due_at <= $1";
    do await scenes.lab.idle();
    while ((await scenes.db.rows(due, [new Date(clock.now()).toISOString()])).length > 0);
    await scenes.lab.idle();
  };
  const lines = script.split("\n");
  for (const [index, line] of lines.entries()) {
    if (/^(?:B>|@|\|)/.test(line)) continue;
    out.push(line);
    if (line.startsWith("% ")) await author(scenes, names, line.slice(2));
    if (line.startsWith("~")) on.moved = parseMove(line);
    if (line.startsWith("M> ")) on.lines.push(line.slice(3));
    if (line.startsWith("A> ")) {
      on.lines.push(...findSpokenAfter(lines.slice(index + 1), [...names.values()]));
      await scenes.post(path, { text: line.slice(3), client_id: `a${(sent += 1)}` });
      await settle();
      await look();
    }
    if (line.startsWith("… ")) {
      for (let beats = Number(line.slice(2)); beats > 0; beats -= 1) {
        await clock.advance(30_000);
        await settle();
      }
      await look();
    }
  }
  return out.join("\n");
}

/** What the cast shall say in answer to this: as it stands behind their names. */
function findSpokenAfter(lines: readonly string[], names: readonly string[]): string[] {
  const end = lines.findIndex((line) => /^(?:[A%~#]|…)/.test(line) && !line.startsWith("@"));
  const answer = lines
    .slice(0, end === -1 ? lines.length : end)
    .filter((line) => line.startsWith("B> "));
  return answer.flatMap((line) => {
    const [, name = "", said] = /^B> ([^:：]+)[:：]\s*(.+)$/.exec(line) ?? [];
    return said !== undefined && names.includes(name) ? [said] : [];
  });
}

const parseMove = (line: string): Prompter["moved"] => {
  const [, what = "", by = "0"] = /^~ (\w+) (-?\d+)$/.exec(line) ?? [];
  return what === "" ? undefined : { what, by: Number(by) };
};

async function author(scenes: SceneLab, names: Map<string, string>, line: string): Promise<void> {
  const [, name = "", persona = ""] = /^([^:：]+)[:：]\s*(.*)$/.exec(line) ?? [];
  if (name === "you") {
    names.set("you", persona);
    await scenes.post("/api/you", { name: persona });
    return;
  }
  const id = `bot-${names.size}`;
  names.set(id, name);
  await scenes.post("/api/bots", { id, name, persona });
}

const lastEvent = async (scenes: SceneLab): Promise<number> =>
  (await scenes.db.rows<{ id: number }>("select coalesce(max(id), 0) as id from event_log"))[0]
    ?.id ?? 0;

async function rowsSince(
  scenes: SceneLab,
  after: number,
  nameOf: (id: string) => string,
): Promise<string[]> {
  const events = await scenes.db.rows<{ kind: string; payload: JsonObject }>(
    "select kind, payload_json as payload from event_log where id > $1 and chat_id is not null order by id",
    [after],
  );
  const rows: string[] = [];
  for (const { kind, payload } of events) rows.push(...rowOf(kind, payload, nameOf));
  const felt = await scenes.db.rows<{
    source_id: string;
    target_id: string;
    affinity: number;
    trust: number;
  }>(
    "select source_id, target_id, affinity, trust from edges where event_id > $1 and (affinity <> 50 or trust <> 50) order by source_id, target_id",
    [after],
  );
  return [
    ...rows,
    ...felt.map(
      (edge) =>
        `${nameOf(edge.source_id)} → ${nameOf(edge.target_id)}: affinity ${edge.affinity}, trust ${edge.trust}`,
    ),
  ];
}

function rowOf(kind: string, payload: JsonObject, nameOf: (id: string) => string): string[] {
  const people = (ids: unknown): string => (ids as readonly string[]).map(nameOf).join(", ");
  const textOf = (field: string): string => payload[field] as string;
  switch (kind) {
    case "assistant_turn":
      return [`${nameOf(textOf("speaker_id"))} is heard by ${people(payload["witnesses"])}`];
    case "memory_written":
      return [`${nameOf(textOf("owner_id"))} remembers`];
    case "presence_changed":
      return [
        `${nameOf(textOf("entity_id"))} ${payload["change"] === "leave" ? "is out" : "is in"}`,
      ];
    case "scene_opened":
    case "meanwhile_scene_started":
      return [
        `scene ${textOf("scene_id")} opens: ${kind === "scene_opened" ? people(payload["participants"]) : people([payload["host_bot_id"], payload["guest_bot_id"]])}`,
      ];
    case "scene_closed":
    case "meanwhile_scene_closed":
      return [`scene ${textOf("scene_id")} closes`];
    case "manual_edit":
      return [`view of a scene: ${textOf("new_value")}`];
    case "digest_written":
      return ["a digest is written; the director’s cut is sealed"];
    case "digest_delivered":
      return ["the digest is delivered"];
    case "digest_unsealed":
      return ["the seal is broken"];
    case "scene_plan_ended":
      return [
        `what went on by itself ends: ${textOf("reason")}${payload["why"] === undefined ? "" : ` (${textOf("why")})`}`,
      ];
    default:
      return [];
  }
}
