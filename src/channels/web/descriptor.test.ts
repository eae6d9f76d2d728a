import { expect, it } from "vitest";
import { partTo } from "../../../test/support/telegram-bench.ts";
import type { Delivery } from "../../domain/delivery.ts";
import { webChannel } from "./descriptor.ts";

it("a reminder on the page is also shown on the person's devices, and an answer is not", async () => {
  const shown: string[] = [];
  const channel = webChannel(({ text }) => {
    shown.push(text);
    return Promise.resolve();
  });
  const send = (source: Delivery["source"]) =>
    channel.send(partTo("c", { text: source, source }), new AbortController().signal);
  for (const source of ["reply", "reminder", "notice"] as const)
    expect(await send(source)).toMatchObject({ kind: "sent" });
  expect(shown).toEqual(["reminder", "notice"]);
});
