import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { ChannelCapabilities, FetchedFile } from "../../src/domain/channel.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";
import type { Speaker } from "../../src/domain/ports/speaker.ts";
import type { Transcriber } from "../../src/domain/ports/transcriber.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { TurnContext } from "../../src/domain/skill.ts";
import { MediaAway } from "../../src/domain/ports/media.ts";
import { openFolder } from "../../src/store/media/folder.ts";
import { type SweptMediaStore, openMediaStore } from "../../src/store/media/media-store.ts";
import { sweepMedia } from "../../src/turn/media-sweep.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { photo, tinyPng } from "../support/pictures.ts";
import { silentLog } from "../support/silent-log.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

const used = useLab(postgresStore);
const chance = createSystemChance(systemClock.now);
let directory: string;
let media: SweptMediaStore;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "meanwhile-media-"));
  media = await openMediaStore({
    places: [await openFolder(directory)],
    log: silentLog,
    maxBytes: 1_000,
    quotaBytes: 10_000,
    clock: systemClock,
    chance,
  });
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Pauses between tries are short here; a turn's time and its lease are as long as ever. */
const quick = {
  now: systemClock.now,
  wait: (ms: number, signal?: AbortSignal) => systemClock.wait(ms <= 3_000 ? 5 : ms, signal),
};

/** One message with files, and what its turn saw. */
async function sendWithFiles(
  payload: JsonObject,
  answers: (FetchedFile | Promise<FetchedFile>)[],
  more: {
    text?: string;
    clock?: Clock;
    transcriber?: Transcriber;
    speaker?: Speaker;
    reply?: string;
    capabilities?: Partial<ChannelCapabilities>;
  } = {},
) {
  const asked: JsonObject[] = [];
  const typing: string[] = [];
  const post = Object.assign(ledgerChannel({ capabilities: more.capabilities ?? {} }), {
    fetchFile: async ({ media: of }: { media: JsonObject }): Promise<FetchedFile> => {
      asked.push(of);
      return answers.shift() ?? { failed: "gone", again: false };
    },
    typing: ({
      peer,
      vendorId,
      contextToken,
    }: {
      peer: string;
      vendorId: string;
      contextToken: string | undefined;
    }) => {
      typing.push(`${peer} ${vendorId} ${contextToken}`);
      return { end: () => void typing.push("ended") };
    },
  });
  let seen: TurnContext | undefined;
  const lab = await used.start({
    post,
    media,
    ...(more.transcriber === undefined ? {} : { transcriber: more.transcriber }),
    ...(more.speaker === undefined ? {} : { speaker: more.speaker }),
    clock: more.clock ?? quick,
    run: async (turn) => {
      seen = turn;
      return more.reply ?? "seen";
    },
  });
  const outcome = await lab.spine.accept({
    route: { channel: "post", channelAccount: "main", scope: "user:ada", peer: "ada" },
    vendorId: "m1",
    subject: "ada",
    text: more.text ?? "[image]",
    payload: { context_token: "ctx", ...payload },
    busyPolicy: "supersede",
    provision: true,
  });
  return { lab, post, asked, typing, outcome, turn: () => seen };
}

const png = tinyPng();

describe("a file that comes with a message", () => {
  it("a file that comes with a message is fetched before its turn reads it, kept under an id, and its address is forgotten", async () => {
    const { lab, turn, typing, asked } = await sendWithFiles(
      { media: [{ kind: "image", name: "cat.png", source: { url: "secret" } }] },
      [{ failed: "timeout", again: true }, { bytes: png }],
    );
    await lab.idle();
    const [file] = turn()?.window[0]?.attachments ?? [];
    expect(file).toMatchObject({
      state: "kept",
      kind: "image",
      name: "cat.png",
      type: "image/png",
      bytes: png.length,
    });
    expect(Buffer.from((await turn()?.file?.(file?.mediaId ?? ""))?.bytes ?? [])).toEqual(png);
    expect(asked).toHaveLength(2);
    const [row] = await lab.db.rows<{ payload: JsonObject }>(
      "select payload from message where direction = 'inbound'",
    );
    expect(row?.payload).toEqual({
      context_token: "ctx",
      media: [
        { kind: "image", name: "cat.png", id: file?.mediaId, type: "image/png", bytes: png.length },
      ],
    });
    expect(typing).toEqual(["ada m1 ctx", "ended"]);
    expect(lab.post.ledger.map(({ text }) => text)).toEqual(["seen"]);
    await lab.say("what was it?");
    await lab.idle();
    expect((await turn()?.history(5))?.map(({ text }) => text)).toEqual(["[image]", "seen"]);
  });

  const said = "**Call** Ann at _3pm_.";
  it.each([
    { what: "a voice message", spoken: ["Call Ann at 3pm."], sent: [said, "audio/ogg alone"] },
    {
      what: "one whose answer found no voice",
      isMute: true,
      spoken: ["Call Ann at 3pm."],
      sent: [said],
    },
    { what: "a recording of something else", kind: "audio", spoken: [], sent: [said] },
    { what: "one in an app without voice messages", hasVoice: false, spoken: [], sent: [said] },
    { what: "one whose answer is long", reply: "long ".repeat(300), spoken: [], sent: undefined },
  ])(
    "who sends a voice message is answered by one too, after the words: $what",
    async ({ kind = "voice", hasVoice = true, isMute = false, reply = said, spoken, sent }) => {
      const heard: string[] = [];
      const { lab, post } = await sendWithFiles(
        { media: [{ kind, source: { url: "secret" } }] },
        [{ bytes: Buffer.from("OggS voice") }],
        {
          text: "[voice message]",
          reply,
          capabilities: { carriesFiles: true, hasVoice },
          transcriber: { transcribe: async () => "when is the call?" },
          speaker: {
            async speak(text) {
              heard.push(text);
              return isMute ? undefined : Buffer.from("OggS answer");
            },
          },
        },
      );
      await lab.idle();
      const parts = post.ledger.map(({ text, payload: { media } }) =>
        media === undefined ? text : `${media.type} ${media.alone === true ? "alone" : text}`,
      );
      expect(heard).toEqual(spoken);
      if (sent !== undefined) expect(parts).toEqual(sent);
    },
  );

  it("a voice message is heard before its turn: its words are the message, then and in later turns", async () => {
    const heard: string[] = [];
    const { lab, turn } = await sendWithFiles(
      {
        media: [
          { kind: "voice", source: { url: "secret" } },
          { kind: "audio", name: "song.ogg", source: { url: "other" } },
        ],
      },
      [{ bytes: Buffer.from("OggS voice") }, { bytes: Buffer.from("OggS song") }],
      {
        text: "[voice message] [audio: song.ogg]",
        transcriber: {
          transcribe: async ({ bytes, type }) => {
            heard.push(`${type} ${Buffer.from(bytes).toString()}`);
            return "remind me to call Ann";
          },
        },
      },
    );
    await lab.idle();
    expect(heard).toEqual(["audio/ogg OggS voice"]);
    expect(turn()?.window[0]).toMatchObject({
      text: "remind me to call Ann [audio: song.ogg]",
      attachments: [{ state: "said", transcript: "remind me to call Ann" }, { state: "kept" }],
    });
    await lab.say("what did I say?");
    await lab.idle();
    expect((await turn()?.history(5))?.map(({ text }) => text)).toEqual([
      "remind me to call Ann [audio]",
      "seen",
    ]);
  });

  it.each<[string, FetchedFile, { error: string; notice: string }]>([
    [
      "the vendor no longer has it",
      { failed: "gone", again: false },
      {
        error: "gone",
        notice: "The address of the picture expired before I could fetch it. Please send it again.",
      },
    ],
    [
      "it is too large for the store",
      { bytes: new Uint8Array(2_000) },
      {
        error: "too_large",
        notice:
          "The picture is too large: I take files up to 0 MB. Please send a smaller one, or split it.",
      },
    ],
    [
      "it is too large for the channel",
      { failed: "too_large", again: false, limitBytes: 20 * 1024 ** 2 },
      {
        error: "too_large",
        notice:
          "The picture is too large: I take files up to 20 MB. Please send a smaller one, or split it.",
      },
    ],
    [
      "it is damaged",
      { bytes: Buffer.from("\x89PNG and then some", "latin1") },
      {
        error: "damaged",
        notice:
          "The picture is damaged and can't be opened. Please check the original and save it again before you send it.",
      },
    ],
  ])(
    "a file that comes with a message is reported to the person as what it is when %s, and the turn goes on",
    async (_why, answer, { error, notice }) => {
      const { lab, turn } = await sendWithFiles({ media: [{ kind: "image" }] }, [answer]);
      await lab.idle();
      expect(turn()?.window[0]?.attachments).toMatchObject([{ state: "missing", error }]);
      expect(lab.post.ledger.map(({ text }) => text)).toEqual(["seen", notice]);
      expect(readdirSync(directory)).toEqual([]);
    },
  );

  it("a file that comes with a message loses the place where a picture was taken before it is kept or read, and a name keeps its direction", async () => {
    const { lab, turn } = await sendWithFiles(
      { media: [{ kind: "image", name: "a\u202egpj.exe" }] },
      [{ bytes: photo("GPSCANARY") }],
    );
    await lab.idle();
    const [file] = turn()?.window[0]?.attachments ?? [];
    expect(file).toMatchObject({ state: "kept", name: "agpj.exe", type: "image/jpeg" });
    const kept = Buffer.from((await turn()?.file?.(file?.mediaId ?? ""))?.bytes ?? []).toString(
      "latin1",
    );
    expect(kept).not.toContain("GPSCANARY");
    expect(kept.length).toBe(file?.bytes);
    const [row] = await lab.db.rows<{ payload: JsonObject }>(
      "select payload from message where direction = 'inbound'",
    );
    expect(JSON.stringify(row)).not.toContain("\u202e");
  });

  it("a file that does not come is given up while there is time left for an answer", async () => {
    const clock = fakeClock();
    const { lab, typing } = await sendWithFiles(
      { media: [{ kind: "image" }] },
      [new Promise<FetchedFile>(() => undefined)],
      { clock },
    );
    await lab.until(() => typing.length === 1);
    await clock.advance(30_000);
    await lab.idle();
    expect((await used.parts()).map(([text]) => text)).toEqual([
      "seen",
      expect.stringContaining("could not fetch the picture just now") as string,
    ]);
  });

  it("a file that comes with a message does not hold up a newer message, and nothing of the older turn stays", async () => {
    const never = new Promise<FetchedFile>(() => undefined);
    const { lab, turn, typing } = await sendWithFiles({ media: [{ kind: "image" }] }, [
      never,
      { bytes: png },
    ]);
    await lab.until(() => typing.length === 1);
    await lab.say("and this", { policy: "supersede" });
    await lab.idle();
    expect(
      turn()?.window.map(({ text, attachments }) => [text, attachments?.map(({ state }) => state)]),
    ).toEqual([
      ["[image]", ["kept"]],
      ["and this", []],
    ]);
    expect(typing.filter((word) => word === "ended")).toHaveLength(2);
  });

  it("a file that comes with a message opens for the turn that shows it and for no other", async () => {
    const id = await media.put(png, { type: "image/png", channel: "post" });
    const { lab, turn } = await sendWithFiles({}, [], { text: "hello" });
    await lab.idle();
    expect(await turn()?.file?.(id)).toBeUndefined();
  });
});

describe("while the storage of files is away", () => {
  const away = async (): Promise<never> => {
    throw new MediaAway(new Error("SlowDown"));
  };

  it("while the storage of files is away, a message with a file is answered and says that the file did not come", async () => {
    media = { ...media, put: away };
    const { lab, turn } = await sendWithFiles({ media: [{ kind: "image" }] }, [{ bytes: png }]);
    await lab.idle();
    expect(turn()?.window[0]?.attachments).toMatchObject([{ state: "missing", error: "not_kept" }]);
    expect(lab.post.ledger.map(({ text }) => text)).toEqual([
      "seen",
      "I could not fetch the picture just now. Please send it again in a while.",
    ]);
  });

  it("while the storage of files is away, an answer with a new file is sent without it and says so", async () => {
    const lab = await used.start({
      media: { ...media, put: away },
      clock: quick,
      run: async () => ({
        reply: ["here"],
        disposition: "replied",
        reason: "reply_ready",
        files: [{ bytes: png, name: "cat.png" }],
      }),
    });
    await lab.say("draw a cat");
    await lab.idle();
    expect(lab.post.ledger.map(({ text }) => text)).toEqual([
      "here",
      expect.stringMatching(/^A file of this answer can't be sent/),
    ]);
  });

  it("while the storage of files is away, a file to send waits and is sent once when it is back", async () => {
    const post = ledgerChannel();
    post.plan.push(away);
    const lab = await used.start({ post, clock: quick, run: async () => "here" });
    await lab.say("hello");
    await lab.idle();
    expect(post.ledger.map(({ text }) => text)).toEqual(["here"]);
    expect(await used.parts()).toEqual([["here", "sent"]]);
  });
});

it("a quote by the vendor's id alone reaches the turn with its words and whose they were", async () => {
  const { lab, turn } = await sendWithFiles({}, [], { text: "first" });
  await lab.idle();
  for (const [id, quoted] of [
    ["m2", "m1"],
    ["m3", "vendor-1"],
    ["m4", "unknown"],
  ] as const) {
    await lab.spine.accept({
      route: { channel: "post", channelAccount: "main", scope: "user:ada", peer: "ada" },
      vendorId: id,
      subject: "ada",
      text: "that one",
      payload: { quote: { vendor_id: quoted } },
      busyPolicy: "queue",
      provision: true,
    });
    await lab.idle();
    const expected = { m2: ["first", "person"], m3: ["seen", "us"], m4: [null, null] }[id];
    expect([turn()?.window[0]?.quote?.text, turn()?.window[0]?.quote?.from]).toEqual(expected);
  }
});

it("files are dropped when they are old by the database's clock; their messages stay, and so do newer files", async () => {
  const { lab, turn } = await sendWithFiles({ media: [{ kind: "image" }, { kind: "image" }] }, [
    { bytes: png },
    { bytes: png },
  ]);
  await lab.idle();
  const [old, young] = turn()?.window[0]?.attachments?.map(({ mediaId }) => mediaId ?? "") ?? [];
  await lab.db.rows("update media_file set kept_at = now() - interval '31 days' where id = $1", [
    old,
  ]);
  const sweep = () =>
    sweepMedia({
      db: lab.db,
      projector: lab.spine.projector,
      clock: lab.clock,
      log: silentLog,
      store: media,
      keepDays: 30,
    });
  const swept: number[] = [];
  const store = {
    room: () => ({ used: 0, quota: 1 }),
    get: (id: string) => media.get(id),
    drop: (id: string) => media.drop(id),
    sweep: async (ms: number) => (swept.push(ms / 86_400_000), 0),
  };
  const sweepIn = (days: number) =>
    sweepMedia({
      db: lab.db,
      projector: lab.spine.projector,
      clock: lab.clock,
      log: silentLog,
      store,
      keepDays: 30,
      keepDaysIn: { post: days },
    });
  // A channel that keeps them for longer does: neither the row nor the file goes.
  expect([await sweepIn(60), swept]).toEqual([0, [61]]);
  expect([await sweep(), await sweep()]).toEqual([1, 0]);
  expect([await media.get(old ?? ""), (await media.get(young ?? ""))?.type]).toEqual([
    undefined,
    "image/png",
  ]);
  expect(await lab.db.rows("select id from media_file where dropped_at is not null")).toEqual([
    { id: old },
  ]);
  await lab.db.rows("update media_file set kept_at = now() - interval '4 days' where id = $1", [
    young,
  ]);
  expect([await sweepIn(5), await sweepIn(3)]).toEqual([0, 1]);
});

it("S15: a full store makes room by the oldest files of the account that keeps the most, and of none within its share", async () => {
  const { lab, turn } = await sendWithFiles({ media: [{ kind: "image" }, { kind: "image" }] }, [
    { bytes: png },
    { bytes: png },
  ]);
  await lab.idle();
  const [old = "", young = ""] =
    turn()?.window[0]?.attachments?.map(({ mediaId }) => mediaId ?? "") ?? [];
  await lab.db.rows(
    "update media_file set bytes = 60, kept_at = case when id = $1 then now() - interval '1 hour' else now() end",
    [old],
  );
  await lab.db.rows(
    `insert into media_file (id, account_id, conversation_id, message_id, bytes, kept_at)
     select 'another', 'another', conversation_id, message_id, 50, now() - interval '2 hours' from media_file limit 1`,
  );
  const kept = new Map([
    [old, 60],
    [young, 60],
    ["another", 50],
  ]);
  const store = {
    room: () => ({ used: [...kept.values()].reduce((sum, size) => sum + size, 0), quota: 130 }),
    get: async () => undefined,
    drop: async (id: string) => void kept.delete(id),
    sweep: async () => 0,
  };
  const sweep = () =>
    sweepMedia({
      db: lab.db,
      projector: lab.spine.projector,
      clock: lab.clock,
      log: silentLog,
      store,
      keepDays: 30,
    });
  expect([await sweep(), [...kept.keys()].toSorted()]).toEqual([1, [young, "another"].toSorted()]);
  expect(await sweep()).toBe(0);
});
