import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../../store/database/database.ts";
import { toFailure, logFailure, toRateLimitRefusal } from "./failure.ts";

const fromDatabase = (code: string): Error =>
  Object.assign(new Error("canceling statement due to statement timeout"), { code });

describe("answers to failed requests", () => {
  it.each([
    ["a statement that took too long", fromDatabase("57014")],
    ["a lock that nobody let go", fromDatabase("55P03")],
    ["a deadlock", fromDatabase("40P01")],
    ["a lost race", fromDatabase("40001")],
    ["a database that is away", new DatabaseUnavailable("gone")],
  ])("the client gets 503, a stable code and a time to retry after %s", (_what, error) => {
    const { status, body, retryAfterSeconds } = toFailure(error, "en");
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

  it("the client gets 500 without internal details after a bug", () => {
    const { status, body } = toFailure(fromDatabase("42601"), "en");
    expect(status).toBe(500);
    expect(JSON.parse(body)).toEqual({
      error: { code: "internal", message: expect.any(String) as string },
    });
  });

  it.each(["22021", "22P05"])(
    "a text that the database can't hold (%s) is the client's mistake and no bug",
    (code) => {
      const { status, body } = toFailure(fromDatabase(code), "en");
      expect([status, JSON.parse(body)]).toMatchObject([
        400,
        { error: { code: "invalid_request" } },
      ]);
      const failing = (): never => expect.unreachable();
      logFailure(
        { debug: failing, info: failing, warn: failing, error: failing },
        fromDatabase(code),
        "/api/conversations",
      );
    },
  );

  it("a rate-limited client gets 429 and the time to wait", () => {
    expect(toFailure(toRateLimitRefusal(1_500), "en")).toMatchObject({
      status: 429,
      retryAfterSeconds: 2,
    });
  });
});
