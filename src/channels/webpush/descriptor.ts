import { defineChannel } from "../kit/descriptor.ts";
import { createPush, notifyDevices, pushDevices } from "./create.ts";
import { openDevices, pushChannel } from "./devices.ts";
import { pushSection } from "./section.ts";

export const webpush = defineChannel({
  name: "webpush",
  provider: pushChannel,
  settings: { schema: pushSection },
  capabilities: { bindsPeople: false, handlesFiles: () => false },
  webhooks: [],
  words: {
    name: { en: "Notifications in the browser", zh: "浏览器通知" },
    hasDevices: true,
    troubles: {
      subscription_ended: {
        en: "The browser has ended its notifications.",
        zh: "浏览器已停止接收通知。",
      },
    },
  },
  doctor: {},
  wire: (on) => {
    const { allowed_hosts: hosts } = on.section;
    const devices = openDevices({ ...on, allowsHttp: (host) => hosts.includes(host) });
    const deps = { ...on, devices };
    return {
      channel: createPush(deps),
      devices: pushDevices(deps),
      notifyAway: (said) => notifyDevices(deps, said),
      start: () => {
        devices
          .keys()
          .catch((error: unknown) =>
            on.log.error({ channel: pushChannel, error }, "the keys could not be made"),
          );
      },
    };
  },
});
