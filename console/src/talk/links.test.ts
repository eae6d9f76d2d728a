import { describe, expect, test } from "vitest";
import { pieces } from "./links.ts";

const links = (text: string): (string | undefined)[] =>
  pieces(text).flatMap((piece) => piece.href ?? []);

describe("links in a message", () => {
  test("links in a message are web addresses, without the punctuation of the sentence around them", () => {
    expect(links("See https://example.com/a?b=c#d, and (http://example.org/x).")).toEqual([
      "https://example.com/a?b=c#d",
      "http://example.org/x",
    ]);
    expect(links("看https://example.com/路径。然后")).toEqual(["https://example.com/路径"]);
    expect(links("https://en.wikipedia.org/wiki/Set_(mathematics)")).toEqual([
      "https://en.wikipedia.org/wiki/Set_(mathematics)",
    ]);
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//example.com",
    "https://",
    "http:// x",
    "vbscript:x",
  ])("%s is not a link in a message", (text) => {
    expect(links(text)).toEqual([]);
  });

  test("splitting a text into links loses and doubles nothing", () => {
    for (const text of [
      "",
      "plain",
      "a https://x.example/ b http://y.example. c\n",
      "https://x.example",
    ])
      expect(
        pieces(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
  });
});
