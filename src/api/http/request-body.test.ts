import { describe, expect, it } from "vitest";
import { depthOf, parseObject } from "./request-body.ts";

const parse = (text: string): unknown => parseObject(new TextEncoder().encode(text));
const nested = (levels: number): string =>
  `{"a":`.repeat(levels - 1) + "{}" + "}".repeat(levels - 1);

describe("a JSON body", () => {
  it("may be nested 32 levels deep and no deeper", () => {
    expect(() => parse(nested(32))).not.toThrow();
    expect(() => parse(nested(33))).toThrow(expect.objectContaining({ code: "body_too_deep" }));
  });

  it("is judged by its text, so that a million brackets cost one short look", () => {
    expect(depthOf("[".repeat(1_000_000))).toBe(33);
    expect(() => parse(`{"a":${"[".repeat(1_000_000)}`)).toThrow(
      expect.objectContaining({ code: "body_too_deep" }),
    );
  });

  it("does not count brackets inside of strings", () => {
    expect(parse(JSON.stringify({ text: `${"[{".repeat(100)}\\"` }))).toEqual({
      text: `${"[{".repeat(100)}\\"`,
    });
  });

  it.each(["", "{", "nul", "{'a':1}", '{"a":1}x', '{"a":"\n"}'])(
    "is refused as not JSON: %j",
    (text) => {
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: "invalid_json" }));
    },
  );

  it("is refused when it is not UTF-8", () => {
    expect(() => parseObject(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).toThrow(
      expect.objectContaining({ code: "invalid_json" }),
    );
  });

  it.each(["[]", "null", "1", '"text"'])("must be an object: %s", (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});
