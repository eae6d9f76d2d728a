import { expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { wecomFindings } from "../../src/channels/wecom/doctor.ts";
import type { WecomSection } from "../../src/channels/wecom/section.ts";
import { safeSockets } from "../../src/outbound/safe-socket.ts";
import { noMail } from "../support/no-mail.ts";
import { openApi } from "../support/api.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { useWecom } from "../support/use-wecom.ts";
import { startWecomSocketServer } from "../vendors/wecom-socket-server.ts";

const on = useWecom();
const chance = createSystemChance(systemClock.now);
const sockets = safeSockets({ clock: systemClock });

function ask(publicUrl: string | undefined, change: object = {}) {
  const wecom = {
    enabled: true,
    token: "tOken_for_tests_01",
    encoding_aes_key: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ",
    bot_id: "AIB1",
    bots: [],
    ...change,
  };
  return wecomFindings({
    section: wecom as unknown as WecomSection,
    server: { host: "127.0.0.1", public_url: publicUrl, allowed_hosts: [], trusted_proxies: [] },
    ownUrl: undefined,
    http: on.http,
    sockets,
    mail: noMail,
    clock: on.clock,
    bytes: (count) => chance.bytes(count),
    accounts: [],
  });
}

it("complaint 4: the doctor plays a check, a message and a refresh, and says what stands in the way", async () => {
  const lab = await on.open();
  const api = await openApi({ db: on.store.db, webhooks: lab.wecom.webhooks });
  const servers = loopbackServers();
  const page = await servers.serve((_request, response) => void response.end("<html>"));
  const url = `http://127.0.0.1:${api.server.port}`;
  const states = async (findings: ReturnType<typeof ask>) =>
    (await findings).map(({ status }) => status);
  expect(await states(ask(url))).toEqual(["ok"]);
  expect(await states(ask(url, { token: "another" }))).toEqual(["fail"]);
  expect(await states(ask(page))).toEqual(["fail"]);
  expect(await states(ask("http://127.0.0.1:9"))).toEqual(["fail"]);
  // Without a public address every call of WeCom's is refused, whatever else works.
  expect(await states(ask(undefined))).toEqual(["fail", "warn"]);
  expect(await states(ask(url, { enabled: false }))).toEqual([]);
  expect(await on.store.db.rows("select 1 from message")).toEqual([]);
  await servers.close();
  await api.close();
});

it("the doctor tries the line of a long connection and leaves the bot to the process that has it", async () => {
  const server = await startWecomSocketServer({ clock: on.clock });
  const connected = {
    token: undefined,
    encoding_aes_key: undefined,
    transport: "long_connection",
    secret: "s",
    allowed_hosts: ["127.0.0.1"],
  };
  const states = async (change: object) =>
    (await ask(undefined, { ...connected, ...change })).map(({ name, status }) => [name, status]);
  expect(await states({ ws_url: server.url })).toEqual([["wecom default line", "ok"]]);
  expect([server.opened, server.frames]).toEqual([1, []]);
  expect(await states({ ws_url: "ws://127.0.0.1:9" })).toEqual([["wecom default line", "fail"]]);
  expect(await states({ ws_url: server.url, allowed_hosts: [] })).toEqual([
    ["wecom default line", "fail"],
  ]);
  await server.close();
});
