import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { isStrayStatement, splitStatements } from "./statements.ts";

describe("splitting a script into statements", () => {
  test("a script is split at semicolons, without comments and blank statements", () => {
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
  ])("a semicolon does not split a statement inside %s", (_, statement) => {
    expect(splitStatements(`${statement}; select 2`)).toEqual([statement, "select 2"]);
  });

  test("an open quote takes everything after it, so that the server reports the mistake", () => {
    expect(splitStatements("select 'a; select 2")).toEqual(["select 'a; select 2"]);
    expect(splitStatements("select $$a; select 2")).toEqual(["select $$a; select 2"]);
    expect(splitStatements("select 1 /* a; select 2")).toEqual(["select 1"]);
  });

  test("every piece of a split script is one statement", () => {
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
])("the statement %s would leave the transaction or the role", (statement) =>
  expect(isStrayStatement(statement)).toBe(true),
);

test.each([
  "select commit from a",
  "set timezone = 'Asia/Shanghai'",
  "with copy as (select 1) select * from copy",
  "show role",
])("the statement %s stays in the transaction and the role", (statement) =>
  expect(isStrayStatement(statement)).toBe(false),
);
