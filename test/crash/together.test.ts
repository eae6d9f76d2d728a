import { describe, expect, it } from "vitest";
import { callServer } from "../support/api.ts";
import { openStream, type ServerEvent } from "../support/event-stream.ts";
import { say } from "../vendors/model-script.ts";
import { type ChatBody, startModelServer } from "../vendors/model-server.ts";
import type { CrashInstance } from "./instance.ts";
import { endsWell, long, listSeen, useWorlds } from "./use-worlds.ts";

const token = "operator-token-of-the-crash-tests-1";
const portOf = (instance: CrashInstance): number => Number(new URL(instance.url).port);

describe("processes that share the work", { concurrent: true, timeout: 600_000 }, () => {
  const inWorld = useWorlds();

  it("two whole products on one database answer each message once, whichever took it in", () =>
    inWorld(async (world) => {
      const both = await Promise.all([world.start(), world.start()]);
      const people = ["ada", "bob", "cy", "dee", "eli"];
      await Promise.all(
        people.map(async (from) => {
          for (let nth = 1; nth <= 6; nth += 1)
            await world.say(`${from}${nth} #plain`, {
              from,
              channel: nth % 2 === 0 ? "post" : "parcel",
              to: both[nth % 2],
            });
        }),
      );
      const history = await endsWell(world);
      expect(history.messages.filter(({ endedAs }) => endedAs === "answered")).toHaveLength(30);
    }));

  it.each(long ? ["1", "2", "4", "32"] : ["1", "32"])(
    "processes that share the work never ask the model twice at once about one conversation, with %s turns at a time",
    (concurrency) =>
      inWorld(async (world) => {
        const asking = new Map<string, number>();
        const overlaps: string[] = [];
        const model = await startModelServer({
          behaviour: (body) => watchAnswer(body, asking, overlaps),
        });
        try {
          const env = {
            MEANWHILE_TURN__CONCURRENCY: concurrency,
            MEANWHILE_MODEL_BASE_URL: model.baseUrl,
            MEANWHILE_MODEL_API_KEY: model.apiKey,
            MEANWHILE_MODEL: "m",
          };
          const both = await Promise.all([world.start({ env }), world.start({ env })]);
          const people = ["ada", "bob", "cy", "dee"];
          await Promise.all(
            people.flatMap((from) =>
              [0, 1, 2, 3, 4].map((nth) =>
                world.say(`${from} says ${nth}`, { from, to: both[nth % 2] }),
              ),
            ),
          );
          await endsWell(world);
          expect(overlaps).toEqual([]);
          expect(model.requests.length).toBeGreaterThanOrEqual(people.length);
          expect(model.violations).toEqual([]);
        } finally {
          await model.close();
        }
      }),
  );

  it("a page at the gateway sees what a turn in the worker says while it says it, and a new attempt replaces the old one's words", () =>
    inWorld(async (world) => {
      const env = { MEANWHILE_OPERATOR_TOKEN: token };
      const gateway = await world.start({ roles: "gateway", env });
      const first = await world.start({ roles: "worker", env });
      const port = portOf(gateway);
      const opened = await callServer(port, "/api/conversations", {
        method: "POST",
        json: {},
        token,
      });
      const { id } = opened.json as { id: string };
      const stream = await openStream({
        port,
        path: `/api/conversations/${id}/stream`,
        headers: { authorization: `Bearer ${token}` },
      });
      try {
        await callServer(port, `/api/conversations/${id}/messages`, {
          method: "POST",
          json: { text: "w1 #hold", client_id: "c1" },
          token,
        });
        await first.holding("w1");
        await stream.until((events) => readShown(events) === "1: thinking about w1");
        await first.kill();
        const second = await world.start({ roles: "worker", env });
        await world.expireLeases();
        await second.holding("w1");
        await stream.until((events) => readShown(events) === "2: thinking about w1");
        second.direct("release w1");
        await stream.until((events) => events.some(isTurn("replied")));
        const replies = stream.events.filter(
          ({ type, data }) => type === "message" && data["direction"] === "outbound",
        );
        expect(replies.map(({ data }) => data["text"])).toEqual(["re w1"]);
        expect(listSeen(world, "ada")).toEqual([]);
      } finally {
        stream.close();
      }
      await world.calm();
    }));
});

const isTurn =
  (state: string) =>
  ({ type, data }: ServerEvent): boolean =>
    type === "turn" && data["state"] === state;

/** What a page shows of the running turn, with its attempt. Shown text and the log take different ways: only the attempt counts. */
function readShown(events: readonly ServerEvent[]): string {
  let attempt = 0;
  let text = "";
  for (const { type, data } of events) {
    if ((type !== "text" && type !== "delta") || Number(data["attempt"]) < attempt) continue;
    text = (type === "delta" && data["attempt"] === attempt ? text : "") + String(data["text"]);
    attempt = Number(data["attempt"]);
  }
  return `${attempt}: ${text}`;
}

/** Counts who is being asked about, from the request to the end of its answer. */
function watchAnswer(body: ChatBody, asking: Map<string, number>, overlaps: string[]) {
  const person =
    /^(\w+) says/m.exec(
      body.messages.findLast(({ role }) => role === "user")?.content ?? "",
    )?.[1] ?? "?";
  const now = (asking.get(person) ?? 0) + 1;
  asking.set(person, now);
  if (now > 1) overlaps.push(person);
  const finish = async (index: number): Promise<void> => {
    if (index === 2) asking.set(person, (asking.get(person) ?? 1) - 1);
  };
  return say(["one ", "answer"], { before: finish });
}
