import type { Language } from "../../../domain/language.ts";
import { expect, it } from "vitest";
import type { NoticeType } from "../../../domain/events/friend.ts";
import { noticeText } from "./notice-words.ts";

const types: readonly NoticeType[] = [
  "friendship_created",
  "friendship_removed",
  "shared_reminder_created",
  "shared_reminder_updated",
  "shared_reminder_cancelled",
  "shared_reminder_declined",
  "shared_reminder_joined",
  "shared_reminder_uninvited",
  "shared_reminder_skipped",
  "shared_reminder_unskipped",
];
const now = Date.parse("2026-06-10T01:00:00Z");
const facts = {
  title: "打球",
  starts_at: "2026-06-11T07:00:00Z",
  was_starts_at: "2026-06-11T06:00:00Z",
  duration_minutes: 60,
};
const text = (type: NoticeType, language: Language) =>
  noticeText({ type, facts, actor: "Ada" }, { language, zone: "Asia/Shanghai", now });

it.each(types)("L26: %s says what stands, and nothing of waiting for anyone to confirm", (type) => {
  for (const language of ["zh", "en"] as const)
    expect(text(type, language)).not.toMatch(
      /确认|同意|等待|等.{0,3}(?:回复|接受)|confirm|accept|pending|waiting/i,
    );
});

it("L13: a notice is one message that names who, what and when in the zone of its recipient", () => {
  expect(text("shared_reminder_created", "zh")).toMatch(/Ada.*11日.*15:00.*打球/);
  expect(
    noticeText(
      { type: "shared_reminder_created", facts, actor: "Ada" },
      { language: "en", zone: "Europe/London", now },
    ),
  ).toMatch(/Ada.*打球.*08:00/);
  for (const type of types) expect(text(type, "zh")).not.toMatch(/\n/);
});
