import * as fc from "fast-check";
import { expect, it } from "vitest";
import { patience, runs } from "../../../../test/support/runs.ts";
import { personal, readMessage, vendorIdOf } from "./inbound.ts";
import { fieldsIn, listOf } from "./lossless-json.ts";
import { ilinkDefaults } from "./settings.ts";

const replaced = new AbortController();
const account = {
  channelAccount: "b@im.bot",
  accountId: "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00",
  credentials: {
    botToken: "t",
    botId: "b@im.bot",
    baseUrl: "https://ilinkai.weixin.qq.com",
    userId: "ada@im.wechat",
  },
  state: "connected",
  replaced: replaced.signal,
} as const;
const on = { quotes: { find: async () => undefined }, settings: ilinkDefaults };

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e300, "", "0", "\0", "\ud800", "__proto__", [], {}, [
    [],
  ]),
  fc.bigInt({ min: 0n, max: 18_446_744_073_709_551_615n }).map((id) => `@int:${id}@`),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const maybe = (usual: unknown): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
const content = fc.record({
  text: maybe("hi"),
  media: maybe({ encrypt_query_param: "q" }),
  file_name: maybe("a.pdf"),
  aeskey: maybe("00"),
});
const item = fc.record({
  type: fc.oneof(fc.integer({ min: 0, max: 13 }), odd),
  text_item: content,
  image_item: content,
  voice_item: content,
  file_item: content,
  ref_msg: fc.option(fc.record({ svr_id: odd, partial_text: odd, title: odd, message_item: odd })),
});
const message = fc.record({
  message_id: maybe("@int:18446744073709551615@"),
  seq: odd,
  from_user_id: maybe("ada@im.wechat"),
  message_type: maybe(1),
  group_id: maybe(""),
  create_time_ms: maybe(1_767_600_000_000),
  context_token: maybe("ctx"),
  session_id: odd,
  item_list: maybe([]).chain((list) =>
    fc.oneof(fc.array(item, { maxLength: 3 }), fc.constant(list)),
  ),
});

/** With bare integers of any size, as the vendor writes them. */
const wire = (value: unknown): Uint8Array =>
  Buffer.from(JSON.stringify(value)?.replaceAll(/"@int:(\d+)@"/g, "$1") ?? "");

it(
  "whatever the vendor puts into a batch is a message or nothing, under the same key each time it comes",
  { timeout: patience },
  async () => {
    let read = 0;
    const check = fc.asyncProperty(
      fc.array(fc.oneof(message, odd), { maxLength: 4 }),
      async (msgs) => {
        const bytes = wire({ ret: 0, msgs });
        const [once, again] = [fieldsIn(bytes), fieldsIn(bytes)];
        for (const [at, value] of listOf(once?.["msgs"]).entries()) {
          const found = personal(value);
          if (found === undefined) continue;
          const one = await readMessage(on, found, account);
          read += 1;
          expect(one.vendorId).toBe(vendorIdOf(personal(listOf(again?.["msgs"])[at]) ?? {}));
          expect([one.vendorId === "", one.subject === "", typeof one.text]).toEqual([
            false,
            false,
            "string",
          ]);
          expect(one.accountId).toBe(
            one.subject === "ada@im.wechat" ? account.accountId : undefined,
          );
          // It can be kept: JSON without anything that a column refuses.
          expect(JSON.stringify(one.payload)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        }
      },
    );
    await fc.assert(check, { numRuns: runs(2_000, 50_000), seed: 20_260_105 });
    expect(read).toBeGreaterThan(1_000);
  },
);
