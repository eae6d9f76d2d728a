import type { Language } from "../domain/language.ts";
import { describe, expect, it } from "vitest";
import { attachmentsOf } from "../domain/attachment.ts";
import { fileNotices } from "./file-notices.ts";

const describeTrouble = (media: Record<string, string | number>, language: Language): string =>
  fileNotices(attachmentsOf({ media: [{ kind: "file", name: "a.pdf", ...media }] }), language).join(
    "\n",
  );

describe("what a person hears about a file", () => {
  it("a notice about a file names what is wrong, in both languages, with the limit", () => {
    expect(describeTrouble({ error: "too_large", limit_mb: 20 }, "zh")).toBe(
      "“a.pdf”太大了，我最多收 20 MB 的文件。请发小一点的，或分成几份。",
    );
    expect(describeTrouble({ error: "too_large", limit_mb: 20 }, "en")).toBe(
      "“a.pdf” is too large: I take files up to 20 MB. Please send a smaller one, or split it.",
    );
    expect(describeTrouble({ error: "not_decrypted" }, "en")).toContain("damaged");
    expect(describeTrouble({ error: "http_404" }, "zh")).toContain("已失效");
    expect(describeTrouble({ error: "not_allowed" }, "en")).toContain("can't accept");
    expect(describeTrouble({ id: "m", type: "application/octet-stream" }, "en")).toContain(
      "don't recognise what kind of file",
    );
    expect(describeTrouble({ id: "m", type: "application/pdf" }, "en")).toBe("");
  });

  it("a notice about a file advises sending it again only where that can help", () => {
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
        expect(describeTrouble({ error }, language)).toMatch(again);
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
        expect(describeTrouble({ error }, language)).not.toMatch(again);
  });
});
