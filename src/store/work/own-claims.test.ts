import { expect, it } from "vitest";
import { createOwnClaims } from "./own-claims.ts";

function track() {
  const freed: (readonly string[])[] = [];
  return { freed, claims: createOwnClaims(async (workedOn) => void freed.push(workedOn)) };
}

it("after a claim without an answer, the next one first frees what this process does not work on", async () => {
  const { freed, claims } = track();
  await claims.claim(async () => []);
  expect(freed).toEqual([]);
  await claims.work("a", async () => {
    await expect(claims.claim(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    await claims.claim(async () => []);
    await claims.claim(async () => []);
  });
  expect(freed).toEqual([["a"]]);
});

it("a release without an answer is made up for by the next claim", async () => {
  const { freed, claims } = track();
  await claims.work("a", async () => claims.doubt());
  await claims.claim(async () => []);
  expect(freed).toEqual([[]]);
});

it("rows that could not be freed stay in doubt", async () => {
  let fails = true;
  let tried = 0;
  const claims = createOwnClaims(async () => {
    tried += 1;
    if (fails) throw new Error("away");
  });
  claims.doubt();
  await expect(claims.claim(async () => "taken")).rejects.toThrow("away");
  fails = false;
  expect(await claims.claim(async () => "taken")).toBe("taken");
  expect(tried).toBe(2);
});
