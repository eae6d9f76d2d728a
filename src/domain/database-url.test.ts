import { expect, it } from "vitest";
import { isDatabaseUrl, urlOfEachServer } from "./database-url.ts";

it("a database URL with several hosts becomes one URL for each of them", () => {
  expect(urlOfEachServer("postgres://u:p@a:5432,b,[::1]:5434/db?sslmode=require")).toEqual([
    "postgres://u:p@a:5432/db?sslmode=require",
    "postgres://u:p@b/db?sslmode=require",
    "postgres://u:p@[::1]:5434/db?sslmode=require",
  ]);
});

it.each(["postgres://u:p,q@a:5432/db", "postgres:///db?host=/tmp", "postgres://a/db?x=1,2"])(
  "the database URL %s names one server",
  (url) => {
    expect(urlOfEachServer(url)).toEqual([url]);
  },
);

it.each([
  ["postgres://u:p@a:5432,b:5433/db", true],
  ["postgresql://a:1,b:2/db?target_session_attrs=read-write", true],
  ["postgres://a,b/db?target_session_attrs=primary", true],
  // Only a server that takes writes can be used.
  ["postgres://a,b/db?target_session_attrs=any", false],
  ["postgres://a:5432,b:none/db", false],
  ["mysql://a/db", false],
])("%s is a usable database URL: %s", (url, usable) => {
  expect(isDatabaseUrl(url)).toBe(usable);
});
