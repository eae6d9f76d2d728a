import { describe, expect, it } from "vitest";
import { openQuotedMessages } from "../../src/inbound/quoted-messages.ts";
import { stores } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

describe.each(stores.filter(({ name }) => name === "PostgreSQL"))("a quote on $name", (store) => {
  const used = useLab(store);

  it("a quote is found by the vendor's id, whichever side said it, and only in its own conversation", async () => {
    const lab = await used.start();
    await lab.say("the plan", { id: "in-1" });
    await lab.idle();
    const quotes = openQuotedMessages(used.db);
    const here = { channel: "post", channelAccount: "main", scope: "user:ada" };
    expect(await quotes.find({ ...here, vendorId: "in-1" })).toMatchObject({
      text: "the plan",
      from: "person",
      payload: {},
    });
    expect(await quotes.find({ ...here, vendorId: "vendor-1" })).toMatchObject({
      text: "echo: the plan",
      from: "us",
    });
    expect(await quotes.find({ ...here, vendorId: "in-2" })).toBeUndefined();
    expect(await quotes.find({ ...here, scope: "user:bob", vendorId: "in-1" })).toBeUndefined();
    expect(await quotes.find({ ...here, scope: "user:bob", vendorId: "vendor-1" })).toBeUndefined();
    expect(
      await quotes.find({ ...here, channelAccount: "other", vendorId: "in-1" }),
    ).toBeUndefined();
  });
});
