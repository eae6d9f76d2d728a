import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCloudBench, openEvolutionBench } from "../../../test/support/whatsapp-bench.ts";
import {
  type EvolutionServer,
  startEvolutionServer,
} from "../../../test/vendors/evolution-server.ts";
import { type CloudServer, startCloudServer } from "../../../test/vendors/whatsapp-cloud-server.ts";
import { systemClock } from "../../cli/system.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";

let http: ReturnType<typeof safeHttp>;
beforeEach(() => {
  http = safeHttp({ clock: systemClock });
});
afterEach(() => http.close());

const never = new AbortController().signal;
const bytes = Buffer.from("\x89PNG", "latin1");

describe("by the Cloud API", () => {
  let server: CloudServer;
  beforeEach(async () => {
    server = await startCloudServer();
  });
  afterEach(() => server.close());
  const open = (readMarks = false) =>
    openCloudBench({
      http,
      settings: { apiBaseUrl: server.url, allowedHosts: ["127.0.0.1"], readMarks },
    });

  it("a WhatsApp file is fetched by the fields of its message, and only a passing failure is retried", async () => {
    const { channel } = open().cloud;
    const get = (media: Record<string, string>) =>
      channel.fetchFile?.(
        {
          channelAccount: server.phoneNumberId,
          vendorId: "wamid.1",
          media: { kind: "image", ...media },
        },
        never,
      );
    const vendorId = server.putMedia(bytes);
    expect(await get({ vendor_id: vendorId })).toEqual({ bytes: new Uint8Array(bytes) });
    expect(await get({ vendor_id: vendorId, sha256: "other" })).toEqual({
      failed: "damaged",
      again: false,
    });
    expect(await get({})).toEqual({ failed: "gone", again: false });
    await server.close();
    expect(await get({ vendor_id: vendorId })).toEqual({ failed: "unreachable", again: true });
  });

  it("the typing state is renewed while the turn runs, and not after it", async () => {
    const { cloud, clock } = open(true);
    const to = {
      channelAccount: server.phoneNumberId,
      peer: "US.1",
      vendorId: "wamid.1",
      contextToken: undefined,
      turnId: "t",
      scope: "user:US.1",
      shown: () => "",
    };
    const shown = cloud.channel.typing?.(to);
    await clock.advance(19_000);
    expect(server.read).toEqual([]);
    await clock.advance(1_000);
    await server.until(() => server.read.length === 1);
    shown?.end();
    await clock.advance(60_000);
    expect(server.read).toEqual(["wamid.1"]);
    await cloud.close();
    expect(open().cloud.channel.typing).toBeUndefined();
  });
});

describe("by Evolution", () => {
  let server: EvolutionServer;
  beforeEach(async () => {
    server = await startEvolutionServer();
  });
  afterEach(() => server.close());

  it("an Evolution file is fetched by the id of its message", async () => {
    const { channel } = openEvolutionBench({
      http,
      settings: { apiBaseUrl: server.url },
    }).evolution;
    const get = (vendorId: string) =>
      channel.fetchFile?.({ channelAccount: server.instance, vendorId, media: {} }, never);
    expect(await get("IN-WITH-FILE")).toEqual({ bytes: Buffer.from("picture") });
    expect(await get("other")).toEqual({ failed: "gone", again: false });
  });
});
