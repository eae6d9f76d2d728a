import { afterEach, expect, test } from "vitest";
import { loopbackServers } from "../../../test/support/loopback-server.ts";
import { channels } from "../../channels/list.ts";
import { loadConfig } from "../../config.ts";
import type { ChannelView } from "../../accounts/channel-directory.ts";
import { vendorFindings } from "./channels.ts";

const servers = loopbackServers();
afterEach(() => servers.close());

const examine = (yaml: string, accounts?: readonly ChannelView[]) =>
  vendorFindings(
    {
      config: loadConfig({ env: {}, cwd: "/srv", readFile: () => yaml }),
      channelList: channels,
      holder: undefined,
    },
    accounts,
  );

const whatsapp = (url: string): string => `
channels:
  whatsapp:
    enabled: true
    app_secrets: [app-secret-1]
    verify_tokens: [verify-token-1]
    accounts: [{ phone_number_id: "1065", access_token: access-token-1 }]
    api_base_url: ${url}
    allowed_hosts: [127.0.0.1]
`;

test.each([
  [200, "ok"],
  [401, "fail"],
  [500, "warn"],
])("a WhatsApp number of which Meta says %i is reported as %s", async (status, expected) => {
  const asked: string[] = [];
  const url = await servers.serve((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status).end("{}");
  });
  expect(await examine(whatsapp(url))).toMatchObject([{ name: "whatsapp 1065", status: expected }]);
  expect(asked).toEqual(["GET /v25.0/1065 Bearer access-token-1"]);
});

test("a vendor that cannot be reached is a note and not a failure", async () => {
  expect(await examine(whatsapp("http://127.0.0.1:9"))).toMatchObject([{ status: "warn" }]);
});

test.each([
  ["open", "ok"],
  ["close", "fail"],
  ["what?", "warn"],
])("an Evolution instance that is %s is reported as %s", async (state, expected) => {
  const url = await servers.serve((_, response) =>
    response.end(JSON.stringify({ instance: { state } })),
  );
  const yaml = `
channels:
  evolution:
    enabled: true
    webhook_secrets: [webhook-secret-1]
    instances: [{ name: main, api_key: instance-key-1 }]
    api_base_url: ${url}
    allowed_hosts: [127.0.0.1]
`;
  expect(await examine(yaml)).toMatchObject([{ name: "evolution main", status: expected }]);
});

test("WeChat without a login says how to make one", async () => {
  const yaml = "channels: { wechat: { ilink: { enabled: true } } }";
  expect(await examine(yaml)).toMatchObject([
    { status: "warn", fix: { en: "npx meanwhile wechat login" } },
  ]);
  const linked = { channel: "wechat_personal", accountId: "ada" } as ChannelView;
  expect(await examine(yaml, [linked])).toMatchObject([{ status: "ok" }]);
});
