import { expect, test } from "vitest";
import { parseRoute, routeAddress, type Route } from "./route.ts";

test("a place in the page survives its address", () => {
  const routes: Route[] = [{ page: "settings" }, { page: "talk", conversation: undefined }, { page: "talk", conversation: "a/b ü#?%" }];
  for (const route of routes) expect(parseRoute(routeAddress(route))).toEqual(route);
});

test("an address that means nothing leads to the conversations", () => {
  for (const hash of ["", "#", "#/", "#/nowhere", "#/talk/", "#/talk/%E0%A4%A"])
    expect(parseRoute(hash)).toEqual({ page: "talk", conversation: undefined });
});
