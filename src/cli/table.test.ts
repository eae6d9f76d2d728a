import { describe, expect, test } from "vitest";
import { drawTable, printable, textWidth } from "./table.ts";

describe("a table", () => {
  test("a table lines up Chinese, numbers at the right, and cells of several lines", () => {
    const columns = [
      { name: "名字", right: false },
      { name: "n", right: true },
      { name: "text", right: false },
    ];
    const rows = [
      ["小明", "7", "one\ntwo"],
      ["Ada", "1000", null],
    ];
    expect(drawTable(columns, rows)).toBe(
      [
        " 名字 |  n   | text", //
        "------+------+------",
        " 小明 |    7 | one +",
        "      |      | two",
        " Ada  | 1000 |",
      ].join("\n"),
    );
  });

  test("a table without rows is its head", () => {
    expect(drawTable([{ name: "a", right: false }], [])).toBe(" a\n---");
  });
});

test("control codes for a terminal are printed as text", () => {
  expect(printable("a\u001b[31mb\u0007\u202ec\r\nd")).toBe(
    String.raw`a\x1b[31mb\x07\u202ec` + "\nd",
  );
});

test.each([
  ["plain", 5],
  ["提醒", 4],
  ["ｆｕｌｌ", 8],
  ["e\u0301", 1],
  ["💧", 2],
  ["👨‍👩‍👧", 2],
  ["🇨🇳", 2],
  ["한글", 4],
  ["“引号”", 6],
  ["\u200b", 0],
])("%s takes %i columns", (text, width) => {
  expect(textWidth(text)).toBe(width);
});
