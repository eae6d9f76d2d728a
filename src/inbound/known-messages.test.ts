import { expect, it } from "vitest";
import type { InboundMessage } from "../domain/message.ts";
import type { Sql } from "../store/database/database.ts";
import { createKnownMessages } from "./known-messages.ts";

const draftMessage = (vendorId: string, scope = "user:ann"): InboundMessage => ({
  route: { channel: "chat", channelAccount: "bot", scope, peer: "ann" },
  vendorId,
  subject: "ann",
  text: "hi",
  busyPolicy: "queue",
  provision: true,
});
const outcomeOf = (messageId: string) => ({
  kind: "accepted" as const,
  messageId,
  conversationId: "c1",
  accountId: "a1",
  identityId: null,
  seq: 1,
});

/** A table with these messages, and how often it was asked. */
function openTable(...stored: string[]): { sql: Sql; asked: string[][] } {
  const asked: string[][] = [];
  const rows = async (_: string, [ids]: readonly unknown[] = []) => {
    asked.push(ids as string[]);
    return stored
      .filter((id) => (ids as string[]).includes(id))
      .map((id) => ({ ...outcomeOf(id), kind: undefined }));
  };
  return { sql: { rows } as unknown as Sql, asked };
}

it("messages that came before are found by one query, in their order", async () => {
  const known = createKnownMessages();
  for (const id of ["1", "2"]) known.add(draftMessage(id), outcomeOf(`m${id}`));
  const { sql, asked } = openTable("m1", "m2");
  const found = await known.findAll(
    sql,
    ["2", "1", "2"].map((id) => draftMessage(id)),
  );
  expect(found?.map((each) => "messageId" in each && each.messageId)).toEqual(["m2", "m1", "m2"]);
  expect(asked).toHaveLength(1);
});

it("where one of them is new, none is asked for", async () => {
  const known = createKnownMessages();
  known.add(draftMessage("1"), outcomeOf("m1"));
  const { sql, asked } = openTable("m1");
  expect(await known.findAll(sql, [draftMessage("1"), draftMessage("2")])).toBeUndefined();
  expect(await known.findAll(sql, [])).toBeUndefined();
  expect(asked).toEqual([]);
});

it("a message that the database no longer has is not known, whatever this process remembers", async () => {
  const known = createKnownMessages();
  known.add(draftMessage("1"), outcomeOf("m1"));
  expect(await known.findAll(openTable().sql, [draftMessage("1")])).toBeUndefined();
});

it("the same vendor id in another conversation is another message", async () => {
  const known = createKnownMessages();
  known.add(draftMessage("1"), outcomeOf("m1"));
  expect(await known.findAll(openTable("m1").sql, [draftMessage("1", "user:bob")])).toBeUndefined();
});

it("a message that was refused or held back is not known", async () => {
  const known = createKnownMessages();
  known.add(draftMessage("1"), { kind: "refused", code: "account_disabled" });
  known.add(draftMessage("2"), { kind: "flooded" });
  const { sql, asked } = openTable();
  for (const id of ["1", "2"]) expect(await known.findAll(sql, [draftMessage(id)])).toBeUndefined();
  expect(asked).toEqual([]);
});

it("only the latest five thousand are kept", async () => {
  const known = createKnownMessages();
  for (let n = 0; n <= 5_000; n += 1) known.add(draftMessage(`${n}`), outcomeOf(`m${n}`));
  const { sql, asked } = openTable("m0", "m1");
  expect(await known.findAll(sql, [draftMessage("0")])).toBeUndefined();
  expect(await known.findAll(sql, [draftMessage("1")])).toHaveLength(1);
  expect(asked).toEqual([["m1"]]);
});
