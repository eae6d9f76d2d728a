import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { MediaAway } from "../../src/domain/ports/media.ts";
import { openFolder } from "../../src/store/media/folder.ts";
import { openMediaStore } from "../../src/store/media/media-store.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  type Person,
  spineEngine,
  textAt,
} from "../support/api.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { tinyPng } from "../support/pictures.ts";
import { silentLog } from "../support/silent-log.ts";
import type { OpenStore } from "../support/stores.ts";

const png = tinyPng();
let store: OpenStore;
let directory: string;
let lab: Lab;
let api: ApiLab;
let ada: Person;
let bob: Person;
let talk: string;
let isAway = false;
const away = (): Promise<never> => Promise.reject(new MediaAway(new Error("s3.example is down")));

beforeAll(async () => {
  store = await openPostgresStore();
  directory = await mkdtemp(join(tmpdir(), "meanwhile-talk-"));
  const chance = createSystemChance(systemClock.now);
  const folder = await openFolder(directory);
  const media = await openMediaStore({
    places: [{ ...folder, write: (id, file) => (isAway ? away() : folder.write(id, file)) }],
    log: silentLog,
    maxBytes: 1_000_000,
    quotaBytes: 10_000_000,
    clock: systemClock,
    chance,
  });
  lab = await openLab({ db: store.db });
  api = await openApi({ db: store.db, media, engine: spineEngine(lab.spine) });
  [ada, bob] = [await api.person(), await api.person()];
  talk = textAt(await ada.call("/api/conversations", { method: "POST", json: {} }), "id");
});
afterAll(async () => {
  await api.close();
  await lab.close();
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

const say = (json: object) =>
  ada.call(`/api/conversations/${talk}/messages`, { method: "POST", json });
const files = async () => (await store.db.rows("select id from media_file")).length;

describe("a file on the page", () => {
  it("a file on the page comes with its message, is known by its bytes and not by its name, and is given to its owner alone", async () => {
    const sent = await say({
      text: "",
      client_id: "f1",
      files: [{ name: "evil.html", data: png.toString("base64") }],
    });
    expect(sent.status).toBe(202);
    const id = textAt(sent, "message_id");
    const { json } = await ada.call(`/api/conversations/${talk}/messages`);
    const shown = (json as { messages: { id: string }[] }).messages.find(
      (message) => message.id === id,
    );
    expect(shown).toMatchObject({
      text: "",
      attachments: [
        { kind: "image", name: "evil.html", type: "image/png", bytes: png.length, state: "kept" },
      ],
    });
    const got = await ada.call(`/api/messages/${id}/files/0`);
    expect(got).toMatchObject({
      status: 200,
      headers: {
        "content-type": "image/png",
        "content-disposition": "inline; filename*=UTF-8''evil.html",
      },
    });
    expect((await bob.call(`/api/messages/${id}/files/0`)).status).toBe(404);
    expect((await ada.call(`/api/messages/${id}/files/1`)).status).toBe(404);
    expect(await files()).toBe(1);
  });

  it("a file on the page is kept once, however often the message comes", async () => {
    const message = {
      text: "look",
      client_id: "f2",
      files: [{ name: "a.txt", data: Buffer.from("<script>").toString("base64") }],
    };
    const first = await say(message);
    expect(await say(message)).toMatchObject({ status: 202, json: { duplicate: true } });
    expect(await files()).toBe(2);
    const got = await ada.call(`/api/messages/${textAt(first, "message_id")}/files/0`);
    expect(got.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename*=UTF-8''a.txt",
    });
  });

  it.each([
    ["nothing at all", { text: " ", files: [] }, 400],
    ["what is no file", { text: "x", files: [{ name: "a", data: "not base64!" }] }, 400],
    ["an empty file", { text: "x", files: [{ name: "a", data: "" }] }, 400],
    [
      "too many files",
      { text: "x", files: Array.from({ length: 6 }, () => ({ name: "a", data: "QQ==" })) },
      400,
    ],
    [
      "a file that is too large",
      { text: "x", files: [{ name: "a", data: Buffer.alloc(1_000_001, 65).toString("base64") }] },
      413,
    ],
  ])(
    "a file on the page is refused whole with its message when it is %s",
    async (_, body, status) => {
      const before = await files();
      expect((await say({ client_id: `r-${status}-${body.files.length}`, ...body })).status).toBe(
        status,
      );
      expect(await files()).toBe(before);
    },
  );
});

it("a file on the page is refused with its message while the storage is away, without naming it, and taken by the next try", async () => {
  const message = {
    text: "look",
    client_id: "away",
    files: [{ name: "a.txt", data: Buffer.from("cat").toString("base64") }],
  };
  isAway = true;
  const refused = await say(message);
  isAway = false;
  expect([refused.status, textAt(refused, "error.code")]).toEqual([503, "unavailable"]);
  expect(JSON.stringify(refused.json)).not.toContain("s3.example");
  expect(await say(message)).toMatchObject({ status: 202, json: { duplicate: false } });
});

describe("the cards of a conversation", () => {
  it("the cards of a conversation are the reminders that its turns touched or that fired in it, as they are now, and no other person's", async () => {
    const reminder = (id: string, owner: string) =>
      `insert into reminder (id, owner_account_id, conversation_id, content, content_hash, kind, local_start, captured_timezone, source, version, created_at, updated_at)
       values ('${id}', '${owner}', '${talk}', 'water the plants', 'h', 'timed', '2026-11-17T08:00', 'UTC', 'chat', 1, now(), now())`;
    for (const statement of [
      reminder("r1", ada.id),
      reminder("r2", ada.id),
      reminder("r3", bob.id),
      ...["r1", "r3"].map(
        (
          id,
        ) => `insert into event_log (at, stream, stream_version, kind, payload_json, account_id, conversation_id, turn_id)
           values (now(), 'reminder:${id}', 1, 'reminder_created', '{"id":"${id}"}', '${ada.id}', '${talk}', 't1')`,
      ),
      `insert into reminder_fire (reminder_id, occurrence_key, account_id, content, due_at, fired_at, message_id, conversation_id, created_at)
       values ('r2', 'k', '${ada.id}', 'water the plants', now(), now(), 'm9', '${talk}', now())`,
      `insert into undo_point (conversation_id, account_id, turn_id, at, changes)
       values ('${talk}', '${ada.id}', 't1', now(), '[{"id":"r1","version":1,"before":null}]')`,
    ])
      await store.owner((sql) => sql.rows(statement));
    const { json } = await ada.call(`/api/conversations/${talk}/cards`);
    expect(json).toMatchObject({
      cards: [
        {
          reminder_id: "r1",
          turn_id: "t1",
          message_id: null,
          content: "water the plants",
          lifecycle: "active",
          local_start: "2026-11-17T08:00",
          can_undo: true,
        },
        { reminder_id: "r2", turn_id: null, message_id: "m9", can_undo: false },
      ],
    });
    // Once it is another than the one that the turn left, the word no longer reaches it.
    await store.owner((sql) => sql.rows("update reminder set version = 2 where id = 'r1'"));
    expect((await ada.call(`/api/conversations/${talk}/cards`)).json).toMatchObject({
      cards: [{ can_undo: false }, { can_undo: false }],
    });
    expect((await bob.call(`/api/conversations/${talk}/cards`)).status).toBe(404);
  });
});
