import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../../store/database/database.ts";
import { failureFor, logFailure, rateLimited } from "./failure.ts";

const fromDatabase = (code: string): Error =>
  Object.assign(new Error("canceling statement due to statement timeout"), { code });

describe("what a client gets for a request that did not work", () => {
  it.each([
    ["a statement that took too long", fromDatabase("57014")],
    ["a lock that nobody let go", fromDatabase("55P03")],
    ["a deadlock", fromDatabase("40P01")],
    ["a lost race", fromDatabase("40001")],
    ["a database that is away", new DatabaseUnavailable("gone")],
  ])("after %s is 503, a code that stays, and when to ask again", (_what, error) => {
    const { status, body, retryAfterSeconds } = failureFor(error, "en");
    expect([status, retryAfterSeconds]).toEqual([503, 2]);
    expect(JSON.parse(body)).toMatchObject({
      error: { code: "unavailable", fact: { retry_after_seconds: 2 } },
    });
    expect(body).not.toContain("statement");
    const heard: string[] = [];
    const write = (level: string) => () => void heard.push(level);
    logFailure(
      { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") },
      error,
      "/api/account",
    );
    expect(heard).toEqual(["warn"]);
  });

  it("after a bug is 500 and says nothing of the inside", () => {
    const { status, body } = failureFor(fromDatabase("42601"), "en");
    expect(status).toBe(500);
    expect(JSON.parse(body)).toEqual({
      error: { code: "internal", message: expect.any(String) as string },
    });
  });

  it("for too much is 429 and says how long to wait", () => {
    expect(failureFor(rateLimited(1_500), "en")).toMatchObject({
      status: 429,
      retryAfterSeconds: 2,
    });
  });
});
