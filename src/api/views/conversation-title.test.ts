import { describe, expect, it } from "vitest";
import { titleOf } from "./conversation-title.ts";

describe("a conversation's automatic title", () => {
  it("the automatic title is the first message that says more than a greeting", () => {
    expect(titleOf(["Hello!", "Where should we go in May?"])).toBe("Where should we go in May?");
    expect(titleOf(["你好", "帮我想想五月去哪里"])).toBe("帮我想想五月去哪里");
    expect(titleOf(["hi"])).toBe("hi");
    expect(titleOf(["Good morning! Where should we go in May?"])).toBe(
      "Good morning! Where should we go in May?",
    );
    expect(titleOf([])).toBeNull();
  });

  it("the automatic title ends at a whole word, with an ellipsis", () => {
    expect(titleOf(["A very long first message that becomes the title of the conversation"])).toBe(
      "A very long first message that becomes the…",
    );
  });

  it("the automatic title is one sentence, without marks of markdown", () => {
    expect(titleOf(["# Plans **for** May\nmore"])).toBe("Plans for May");
    expect(titleOf(["Call Ann tomorrow. Then write to Bob about the flat and the two cats."])).toBe(
      "Call Ann tomorrow",
    );
    expect(titleOf(["🎉\n\n- one"])).toBe("one");
  });
});
