import { describe, expect, test } from "vitest";
import { redactCredentials, plainPath } from "./urls.ts";

describe("doors in texts and URLs", () => {
  test.each([
    ["https://api.example/v1/chat?key=abc&x=1#frag", "https://api.example/v1/chat?[cut]"],
    ["https://user:pass@api.example/v1", "https://[cut]@api.example/v1"],
    ["postgres://app:p/w?@db.example:5432/meanwhile", "postgres://[cut]@db.example:5432/meanwhile"],
    [
      "https://api.example/bot123456:AAF-xyz_012345/sendMessage",
      "https://api.example/[cut]/sendMessage",
    ],
    ["http://[::1]:7788/i/Zx81kQpLw0aB73mNuV", "http://[::1]:7788/i/[cut]"],
    [
      "https://a.example/chats/0197a3c0-1111-7abc-8def-0123456789ab/turns",
      "https://a.example/chats/0197a3c0-1111-7abc-8def-0123456789ab/turns",
    ],
    ["POST /webhooks/Zx81kQpLw0aB73mNuV?sig=1 failed", "POST /webhooks/[cut]?[cut] failed"],
    ["got /api/x?token=abc here", "got /api/x?[cut] here"],
    ["Authorization: Bearer abcdefgh123456", "Authorization: Bearer [redacted]"],
    ["sent access_token=abc123, then", "sent access_token=[redacted], then"],
    ['{"api_key":"abc123","n":1}', '{"api_key":"[redacted]","n":1}'],
    ["the token is missing: expired", "the token is missing: expired"],
    [
      "at run (file:///work/src/turn/run-2026-with-a-long-name.ts:10:5)",
      "at run (file:///work/src/turn/run-2026-with-a-long-name.ts:10:5)",
    ],
  ])("secrets are cut from the text %s", (text, wanted) => {
    expect(redactCredentials(text)).toBe(wanted);
  });

  test("a bare path loses its query and its token", () => {
    expect(plainPath("/i/Zx81kQpLw0aB73mNuV?next=1")).toBe("/i/[cut]?[cut]");
    expect(plainPath("/api/chats/abc")).toBe("/api/chats/abc");
  });
});
