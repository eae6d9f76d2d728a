import { expect, it } from "vitest";
import { createNotifiers, linkRoutes } from "../../src/channels/notifiers/create.ts";
import { notifiersSection } from "../../src/channels/notifiers/section.ts";
import type { OutboundHttp } from "../../src/domain/ports/http.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { noMail } from "../support/no-mail.ts";
import { remind, timersOn } from "../support/reminder-lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);

it("a reminder that its chat can't carry arrives as a notification, once, and a route that is gone carries none", async () => {
  const clock = fakeClock();
  const posted: string[] = [];
  const http: OutboundHttp = {
    request: async ({ url }) => {
      posted.push(url);
      return { status: 200, headers: {}, body: Buffer.from('{"id":"n1"}') };
    },
  };
  const read = (routes: readonly object[]) => notifiersSection.parse({ enabled: true, routes });
  const routeOf = (account: string) => ({
    name: "phone",
    account,
    kind: "ntfy",
    url: "https://ntfy.example/topic",
  });
  const anyone = read([routeOf("0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00")]);
  const channels = [createNotifiers({ section: anyone, http, mail: noMail, clock })];
  const lab = await used.start({ clock, channels, timers: timersOn(clock) });
  const { accountId, conversationId } = await lab.say("hello");
  await lab.idle();
  const link = (section: ReturnType<typeof read>) =>
    linkRoutes({ section, ports: lab.spine.ports, log: silentLog });
  // At every start.
  for (const section of [read([routeOf(accountId)]), read([routeOf(accountId)])])
    await link(section);
  const ring = async (at: string): Promise<void> => {
    lab.post.plan.push({ kind: "waiting_for_user", code: "window_closed" });
    await remind(used.db, {
      accountId,
      conversationId,
      content: `see the doctor at ${at}`,
      at: `2026-01-05T${at}:00`,
      zone: "UTC",
      now: clock.now(),
    });
    await clock.leap(30 * 60_000);
    await clock.pass(5 * 60_000);
  };
  await ring("09:20");
  expect(posted).toEqual(["https://ntfy.example"]);
  expect(await used.db.rows("select completion from reminder where content like '%09:20'")).toEqual(
    [{ completion: "fired" }],
  );
  expect(
    await used.db.rows("select 1 from conversation where provider_type = 'notifiers'"),
  ).toHaveLength(1);
  await link(read([]));
  await ring("10:00");
  expect(posted).toHaveLength(1);
});
