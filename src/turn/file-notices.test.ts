import { describe, expect, it } from "vitest";
import { attachmentsOf } from "../domain/attachment.ts";
import { fileNotices } from "./file-notices.ts";

const told = (media: Record<string, string | number>, language: "zh" | "en"): string =>
  fileNotices(attachmentsOf({ media: [{ kind: "file", name: "a.pdf", ...media }] }), language).join(
    "\n",
  );

describe("what a person hears about a file", () => {
  it("names what is wrong, in both languages, with the limit", () => {
    expect(told({ error: "too_large", limit_mb: 20 }, "zh")).toBe(
      "“a.pdf”太大了，我最多收 20 MB 的文件。请发小一点的，或分成几份。",
    );
    expect(told({ error: "too_large", limit_mb: 20 }, "en")).toBe(
      "“a.pdf” is too large: I take files up to 20 MB. Please send a smaller one, or split it.",
    );
    expect(told({ error: "not_decrypted" }, "en")).toContain("damaged");
    expect(told({ error: "http_404" }, "zh")).toContain("已失效");
    expect(told({ error: "not_allowed" }, "en")).toContain("can't take");
    expect(told({ id: "m", type: "application/octet-stream" }, "en")).toContain(
      "don't recognise what kind of file",
    );
    expect(told({ id: "m", type: "application/pdf" }, "en")).toBe("");
  });

  it("advises sending it again only where that can help", () => {
    const again = /send it again(?! before)|again in a while|再发一次|重新发/;
    for (const error of [
      "gone",
      "no_address",
      "http_410",
      "timeout",
      "unreachable",
      "too_slow",
      "http_503",
      "channel_error",
    ])
      for (const language of ["zh", "en"] as const)
        expect(told({ error }, language)).toMatch(again);
    for (const error of [
      "too_large",
      "damaged",
      "bad_key",
      "picture_format",
      "blocked",
      "not_possible",
      "no_room",
    ])
      for (const language of ["zh", "en"] as const)
        expect(told({ error }, language)).not.toMatch(again);
  });
});
