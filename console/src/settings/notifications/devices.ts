import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DevicesAnswer, DeviceTest } from "../../../../src/api/routes/device-routes.ts";
import { call } from "../../api/call.ts";
import { startServiceWorker } from "../../service-worker.ts";

export type Device = DevicesAnswer["devices"][number];

const key = ["settings", "devices"] as const;

export const useDevices = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => ({
      ...(await call("GET /api/devices")),
      here: await findHere(),
    }),
  });

/** Whether this browser can be notified, and by which subscription it is. */
type Here =
  | { readonly state: "unsupported" | "denied" | "off" }
  | { readonly state: "on"; readonly id: string };

async function findHere(): Promise<Here> {
  if (!("PushManager" in window) || !("Notification" in window)) return { state: "unsupported" };
  if (Notification.permission === "denied") return { state: "denied" };
  const worker = await startServiceWorker();
  if (worker === undefined) return { state: "unsupported" };
  const found = await worker.pushManager.getSubscription();
  return found === null ? { state: "off" } : { state: "on", id: await idOf(found.endpoint) };
}

/** The same name as the server's: nothing needs to be kept here. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 32);
}

/** Thrown where the person or the browser says no. */
export class NotAllowed extends Error {
  override readonly name = "NotAllowed";
}

async function switchOn(publicKey: string, showsContent: boolean): Promise<unknown> {
  if ((await Notification.requestPermission()) !== "granted") throw new NotAllowed();
  const worker = await startServiceWorker();
  if (worker === undefined) throw new NotAllowed();
  await navigator.serviceWorker.ready;
  const made = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((error: unknown) => {
      throw new NotAllowed("the push service can't be reached", { cause: error });
    });
  const { endpoint = "", keys } = made.toJSON();
  return call("POST /api/devices", {
    body: {
      endpoint,
      keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
      label: describeBrowser(),
      shows_content: showsContent,
    },
  });
}

async function switchOff(id: string): Promise<unknown> {
  const worker = await startServiceWorker();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  return removeDevice(id);
}

const removeDevice = (id: string): Promise<unknown> =>
  call("DELETE /api/devices/{id}", { params: { id } });
const testDevice = (id: string): Promise<DeviceTest> =>
  call("POST /api/devices/{id}/test", { params: { id }, body: {} });

type Act =
  | { readonly kind: "on"; readonly publicKey: string; readonly showsContent: boolean }
  | { readonly kind: "off" | "remove" | "test"; readonly id: string };

export function useDeviceAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: Act): Promise<unknown> => {
      switch (act.kind) {
        case "on":
          return switchOn(act.publicKey, act.showsContent);
        case "off":
          return switchOff(act.id);
        case "remove":
          return removeDevice(act.id);
        case "test":
          return testDevice(act.id);
        default:
          return act satisfies never;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** "Chrome · Linux": enough to tell one's devices apart. */
function describeBrowser(): string {
  const agent = navigator.userAgent;
  const browser =
    [
      ["Edg/", "Edge"],
      ["Firefox/", "Firefox"],
      ["Chrome/", "Chrome"],
      ["Safari/", "Safari"],
    ].find(([mark = ""]) => agent.includes(mark))?.[1] ?? "Browser";
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(agent)?.[0];
  return system === undefined ? browser : `${browser} · ${system}`;
}
