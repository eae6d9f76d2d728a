import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { OutboundFailure } from "../../../src/domain/ports/http.ts";
import {
  type CarrierBench,
  type ChannelBench,
  freshId,
  type OpenCarrier,
  partFor,
  type Someone,
  type ChannelWorld,
} from "./bench.ts";
import { carriers } from "./notifiers.ts";
import { table } from "./table.ts";
import { echo, openChannelWorld } from "./world.ts";

const never = new AbortController().signal;
let world: ChannelWorld;
beforeAll(async () => {
  world = await openChannelWorld();
});
afterAll(() => world.close());
afterEach(() => {
  world.answer = echo;
  world.isAway = false;
  world.wire = undefined;
});

const textsOf = async ({ peer }: Someone): Promise<string[]> =>
  (
    await world.db.rows<{ text: string }>(
      "select m.text from message m join conversation c on c.id = m.conversation_id where c.peer = $1 and m.direction = 'inbound' order by m.event_id",
      [peer],
    )
  ).map(({ text }) => text);

describe.each(table)("$name", ({ open }) => {
  let bench: ChannelBench;
  beforeAll(() => {
    bench = open(world);
  });
  afterAll(() => {
    expect(bench.complaints()).toEqual([]);
  });

  describe("takes in", () => {
    it("a channel takes a message in word by word, and answers who wrote it, once", async () => {
      const [ada, bob] = [await bench.person(), await bench.person()];
      const text = '你好 😀👨‍👩‍👧 \u202eעברית "quoted" \\ </script> ${x} \\u0000';
      expect(await ada.says({ text, id: freshId() })).toBe("taken");
      await world.settle(ada.peer);
      expect([await textsOf(ada), await ada.saw(), await bob.saw()]).toEqual([
        [text],
        [`echo: ${text}`],
        [],
      ]);
    });

    it("an answer with a file brings all of its words, whatever the app takes beside a file", async () => {
      const ada = await bench.person();
      const words = "all of these words count. ".repeat(60).trim();
      world.answer = async () => ({
        reply: [words],
        files: [
          { bytes: Buffer.from("OggS speech"), name: "voice.ogg" },
          { bytes: Buffer.from("a,b\n1,2\n"), name: "table.csv" },
        ],
        disposition: "replied",
        reason: "reply_ready",
      });
      expect(await ada.says({ text: "make a table", id: freshId() })).toBe("taken");
      await world.settle(ada.peer);
      expect((await ada.saw()).join(" ").replaceAll(/\s+/g, " ")).toContain(words);
    });

    it("a channel takes a message that comes again as the same message: one row, one answer", async () => {
      const ada = await bench.person();
      const said = { text: "once", id: freshId() };
      const heard = [await ada.says(said), await ada.says(said)];
      await world.settle(ada.peer);
      heard.push(await ada.says(said));
      await world.settle(ada.peer);
      expect([heard, await textsOf(ada), await ada.saw()]).toEqual([
        ["taken", "taken", "taken"],
        ["once"],
        ["echo: once"],
      ]);
    });

    it("B10: a channel takes two messages of one second as two, also with the same words and ids that differ in the last digit", async () => {
      const ada = await bench.person();
      for (const id of [freshId(), freshId()])
        expect(await ada.says({ text: "same", id })).toBe("taken");
      await world.settle(ada.peer);
      expect(await textsOf(ada)).toEqual(["same", "same"]);
    });

    it("a channel takes the same id for another of our accounts as another message: sending a person's message id first does not take their message", async () => {
      const first = await bench.person();
      const second = await bench.elsewhere(first);
      if (second === undefined) return;
      const id = freshId();
      expect([
        await first.says({ text: "the first's", id }),
        await second.says({ text: "the second's", id }),
      ]).toEqual(["taken", "taken"]);
      await Promise.all([first, second].map(({ peer }) => world.settle(peer)));
      expect(await second.saw()).toContain("echo: the second's");
    });

    it("a channel takes nothing in without proof", async () => {
      const id = freshId();
      expect(new Set(await bench.unproven({ text: `forged ${id}`, id }))).toEqual(
        new Set(["refused"]),
      );
      expect(
        await world.db.rows("select 1 from message where text = $1", [`forged ${id}`]),
      ).toEqual([]);
    });

    it("B9: a channel takes what could not be kept when it comes again, once", async () => {
      const ada = await bench.person();
      const said = { text: "hold on to this", id: freshId() };
      world.isAway = true;
      expect(await ada.says(said)).toBe("later");
      expect(await textsOf(ada)).toEqual([]);
      world.isAway = false;
      expect(await ada.comesAgain(said)).toBe("taken");
      await world.settle(ada.peer);
      expect([await textsOf(ada), await ada.saw()]).toEqual([
        ["hold on to this"],
        ["echo: hold on to this"],
      ]);
    });

    it("a channel takes a stop while the turn that it is meant for runs", async () => {
      const ada = await bench.person();
      const begun = Promise.withResolvers<void>();
      world.answer = async ({ signal }) => {
        begun.resolve();
        await new Promise<void>((resolve) =>
          signal.addEventListener("abort", () => resolve(), { once: true }),
        );
        return "too late";
      };
      await ada.says({ text: "write me a novel", id: freshId() });
      await begun.promise;
      expect(await ada.says({ text: "停止", id: freshId() })).toBe("taken");
      await world.settle(ada.peer);
      expect(await ada.saw()).not.toContain("too late");
      expect(await ada.saw()).toHaveLength(1);
    });
  });
});

describe.each<{ readonly name: string; readonly open: OpenCarrier }>([...table, ...carriers])(
  "$name",
  ({ open }) => {
    let bench: CarrierBench;
    beforeAll(() => {
      bench = open(world);
    });
    afterAll(() => {
      expect(bench.complaints()).toEqual([]);
    });
    const channel = () => world.one.channel(bench.channel);

    describe("sends", () => {
      it("a channel sends parts within limits of its own, and knows what to do when the outcome is unknown", () => {
        const { limits, unknownSends } = channel();
        expect(limits.partLength).toBeGreaterThanOrEqual(1_000);
        expect(limits.sendTimeoutMs).toBeGreaterThan(0);
        expect(limits.paceMs).toBeGreaterThanOrEqual(0);
        const isSafe = bench.fate === undefined || bench.showsOnce === true;
        expect(unknownSends).toBe(isSafe ? "resend" : "keep");
      });

      it("a channel sends the longest part there may be, whatever it is made of", async () => {
        const ada = await bench.person();
        for (const letter of ["x", "字", "😀"]) {
          const { partLength, partUnit } = channel().limits;
          const size = { utf16: letter.length, bytes: Buffer.byteLength(letter), characters: 1 };
          const text = letter.repeat(Math.floor(partLength / size[partUnit]));
          expect((await channel().send(partFor(bench, ada, { text }), never)).kind).toBe("sent");
        }
      });

      it("B35: `sent` is what the vendor holds and nothing else, for every answer that is known", async () => {
        const ada = await bench.person();
        for (const { name, arrange, kind, code } of bench.cases) {
          await arrange();
          const part = partFor(bench, ada);
          const verdict = await channel().send(part, never);
          expect({ name, ...verdict }).toMatchObject({
            name,
            kind,
            ...(code === undefined ? {} : { code }),
          });
          if (kind !== "unknown")
            expect([name, (await ada.saw()).includes(part.text)]).toEqual([name, kind === "sent"]);
        }
      });

      it("a channel sends nothing when the server does not answer, and knows it", async () => {
        if (bench.fate === undefined) return;
        const ada = await bench.person();
        await bench.line?.away();
        world.wire = (call, network) => {
          const url = new URL(call.url);
          url.port = "9";
          return network.request({ ...call, url: url.href, allowedHosts: [url.origin] });
        };
        expect((await channel().send(partFor(bench, ada), never)).kind).toBe("not_sent");
        expect(await ada.saw()).toEqual([]);
        await bench.line?.back();
      });

      it("B18: a channel's knowledge after a failure follows from its type, never from its words", async () => {
        if (bench.fate === undefined || bench.line !== undefined) return;
        const ada = await bench.person();
        const words = [
          "Timeout",
          "timed out",
          "ETIMEDOUT",
          "deadline exceeded",
          "请求超时",
          "socket hang up",
          "sent",
          "not sent",
          "",
          "ok",
        ];
        for (const message of words) {
          for (const [phase, kind] of [
            ["after", bench.triesAgain === true ? "not_sent" : "unknown"],
            ["before", "not_sent"],
          ] as const) {
            world.wire = () =>
              Promise.reject(new OutboundFailure({ phase, code: "timeout", message }));
            expect([
              message,
              phase,
              (await channel().send(partFor(bench, ada), never)).kind,
            ]).toEqual([message, phase, kind]);
          }
        }
      });

      it("a channel treats a part that is given up half-way as unknown, or tries it again where it can't be there twice", async () => {
        if (bench.fate === undefined) return;
        const ada = await bench.person();
        const answered = Promise.withResolvers<void>();
        const giveUp = new AbortController();
        const before = bench.handed();
        bench.fate({ until: answered.promise });
        const sending = channel().send(partFor(bench, ada), giveUp.signal);
        await world.until(() => bench.handed() > before);
        giveUp.abort();
        expect((await sending).kind).toBe(bench.triesAgain === true ? "not_sent" : "unknown");
        answered.resolve();
      });
    });
  },
);
