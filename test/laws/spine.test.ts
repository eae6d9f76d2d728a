import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { iso } from "../../src/domain/ports/clock.ts";
import { ModelFailure } from "../../src/domain/ports/model.ts";
import type { TurnContext } from "../../src/domain/skill.ts";
import type { Database } from "../../src/store/database/database.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { type Lab, type LabOptions, openLab } from "../support/lab.ts";
import { pooledStore, stores } from "../support/stores.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

/** A gate that the test opens: how a turn is held in the middle of something without any sleep. */
function gate(): {
  open: () => void;
  passed: Promise<void>;
  reached: Promise<void>;
  pass: () => Promise<void>;
} {
  const inside = Promise.withResolvers<void>();
  const outside = Promise.withResolvers<void>();
  return {
    open: () => outside.resolve(),
    passed: outside.promise,
    reached: inside.promise,
    pass: () => {
      inside.resolve();
      return outside.promise;
    },
  };
}

describe.each([...stores, pooledStore])("the spine on $name", (store) => {
  let db: Database;
  let fresh: () => Promise<void>;
  let lab: Lab;
  const labs: Lab[] = [];

  beforeAll(async () => {
    const opened = await store.open();
    db = opened.db;
    fresh = opened.empty;
    return opened.close;
  });
  beforeEach(() => fresh());
  afterEach(async () => {
    await Promise.all(labs.splice(0).map((open) => open.close()));
  });
  const start = async (options: Omit<LabOptions, "db"> = {}): Promise<Lab> => {
    lab = await openLab({ db, ...options });
    labs.push(lab);
    return lab;
  };
  const turns = () =>
    db.rows<{ status: string; input_from_seq: number; input_to_seq: number; attempt: number }>(
      "select status, input_from_seq, input_to_seq, attempt from turn order by started_at, id",
    );
  const ends = async () =>
    (
      await db.rows<{ ended_as: string | null }>(
        "select ended_as from message where direction = 'inbound' order by event_id",
      )
    ).map((row) => row.ended_as);
  const listSeen = () => lab.post.ledger.map((delivery) => delivery.text);

  it("the spine answers a message once, and the rows tell the story", async () => {
    await start();
    const accepted = await lab.say("hello");
    await lab.idle();
    expect(accepted).toMatchObject({ kind: "accepted", seq: 1 });
    expect(listSeen()).toEqual(["echo: hello"]);
    expect(await turns()).toEqual([
      { status: "committed", input_from_seq: 1, input_to_seq: 1, attempt: 1 },
    ]);
    expect(await ends()).toEqual(["answered"]);
    expect(await db.rows("select disposition, reason_code from output_disposition")).toEqual([
      { disposition: "replied", reason_code: "reply_ready" },
    ]);
    expect(await db.rows("select status, retry_attempt from delivery_attempt")).toEqual([
      { status: "sent", retry_attempt: 1 },
    ]);
    expect(lab.complaints).toEqual([]);
  });

  it("the spine starts a turn by the commit that takes its message in where the lane is idle and a slot is free, and from the lane otherwise", async () => {
    const held = gate();
    const heard: unknown[] = [];
    await start({
      settings: { turn: { concurrency: 1 } },
      run: async ({ window: [message], account }) => {
        heard.push([message?.text, account]);
        if (message?.text === "slow") await held.pass();
        return "done";
      },
    });
    // A person who writes for the first time is claimed from their lane: there was none to lock.
    for (const from of ["ada", "bob"]) await lab.say("hello", { from });
    await lab.idle();
    await lab.say("slow", { from: "ada" });
    await held.reached;
    await lab.say("waits", { from: "bob" });
    held.open();
    await lab.idle();
    const commits = await db.rows<{ text: string; together: boolean }>(
      `select r.payload_json ->> 'text' as text, r.xmin = s.xmin as together from event_log r
       join turn t on t.conversation_id = r.conversation_id and t.input_from_seq = (r.payload_json ->> 'seq')::int
       join event_log s on s.turn_id = t.id and s.kind = 'turn_started' where r.kind = 'message_received' order by r.id`,
    );
    expect(commits.map(({ text, together }) => [text, together])).toEqual([
      ["hello", false],
      ["hello", false],
      ["slow", true],
      ["waits", false],
    ]);
    // Whichever way it came, a turn knows the same of its person.
    const [known, , atDoor] = heard as [string, object][];
    expect(atDoor).toEqual(["slow", known?.[1]]);
    expect(lab.complaints).toEqual([]);
  });

  it("the spine starts the turns of messages that arrive together by their common commit, except where one conversation has two of them", async () => {
    await start();
    for (const from of ["ada", "bob", "cleo"]) await lab.say("hello", { from });
    await lab.idle();
    // The first is committed alone; the others wait for that and share the next commit.
    await Promise.all([
      lab.say("first", { from: "cleo" }),
      lab.say("one", { from: "ada" }),
      lab.say("two", { from: "bob" }),
      lab.say("three", { from: "bob" }),
    ]);
    await lab.idle();
    const commits = await db.rows<{ text: string; batch: number; together: boolean }>(
      `select r.payload_json ->> 'text' as text, dense_rank() over (order by r.xmin::text::int) as batch, r.xmin = s.xmin as together
       from event_log r join turn t on t.conversation_id = r.conversation_id
         and (r.payload_json ->> 'seq')::int between t.input_from_seq and t.input_to_seq
       join event_log s on s.turn_id = t.id and s.kind = 'turn_started'
       where r.kind = 'message_received' and r.payload_json ->> 'text' <> 'hello' order by r.id`,
    );
    const shared = commits.filter(({ batch }) => batch === commits.at(-1)?.batch);
    expect(shared.map(({ text, together }) => [text, together]).slice(-3)).toEqual([
      ["one", true],
      ["two", false],
      ["three", false],
    ]);
    expect(lab.complaints).toEqual([]);
  });

  it("L5: the spine takes a repeated vendor id as the same message, however often it comes", async () => {
    await start();
    const first = await lab.say("hello", { id: "v-1" });
    await lab.idle();
    const again = await Promise.all([
      lab.say("hello", { id: "v-1" }),
      lab.say("hello", { id: "v-1" }),
    ]);
    await lab.idle();
    expect(again.map((outcome) => [outcome.kind, outcome.messageId])).toEqual([
      ["duplicate", first.messageId],
      ["duplicate", first.messageId],
    ]);
    expect(listSeen()).toEqual(["echo: hello"]);
  });

  it("the spine keeps the same vendor id on two of our channel accounts apart", async () => {
    await start();
    await lab.say("to one", { id: "v-1", channelAccount: "one" });
    await lab.say("to two", { id: "v-1", channelAccount: "two" });
    await lab.idle();
    expect(listSeen().toSorted()).toEqual(["echo: to one", "echo: to two"]);
  });

  it("the spine keeps the same vendor id of two people behind one channel account apart, in one batch and in two", async () => {
    await start();
    const both = await Promise.all([
      lab.say("from one", { id: "v-1", from: "one" }),
      lab.say("from two", { id: "v-1", from: "two" }),
    ]);
    const third = await lab.say("from three", { id: "v-1", from: "three" });
    const again = await lab.say("from two", { id: "v-1", from: "two" });
    await lab.idle();
    expect([...both, third].map(({ kind }) => kind)).toEqual(["accepted", "accepted", "accepted"]);
    expect(again).toMatchObject({
      kind: "duplicate",
      messageId: both[1]?.messageId,
      accountId: both[1]?.accountId,
    });
    expect(listSeen().toSorted()).toEqual(["echo: from one", "echo: from three", "echo: from two"]);
  });

  it("the spine keeps two ids that differ in the last of twenty digits two messages", async () => {
    await start();
    await lab.say("a", { id: "18446744073709551614" });
    await lab.idle();
    await lab.say("b", { id: "18446744073709551615" });
    await lab.idle();
    expect(listSeen()).toEqual(["echo: a", "echo: b"]);
  });

  it("the spine runs one turn at a time in a conversation and lets others run beside it", async () => {
    const held = gate();
    const inside: string[] = [];
    await start({
      run: async (turn) => {
        inside.push(turn.conversationId);
        if (turn.window[0]?.text === "slow") await held.pass();
        return "done";
      },
    });
    const slow = await lab.say("slow", { from: "ada" });
    await held.reached;
    await lab.say("next", { from: "ada" });
    const other = await lab.say("quick", { from: "bob" });
    await lab.until(() => lab.post.ledger.some((delivery) => delivery.peer === "bob"));
    expect(inside).toEqual([slow.conversationId, other.conversationId]);
    held.open();
    await lab.idle();
    expect(inside).toEqual([slow.conversationId, other.conversationId, slow.conversationId]);
  });

  it("the spine gives everything that waited to the next turn as one window", async () => {
    const held = gate();
    await start({
      run: async (turn) => {
        if (turn.window[0]?.text === "slow") await held.pass();
        return turn.window.map((message) => message.text).join("+");
      },
    });
    await lab.say("slow");
    await held.reached;
    for (const text of ["one", "two", "three"]) await lab.say(text);
    held.open();
    await lab.idle();
    expect(listSeen()).toEqual(["slow", "one+two+three"]);
    expect((await turns()).map((turn) => [turn.input_from_seq, turn.input_to_seq])).toEqual([
      [1, 1],
      [2, 4],
    ]);
  });

  it("L6: the spine with policy supersede lets newer input take the running turn's place, and the old turn leaves no effect", async () => {
    const held = gate();
    await start({
      run: async (turn) => {
        if (turn.window.length === 1) {
          turn.stage({ domain: "test", operation: "noop", payload: {}, events: [] });
          await held.pass();
        }
        return turn.window.map((message) => message.text).join("+");
      },
    });
    await lab.say("first", { policy: "supersede" });
    await held.reached;
    await lab.say("second", { policy: "supersede" });
    await lab.idle();
    held.open();
    expect(listSeen()).toEqual(["first+second"]);
    expect((await turns()).map((turn) => turn.status)).toEqual(["superseded", "committed"]);
    expect(await db.rows("select 1 from staged_command")).toEqual([]);
    expect(await ends()).toEqual(["answered", "answered"]);
  });

  it("a person in a group never takes another's place: both are answered, whatever the policy", async () => {
    const held = gate();
    await start({
      run: async (turn) => {
        if (turn.window[0]?.text === "from ada") await held.pass();
        return turn.window.map((message) => message.text).join("+");
      },
    });
    const group = (from: string, text: string) =>
      lab.spine.accept({
        route: { channel: "post", channelAccount: "main", scope: "group:g", peer: "g" },
        vendorId: `${from}-${text}`,
        subject: from,
        text,
        busyPolicy: "supersede",
        provision: true,
      });
    await group("ada", "from ada");
    await held.reached;
    await group("bob", "from bob");
    await group("bob", "more from bob");
    held.open();
    await lab.idle();
    expect(listSeen()).toEqual(["from ada", "from bob+more from bob"]);
    expect(new Set(await ends())).toEqual(new Set(["answered"]));
    expect(lab.complaints).toEqual([]);
  });

  it("the spine gives up input whose turn cannot even start, reports it to the person, and goes on with the next message", async () => {
    const clock = fakeClock();
    await start({ clock, settings: { turn: { maxAttempts: 2 } } });
    const { conversationId } = await lab.say("hello");
    await lab.idle();
    // A row that stands in the way of every later start, as a bug would leave it.
    await db.rows(
      `insert into turn (id, conversation_id, account_id, trigger_id, trigger_type, mode, status, attempt, started_at)
       select 'stray', id, account_id, 'stray', 'inbound', 'interactive', 'running', 1, now() from conversation where id = $1`,
      [conversationId],
    );
    await lab.say("nobody can take this");
    await lab.until(async () => {
      const [waiting] = await db.rows<{ ready_at: string }>(
        "select ready_at from conversation where lease_until is null and ready_at > $1",
        [iso(clock.now())],
      );
      if (waiting !== undefined) {
        await clock.advance(Date.parse(waiting.ready_at) - clock.now());
        lab.spine.wake();
      }
      return listSeen().length === 2;
    });
    expect(listSeen()[1]).toContain("could not handle");
    expect(await ends()).toEqual(["answered", "dead_lettered"]);
    await db.rows("delete from turn where id = 'stray'");
    await lab.say("next");
    await lab.idle();
    expect(listSeen()[2]).toBe("echo: next");
  });

  it("the spine does not hold it against a message that the process was restarted while it was being answered", async () => {
    for (let restart = 0; restart < 3; restart += 1) {
      const held = gate();
      const open = await start({
        settings: { turn: { maxAttempts: 2 } },
        run: async () => (await held.pass(), "never"),
      });
      if (restart === 0) await open.say("patience");
      await held.reached;
      await open.close();
      held.open();
      labs.length = 0;
    }
    await start({ settings: { turn: { maxAttempts: 2 } } });
    await lab.idle();
    expect(listSeen()).toEqual(["echo: patience"]);
  });

  it("L3: the spine with policy busy reports it to the person, and the message is in no window", async () => {
    const held = gate();
    await start({
      run: async (turn) => {
        if (turn.window[0]?.text === "slow") await held.pass();
        return turn.window.map((message) => message.text).join("+");
      },
    });
    await lab.say("slow", { policy: "busy" });
    await held.reached;
    expect((await lab.say("are you there", { policy: "busy" })).kind).toBe("busy");
    await lab.until(() => listSeen().length === 1);
    expect(listSeen()[0]).toContain("stop");
    held.open();
    await lab.idle();
    await lab.say("later", { policy: "busy" });
    await lab.idle();
    expect(listSeen().slice(1)).toEqual(["slow", "later"]);
    expect(await ends()).toEqual(["answered", "rejected", "answered"]);
  });

  describe("stop", () => {
    it("a stop ends a turn that is calling the model, closes its window and leaves no effect", async () => {
      const held = gate();
      const aborted = Promise.withResolvers<void>();
      await start({
        run: async (turn) => {
          turn.signal.addEventListener("abort", () => aborted.resolve());
          turn.show({ text: "half a" });
          await held.pass();
          return "never";
        },
      });
      const { conversationId, accountId } = await lab.say("go");
      await held.reached;
      expect(await lab.spine.lanes.stopTurn({ conversationId, accountId })).toBe("stopped");
      await aborted.promise;
      held.open();
      await lab.idle();
      expect(listSeen()).toEqual([]);
      expect((await turns()).map((turn) => turn.status)).toEqual(["stopped"]);
      expect(await ends()).toEqual(["stopped"]);
    });

    it("a stop works as a word, from any process that runs the turn, and is confirmed", async () => {
      const held = gate();
      await start({ run: async () => (await held.pass(), "never") });
      await lab.say("go");
      await held.reached;
      expect(await lab.say("停止")).toMatchObject({ kind: "control", control: "stopped" });
      held.open();
      await lab.idle();
      expect(listSeen()).toEqual(["已停止。"]);
    });

    it("a stop is confirmed in the language that the person chose, not the one the word is in", async () => {
      await start();
      const { accountId } = await lab.say("你好");
      await lab.idle();
      await db.rows("update account set language = 'zh' where id = $1", [accountId]);
      await lab.say("stop");
      await lab.idle();
      expect(listSeen()[1]).toMatch(/\p{Script=Han}/u);
    });

    it("a stop between two tools keeps what was staged from happening and the next tool from staging", async () => {
      const held = gate();
      let late: unknown;
      await start({
        run: async (turn) => {
          const command = { domain: "test", operation: "noop", payload: {}, events: [] };
          turn.stage(command);
          await held.pass();
          try {
            turn.stage(command);
          } catch (error) {
            late = error;
          }
          return "never";
        },
      });
      const { conversationId, accountId } = await lab.say("go");
      await held.reached;
      await lab.spine.lanes.stopTurn({ conversationId, accountId });
      held.open();
      await lab.idle();
      expect(late).toBeInstanceOf(Error);
      expect(await db.rows("select 1 from staged_command")).toEqual([]);
    });

    it("a stop frees the lane at once even when the skill ignores the abort, and its late answer is fenced off", async () => {
      const held = gate();
      await start({
        run: async (turn) => {
          if (turn.window[0]?.text === "deaf") await held.pass();
          return `said: ${turn.window[0]?.text}`;
        },
      });
      const { conversationId, accountId } = await lab.say("deaf");
      await held.reached;
      await lab.spine.lanes.stopTurn({ conversationId, accountId });
      await lab.say("next");
      await lab.idle();
      held.open();
      await lab.say("and next");
      await lab.idle();
      expect(listSeen()).toEqual(["said: next", "said: and next"]);
    });

    it("a stop ends input that no turn has taken yet", async () => {
      await start({ settings: { work: false } });
      const { conversationId, accountId } = await lab.say("waiting");
      expect(await lab.spine.lanes.stopTurn({ conversationId, accountId })).toBe("stopped");
      expect(await ends()).toEqual(["stopped"]);
      expect(await lab.spine.lanes.stopTurn({ conversationId, accountId })).toBe("nothing_to_stop");
    });

    it("a stop withdraws the parts that were not handed over yet, and none of them starts afterwards", async () => {
      const held = gate();
      const post = ledgerChannel({ limits: { partLength: 10 } });
      post.plan.push(async () => {
        await held.pass();
        return { kind: "sent" };
      });
      await start({ post, run: async () => "aaaa aaaa bbbb bbbb cccc cccc" });
      const { conversationId, accountId } = await lab.say("go");
      await held.reached;
      expect(await lab.spine.lanes.stopTurn({ conversationId, accountId })).toBe("stopped");
      held.open();
      await lab.idle();
      expect(listSeen()).toHaveLength(1);
      expect(
        (
          await db.rows<{ status: string }>("select status from delivery_attempt order by ordinal")
        ).map((row) => row.status),
      ).toEqual(["sent", "withdrawn", "withdrawn"]);
    });

    it("a stop after the commit says that it was already finished", async () => {
      await start();
      const { conversationId, accountId } = await lab.say("go");
      await lab.idle();
      expect(await lab.spine.lanes.stopTurn({ conversationId, accountId })).toBe(
        "already_finished",
      );
      expect(listSeen()).toEqual(["echo: go"]);
    });

    it("a stop does not reach another account's conversation", async () => {
      const held = gate();
      await start({ run: async (turn) => (turn.account.id, await held.pass(), "done") });
      const ada = await lab.say("go", { from: "ada" });
      await held.reached;
      expect(
        await lab.spine.lanes.stopTurn({
          conversationId: ada.conversationId,
          accountId: "somebody-else",
        }),
      ).toBe("nothing_to_stop");
      held.open();
      await lab.idle();
      expect(listSeen()).toEqual(["done"]);
    });

    it("a stop is a whole utterance while nothing runs: a sentence that contains the word is a message", async () => {
      await start();
      expect((await lab.say("please stop by the shop")).kind).toBe("accepted");
      expect((await lab.say("ѕtop", { from: "cyr" })).kind).toBe("accepted");
      expect((await lab.say("ＳＴＯＰ！", { from: "wide" })).kind).toBe("control");
      await lab.idle();
    });

    it("a stop inside a sentence ends the turn that runs, unless the word is negated", async () => {
      const held = gate();
      await start({ run: async () => (await held.pass(), "done") });
      await lab.say("go");
      await held.reached;
      expect((await lab.say("please don't stop")).kind).toBe("accepted");
      expect(await lab.say("好了，请停止吧")).toMatchObject({
        kind: "control",
        control: "stopped",
      });
      held.open();
      await lab.idle();
    });
  });

  it("L16: the spine treats a timeout as a cancel: nothing is written, it is reported to the person, a late answer changes nothing", async () => {
    const clock = fakeClock();
    const held = gate();
    await start({
      clock,
      settings: { turn: { timeoutMs: 1_000 } },
      run: async () => (await held.pass(), "too late"),
    });
    await lab.say("go");
    await held.reached;
    await clock.advance(1_000);
    await lab.until(() => listSeen().length === 1);
    held.open();
    await lab.idle();
    expect(listSeen()).toEqual([expect.stringContaining("took too long")]);
    expect(await ends()).toEqual(["dead_lettered"]);
  });

  it.each(["overloaded", "unreachable", "bad_output", "spend_cap", "key_refused"] as const)(
    "the spine apologises once when the model fails as %s",
    async (code) => {
      await start({
        run: async () => {
          throw new ModelFailure(code, "no");
        },
      });
      await lab.say("你好");
      await lab.idle();
      expect(listSeen()).toHaveLength(1);
      expect(listSeen()[0]).toMatch(/\p{Script=Han}/u);
      expect(await db.rows("select disposition, reason_code from output_disposition")).toEqual([
        { disposition: "failed", reason_code: code },
      ]);
    },
  );

  it("the spine tries a turn that throws five times, then reports it to the person and goes on with the next message", async () => {
    const clock = fakeClock();
    let tries = 0;
    await start({
      clock,
      run: async (turn: TurnContext) => {
        if (turn.window[0]?.text === "poison") {
          tries += 1;
          throw new Error("a bug");
        }
        return "fine";
      },
    });
    await lab.say("poison");
    await lab.until(async () => {
      const [waiting] = await db.rows<{ ready_at: string }>(
        "select ready_at from conversation where lease_until is null and ready_at > $1",
        [iso(clock.now())],
      );
      if (waiting !== undefined) {
        await clock.advance(Date.parse(waiting.ready_at) - clock.now());
        lab.spine.wake();
      }
      return listSeen().length === 1;
    });
    expect(tries).toBe(5);
    expect(listSeen()[0]).toContain("could not handle");
    await lab.say("next");
    await lab.idle();
    expect(listSeen()[1]).toBe("fine");
    expect(await ends()).toEqual(["dead_lettered", "answered"]);
  });

  it("the spine replaces what was shown when an attempt starts over, never appends to it", async () => {
    const shown: { kind: string; text?: string }[] = [];
    const held = gate();
    await start({
      run: async (turn) => {
        await held.pass();
        turn.show({ text: "first " });
        turn.show({ text: "try" });
        turn.show({ text: "", replace: true });
        turn.show({ text: "second" });
        return "second";
      },
    });
    const { conversationId } = await lab.say("go");
    lab.spine.streams.subscribe(conversationId, (notice) => shown.push(notice));
    await held.reached;
    held.open();
    await lab.idle();
    let text = "";
    for (const notice of shown) {
      if (notice.kind === "text") text = notice.text ?? "";
      if (notice.kind === "delta") text += notice.text ?? "";
    }
    expect(text).toBe("second");
  });

  it("the spine forgets what was said before /clear", async () => {
    const histories: string[][] = [];
    await start({
      run: async (turn) => {
        histories.push((await turn.history(10)).map((message) => message.text));
        return "ok";
      },
    });
    await lab.say("a secret");
    await lab.idle();
    expect(await lab.say("/clear")).toMatchObject({ kind: "control", control: "cleared" });
    await lab.idle();
    await lab.say("what did I say?");
    await lab.idle();
    expect(histories[1]?.join(" ")).not.toContain("a secret");
  });

  it("the spine answers ten messages that waited behind a turn when the process is replaced", async () => {
    const held = gate();
    const first = await start({ run: async () => (await held.pass(), "never") });
    await first.say("slow");
    await held.reached;
    for (let index = 0; index < 10; index += 1) await first.say(`m${index}`);
    // Opened only afterwards: the first process could otherwise answer the ten itself before it is gone.
    await first.close();
    held.open();
    labs.length = 0;
    const second = await start({
      run: async (turn) => turn.window.map((message) => message.text).join(","),
    });
    await second.idle();
    expect(listSeen().join(",")).toContain("m0,m1,m2,m3,m4,m5,m6,m7,m8,m9");
    expect(new Set(await ends())).toEqual(new Set(["answered"]));
  });
});
