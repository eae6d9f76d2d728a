import { describe, expect, it } from "vitest";
import { measureDepth, parseObject } from "./request-body.ts";

const parse = (text: string): unknown => parseObject(new TextEncoder().encode(text));
const nest = (levels: number): string => `{"a":`.repeat(levels - 1) + "{}" + "}".repeat(levels - 1);

describe("JSON bodies", () => {
  it("a JSON body may be nested 32 levels deep and no deeper", () => {
    expect(() => parse(nest(32))).not.toThrow();
    expect(() => parse(nest(33))).toThrow(expect.objectContaining({ code: "body_too_deep" }));
  });

  it("the nesting of a JSON body is counted on the text, so that a million brackets are refused cheaply", () => {
    expect(measureDepth("[".repeat(1_000_000))).toBe(33);
    expect(() => parse(`{"a":${"[".repeat(1_000_000)}`)).toThrow(
      expect.objectContaining({ code: "body_too_deep" }),
    );
  });

  it("brackets inside strings do not count as nesting", () => {
    expect(parse(JSON.stringify({ text: `${"[{".repeat(100)}\\"` }))).toEqual({
      text: `${"[{".repeat(100)}\\"`,
    });
  });

  it.each(["", "{", "nul", "{'a':1}", '{"a":1}x', '{"a":"\n"}'])(
    "a body that is not JSON is refused: %j",
    (text) => {
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: "invalid_json" }));
    },
  );

  it("a body that is not UTF-8 is refused", () => {
    expect(() => parseObject(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).toThrow(
      expect.objectContaining({ code: "invalid_json" }),
    );
  });

  it.each(["[]", "null", "1", '"text"'])("a JSON body must be an object: %s", (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});
