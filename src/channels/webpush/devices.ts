import { createHash } from "node:crypto";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { Chance } from "../../domain/ports/clock.ts";
import type { PushDevice, PushProblem, PushSubscription } from "../../domain/ports/push.ts";
import { areKeys } from "./encrypt.ts";
import { toVapidKeys, type VapidKeys } from "./vapid.ts";

export const pushChannel = "webpush";
const mostDevices = 10;
const keysName = "webpush keys";

export interface DevicesDeps {
  readonly ports: Pick<ChannelPorts, "directory" | "secrets">;
  readonly chance: Pick<Chance, "bytes">;
  /** Whether a push service under plain http may be called, as a test's is. */
  readonly allowsHttp: (host: string) => boolean;
}

/** Subscriptions, each sealed under the name of its channel account. */
export function openDevices(on: DevicesDeps) {
  const { directory, secrets } = on.ports;
  const nameOf = (id: string): string => `webpush:${id}`;
  const read = async (id: string): Promise<PushSubscription | undefined> => {
    const stored = await secrets.get(nameOf(id));
    return stored === undefined ? undefined : (JSON.parse(stored) as PushSubscription);
  };
  const listIds = async (accountId: string): Promise<readonly string[]> =>
    (await directory.list(pushChannel))
      .filter((each) => each.accountId === accountId)
      .map(({ channelAccount }) => channelAccount);
  const end = async (id: string): Promise<void> => {
    await directory.unlink({ channel: pushChannel, channelAccount: id });
    await secrets.drop(nameOf(id));
  };
  return {
    read,
    listIds,
    end,
    /** Made once, and sealed like every other secret. */
    async keys(): Promise<VapidKeys> {
      const stored = await secrets.get(keysName);
      if (stored !== undefined) return JSON.parse(stored) as VapidKeys;
      await secrets.put(keysName, JSON.stringify(toVapidKeys(on.chance.bytes(32))));
      // Another process may have made them in the same moment: what is stored counts.
      return JSON.parse((await secrets.get(keysName)) ?? "") as VapidKeys;
    },
    async list(accountId: string): Promise<readonly PushDevice[]> {
      const devices: PushDevice[] = [];
      for (const id of await listIds(accountId)) {
        const found = await read(id);
        if (found !== undefined) devices.push(toDevice(id, found));
      }
      return devices;
    },
    async add(accountId: string, wanted: PushSubscription): Promise<PushDevice | PushProblem> {
      if (!isAddress(wanted.endpoint, on.allowsHttp)) return "address";
      if (!areKeys(wanted)) return "keys";
      const id = createHash("sha256").update(wanted.endpoint).digest("hex").slice(0, 32);
      const known = await listIds(accountId);
      if (!known.includes(id) && known.length >= mostDevices) return "too_many";
      await secrets.put(nameOf(id), JSON.stringify(wanted));
      await directory.openWay({ channel: pushChannel, channelAccount: id, accountId });
      return toDevice(id, wanted);
    },
    async remove(accountId: string, id: string): Promise<boolean> {
      if (!(await listIds(accountId)).includes(id)) return false;
      await end(id);
      return true;
    },
  };
}

export type Devices = ReturnType<typeof openDevices>;

const toDevice = (id: string, { label, shows_content }: PushSubscription): PushDevice => ({
  id,
  label,
  shows_content,
});

function isAddress(endpoint: string, allowsHttp: (host: string) => boolean): boolean {
  if (!URL.canParse(endpoint) || endpoint.length > 2_000) return false;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && allowsHttp(hostname));
}
