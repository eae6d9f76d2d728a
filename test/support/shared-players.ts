import { expect } from "vitest";
import type { SharedView } from "../../src/domain/views/shared-stories.ts";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import type { ScriptedAnswer } from "../../src/model/scripted.ts";
import type { Reply } from "./api.ts";
import type { SceneLab } from "./scene-lab.ts";
import { echo } from "./story-echo.ts";

/** Repeats its prompt, as a script's answer. */
export function answerByEcho(request: ModelRequest): ScriptedAnswer {
  const said = echo(request);
  return { kind: "text", text: typeof said === "string" ? said : JSON.stringify(said) };
}

/** A person who plays in a shared story. */
export interface Player {
  readonly id: string;
  post(path: string, json?: unknown): Promise<Reply>;
  patch(path: string, json: unknown): Promise<Reply>;
  get(path: string): Promise<Reply>;
  upload(path: string, body: string): Promise<Reply>;
}

export interface SharedStart {
  readonly id: string;
  readonly ada: Player;
  readonly adaId: string;
  readonly code: string;
}

export const toSharedPath = (id: string, rest = ""): string => `/api/shared-stories/${id}${rest}`;

export async function addPlayer(on: SceneLab, name: string): Promise<Player> {
  const { id, call } = await on.api.person(name);
  return {
    id,
    post: (path, json = {}) => call(path, { method: "POST", json }),
    patch: (path, json) => call(path, { method: "PATCH", json }),
    get: (path) => call(path),
    upload: (path, body) =>
      call(path, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/octet-stream" },
      }),
  };
}

/** A story that Ada hosts, with two characters or more. */
export async function startShared(
  on: SceneLab,
  characters: readonly string[] = ["Ann", "Bob"],
): Promise<SharedStart> {
  const ada = await addPlayer(on, "Ada");
  const ids = characters.map((name) => name.toLowerCase());
  for (const [at, name] of characters.entries())
    expect((await ada.post("/api/bots", { id: ids[at], name })).status).toBe(201);
  const made = await ada.post("/api/shared-stories", {
    title: "The lock shop",
    bot_ids: ids,
    name: "Ada",
  });
  expect(made.status, made.text).toBe(201);
  const { id, my_id } = made.json as { id: string; my_id: string };
  const invited = await ada.post(toSharedPath(id, "/invitation"));
  expect(invited.status, invited.text).toBe(200);
  return { id, ada, adaId: my_id, code: (invited.json as { code: string }).code };
}

export async function joinShared(
  on: SceneLab,
  story: SharedStart,
  { name = "Guest", as }: { readonly name?: string; readonly as: object },
): Promise<[Player, string]> {
  const player = await addPlayer(on, name);
  const joined = await player.post("/api/shared-stories/join", { code: story.code, ...as });
  expect(joined.status, joined.text).toBe(200);
  return [player, (joined.json as { my_id: string }).my_id];
}

export async function lookShared(player: Player, id: string): Promise<SharedView> {
  const reply = await player.get(toSharedPath(id, "?lines=500"));
  expect(reply.status, reply.text).toBe(200);
  return reply.json as SharedView;
}

export const sayShared = (player: Player, id: string, line: string | object): Promise<Reply> =>
  player.post(toSharedPath(id, "/turns"), typeof line === "string" ? { prose: line } : line);
