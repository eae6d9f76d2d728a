import { socketHosts } from "./addresses.ts";
import type { WecomSettings } from "./settings.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import type { OutboundSockets } from "../../domain/ports/socket.ts";
import { bad, type Finding, good } from "../../domain/finding.ts";
import { doctorPatienceMs } from "../kit/doctor.ts";

/**
 * Opens the line and closes it again. It does not log in: WeCom gives a bot to the latest login, so
 * looking would end the connection that runs. The state of that connection is shown elsewhere.
 */
export async function lineFinding(
  bot: string,
  place: Pick<WecomSettings, "socketUrl" | "allowedHosts">,
  sockets: OutboundSockets,
): Promise<Finding> {
  const name = `wecom ${bot} line`;
  const { host } = new URL(place.socketUrl);
  try {
    const line = await sockets.connect({
      url: place.socketUrl,
      allowedHosts: socketHosts(place),
      timeoutMs: doctorPatienceMs,
      maxBytes: 64 * 1024,
      onText: () => undefined,
    });
    line.end();
    await line.closed;
    return good(name, { en: `${host} accepts long connections.`, zh: `${host} 可以建立长连接。` });
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    const says = {
      en: `No long connection to ${host} (${error.code}).`,
      zh: `无法与 ${host} 建立长连接（${error.code}）。`,
    };
    return bad(name, says, {
      en: "Check the network and channels.wecom.ws_url; a local or private host must be in allowed_hosts.",
      zh: "请检查网络和 channels.wecom.ws_url；本地或内网主机要写进 allowed_hosts。",
    });
  }
}
