import { expect, it } from "vitest";
import { startParts } from "./channels.ts";

it("B38: a channel that throws when it is started is reported, and keeps no other from starting", () => {
  const seen: string[] = [];
  const part = (name: string, error?: Error) => ({
    name,
    start: () => {
      if (error !== undefined) throw error;
      seen.push(name);
    },
  });
  const parts = [part("web"), part("wechat", new Error("a dead token")), part("wecom")];
  startParts(parts, (name, error) => seen.push(`${name}: ${String(error)}`));
  expect(seen).toEqual(["web", "wechat: Error: a dead token", "wecom"]);
});
