import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import {
  createCountedChance,
  memoryLedger,
  recordingLog,
  recordingMetrics,
} from "../../test/support/model-ports.ts";
import { echoLast, startModelServer, type ModelServer } from "../../test/vendors/model-server.ts";
import type { ModelRequest } from "../domain/ports/model.ts";
import { createModel, type ModelSettings } from "./create.ts";

const make = (settings: ModelSettings) =>
  createModel({
    settings,
    ledger: memoryLedger(),
    clock: fakeClock(),
    chance: createCountedChance(),
    log: recordingLog(),
    metrics: recordingMetrics(),
    fetch: globalThis.fetch,
  });

const request: ModelRequest = {
  purpose: "chat",
  messages: [{ role: "user", content: "ping" }],
  sourceEventIds: [],
  accountId: "ada",
  signal: new AbortController().signal,
};

describe("the model that the settings describe", () => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await startModelServer({ behaviour: echoLast });
  });
  afterEach(() => server.close());

  it("the model that the settings describe is the offline one when nothing is set", async () => {
    const model = make({});
    expect(model.describe).toEqual({ kind: "offline", name: "offline" });
    expect((await model.complete(request)).text).toMatch(/^(?:I'm here|Yes)/);
  });

  it("the model that the settings describe is the provider's when an address and a name are set; small purposes go to the classifier", async () => {
    const model = make({
      baseUrl: `${server.baseUrl}/`,
      apiKey: server.apiKey,
      model: "big",
      classifier: "small",
    });
    expect(model.describe).toEqual({ kind: "provider", name: "big" });
    expect((await model.complete(request)).text).toBe("You said: ping");
    await model.complete({ ...request, purpose: "narrative" });
    await model.complete({ ...request, purpose: "summary" });
    expect(server.requests.map((seen) => seen.body.model)).toEqual(["big", "big", "small"]);
    expect(server.violations).toEqual([]);
  });

  it("the model that the settings describe is an error when half of it is missing or the address is none, without repeating the address", () => {
    expect(() => make({ baseUrl: server.baseUrl })).toThrow(/both/);
    expect(() => make({ model: "big" })).toThrow(/both/);
    expect(() => make({ baseUrl: "ftp://key@host", model: "big" })).toThrow(
      /^The language model's address is not an http or https URL\.$/,
    );
  });
});
