import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { leavesItsPlace, splitStatements } from "./statements.ts";

describe("a script is split", () => {
  test("at the semicolons between its statements, without comments and blanks", () => {
    expect(
      splitStatements("-- first\nselect 1; /* a ; /* nested ; */ b */ select 2 ;;\n -- end ;"),
    ).toEqual(["select 1", "select 2"]);
  });

  test.each([
    ["a string", "select ';''; ' as a"],
    ["an escape string", String.raw`select e'\'; ' as a`],
    ["a name", 'select 1 as "a;""b"'],
    ["a dollar quote", "select $$;$a$;$$ as a"],
    ["a tagged dollar quote", "select $tag$;$$;$tag$ as a"],
    ["a parameter beside a name with dollars", "select a$b$, c$b$"],
  ])("but not inside %s", (_, statement) => {
    expect(splitStatements(`${statement}; select 2`)).toEqual([statement, "select 2"]);
  });

  test("and an open quote takes all that follows, so that the server sees the mistake", () => {
    expect(splitStatements("select 'a; select 2")).toEqual(["select 'a; select 2"]);
    expect(splitStatements("select $$a; select 2")).toEqual(["select $$a; select 2"]);
    expect(splitStatements("select 1 /* a; select 2")).toEqual(["select 1"]);
  });

  test("into pieces that are one statement each", () => {
    const word = constantFrom(
      "select",
      "'a;b'",
      '"x;y"',
      "$$;$$",
      "--;\n",
      "/*;*/",
      ";",
      "$1",
      "e'\\';'",
      "1",
      "\n",
      "'",
      "$",
    );
    assert(
      property(array(word, { maxLength: 20 }), (words) => {
        const once = splitStatements(words.join(" "));
        for (const statement of once.slice(0, -1))
          expect(splitStatements(statement)).toEqual([statement]);
      }),
    );
  });
});

test.each([
  "commit",
  "BEGIN",
  "end",
  "set role none",
  "set local role x",
  "SET SESSION AUTHORIZATION a",
  "reset session authorization",
  "copy a to stdout",
])("%s would leave the transaction or the role", (statement) =>
  expect(leavesItsPlace(statement)).toBe(true),
);

test.each([
  "select commit from a",
  "set timezone = 'Asia/Shanghai'",
  "with copy as (select 1) select * from copy",
  "show role",
])("%s stays", (statement) => expect(leavesItsPlace(statement)).toBe(false));
