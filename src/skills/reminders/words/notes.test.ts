import { expect, it } from "vitest";
import { closedReasons } from "../../../domain/ports/delivery-outlook.ts";
import type { ReminderRow } from "../rows.ts";
import { outlookWords } from "./notes.ts";

const row = { content: "pay rent" } as ReminderRow;

it.each(closedReasons)(
  "a reminder that may not arrive (%s) is said to be so with a way that helps, in both languages",
  (reason) => {
    const closed = { kind: "closed", reason, windowEndsAt: null } as const;
    const words = (language: "en" | "zh") =>
      outlookWords(closed, [row], { zone: "UTC", language, now: 0 });
    expect(words("en")).toMatch(/^Note: .*“pay rent”.* connect another chat app/);
    expect(words("zh")).toMatch(/^注意：.*pay rent.*再连一个聊天应用/);
  },
);

it("a reminder that can be delivered on time is said nothing about", () => {
  const to = { zone: "UTC", language: "en", now: 0 } as const;
  expect(outlookWords({ kind: "open" }, [row], to)).toBeUndefined();
});
