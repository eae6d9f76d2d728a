import { describe, expect, it } from "vitest";
import { readGuestRequest } from "./guest-request.ts";

/** Monday, 8 June 2026, 10:00 in Berlin. */
const moment = { at: Date.parse("2026-06-08T08:00:00Z"), zone: "Europe/Berlin" };
const read = (text: string) => readGuestRequest(text, moment);

describe("a sentence that invites people by e-mail", () => {
  it.each([
    ["invite ann@example.org to lunch tomorrow at 12", "lunch", "2026-06-09T12:00:00", 60],
    ["Invite Ann@Example.org for coffee on Friday at 3pm", "coffee", "2026-06-12T15:00:00", 60],
    ["tomorrow at 12 invite ann@example.org to lunch", "lunch", "2026-06-09T12:00:00", 60],
    [
      "please send an invitation to ann@example.org for the review on Thursday from 3pm to 5pm",
      "the review",
      "2026-06-11T15:00:00",
      120,
    ],
    [
      "send ann@example.org an invite for dinner tonight at 8pm",
      "dinner",
      "2026-06-08T20:00:00",
      60,
    ],
    ["邀请 ann@example.org 明天中午12点吃午饭", "吃午饭", "2026-06-09T12:00:00", 60],
    ["帮我邀请ann@example.org周五下午3点到5点评审", "评审", "2026-06-12T15:00:00", 120],
    ["明天下午3点邀请 ann@example.org 喝咖啡", "喝咖啡", "2026-06-09T15:00:00", 60],
    ["给 ann@example.org 发个邀请：后天上午10点开会", "开会", "2026-06-10T10:00:00", 60],
  ])("%s", (text, ...[subject, start, minutes]) => {
    expect(read(text)).toMatchObject({
      kind: "invite",
      emails: ["ann@example.org"],
      meeting: { subject, start, minutes },
    });
  });

  it("several addresses are read, each once", () => {
    expect(
      read("invite ann@example.org, bob@example.com and ANN@example.org to lunch tomorrow at 12"),
    ).toMatchObject({ emails: ["ann@example.org", "bob@example.com"] });
    expect(read("邀请 ann@example.org 和 bob@example.com 明天12点吃饭")).toMatchObject({
      emails: ["ann@example.org", "bob@example.com"],
    });
  });

  it("a sentence without one meeting at a time is unclear, and says why", () => {
    expect(read("invite ann@example.org to lunch")).toMatchObject({ why: "no_time" });
    expect(read("invite ann@example.org")).toMatchObject({ why: "no_time" });
    expect(read("invite ann@example.org to lunch every Monday at 12")).toMatchObject({
      why: "repeats",
    });
    const many = Array.from({ length: 11 }, (_, nth) => `a${nth}@example.org`).join(", ");
    expect(read(`invite ${many} to lunch tomorrow at 12`)).toMatchObject({ why: "too_many" });
  });

  it.each([
    "remind me to write to ann@example.org tomorrow at 12",
    "did I invite Ann to lunch?",
    "my address is ann@example.org",
    "did I invite ann@example.org to lunch tomorrow at 12?",
    "don't invite ann@example.org to lunch tomorrow at 12",
    "别邀请 ann@example.org 明天12点吃饭",
    "明天提醒我给 ann@example.org 发邮件",
    "invite Ann to lunch tomorrow at 12",
  ])("“%s” invites nobody by e-mail", (text) => {
    expect(read(text)).toBeUndefined();
  });
});
