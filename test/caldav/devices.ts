import { findMorningZone } from "../support/morning-zone.ts";
import { startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";

/** The whole product, and devices that speak CalDAV to it with a password of their own. */
export interface Devices {
  readonly product: WechatProduct;
  person(options?: { readonly wxid?: string; readonly name?: string }): Promise<Owner>;
  close(): Promise<void>;
}

export interface Owner {
  readonly id: string;
  readonly token: string;
  readonly password: string;
  readonly zone: string;
  call(method: string, path: string, json?: unknown): Promise<{ status: number; json: unknown }>;
  /** A request of the calendar protocol. Paths without a slash are files of the events. */
  dav(method: string, path: string, how?: DavCall): Promise<DavReply>;
}

export interface DavCall {
  readonly body?: string | Uint8Array | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly password?: string;
}

export interface DavReply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export async function startDevices(): Promise<Devices> {
  const product = await startWechatProduct({
    env: {
      MEANWHILE_DEFAULT_LANGUAGE: "en",
      MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: "a-webhook-secret-of-the-test",
    },
  });
  const zone = findMorningZone();
  return {
    product,
    async person({ wxid, name = "Ada" } = {}) {
      const made = await product.ask("/api/accounts", {
        method: "POST",
        json: { display_name: name, language: "en", default_timezone: zone },
      });
      const { id } = made.json as { id: string };
      if (wxid !== undefined)
        await product.ask(`/api/accounts/${id}/identities`, {
          method: "POST",
          json: { channel: "wechat_personal", subject: wxid },
        });
      const issued = await product.ask("/api/tokens", {
        method: "POST",
        json: { account_id: id, scopes: ["*"], label: "test", expires_in_days: 1 },
      });
      const { token } = issued.json as { token: string };
      const call: Owner["call"] = (method, path, json) =>
        product.call(path, { method, token, ...(json === undefined ? {} : { json }) });
      const { password } = (await call("POST", "/api/calendar/passwords", { label: "Ada's phone" }))
        .json as { password: string };
      return { id, token, password, zone, call, dav: davOf(product, id, password) };
    },
    close: () => product.close(),
  };
}

const davOf =
  (product: WechatProduct, id: string, password: string): Owner["dav"] =>
  async (method, path, how = {}) => {
    const at = path.startsWith("/") ? path : `/caldav/calendars/${id}/events/${path}`;
    const secret = how.password ?? password;
    const reply = await fetch(`${product.app.url}${at}`, {
      method,
      redirect: "manual",
      headers: {
        authorization: `Basic ${Buffer.from(`anyone:${secret}`).toString("base64")}`,
        ...(method === "PUT" ? { "content-type": "text/calendar; charset=utf-8" } : {}),
        ...how.headers,
      },
      ...(how.body === undefined ? {} : { body: how.body as string }),
    });
    return { status: reply.status, text: await reply.text(), headers: reply.headers };
  };

/** A file with one entry, with lines as a program would write them. */
export const file = (component: "VEVENT" | "VTODO", lines: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//A test//EN",
    `BEGIN:${component}`,
    ...lines,
    `END:${component}`,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
