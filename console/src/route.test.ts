import { expect, test } from "vitest";
import { linkCodesIn, parseRoute, routeAddress, type Route } from "./route.ts";

test("a place in the page survives its address", () => {
  const routes: Route[] = [
    { page: "settings" },
    { page: "settings", part: "model" },
    { page: "talk", conversation: undefined },
    { page: "talk", conversation: "a/b ü#?%" },
    { page: "calendar", part: "week/2026-11-16" },
    { page: "stage", part: undefined },
  ];
  for (const route of routes) expect(parseRoute(routeAddress(route))).toEqual(route);
});

test("an address that means nothing leads to the conversations", () => {
  for (const hash of ["", "#", "#/", "#/nowhere", "#/talk/", "#/talk/%E0%A4%A"])
    expect(parseRoute(hash)).toEqual({ page: "talk", conversation: undefined });
});

test("a link's codes are found, and an empty one is none", () => {
  expect(linkCodesIn("#pair=0A1B-2C3D-4E5F")).toEqual({
    isLink: true,
    codes: { pair: "0A1B-2C3D-4E5F" },
  });
  expect(linkCodesIn("#code=abc")).toEqual({ isLink: true, codes: { code: "abc" } });
  expect(linkCodesIn("#friend=abc-1")).toEqual({ isLink: true, codes: { friend: "abc-1" } });
  // The code of a sign-in elsewhere is not one for here.
  expect(linkCodesIn("#tools=state%3Da%26code%3Db")).toEqual({
    isLink: true,
    codes: { tools: "state=a&code=b" },
  });
  expect(linkCodesIn("#pair=")).toEqual({ isLink: true, codes: {} });
  expect(linkCodesIn("#/talk/pair")).toEqual({ isLink: false, codes: {} });
});
