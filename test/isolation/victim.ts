import { openSignedIn } from "../support/api.ts";
import { createPasskeyDevice } from "../support/passkey-device.ts";
import type { WechatProduct } from "../support/wechat-product.ts";

/** Stands in everything that a person has, so that one word finds it wherever it should not be. */
export const canary = "kanarienvogel";
const secret = "a-webhook-secret-of-the-test";
export const victimEnv = {
  MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: secret,
  MEANWHILE_WEBHOOKS__ALLOWED_HOSTS: "hooks.example.org",
  MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "1000000",
  MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "1000000",
};

export interface Someone {
  readonly id: string;
  readonly token: string;
  call(
    method: string,
    path: string,
    json?: unknown,
  ): Promise<{ status: number; json: unknown; text: string }>;
}

export async function newPerson(world: WechatProduct, name: string): Promise<Someone> {
  const made = await world.ask("/api/accounts", {
    method: "POST",
    json: { display_name: name, default_timezone: "UTC" },
  });
  const { id } = made.json as { id: string };
  const issued = await world.ask("/api/tokens", {
    method: "POST",
    json: { account_id: id, scopes: ["*"], label: name },
  });
  const { token } = issued.json as { token: string };
  const call: Someone["call"] = (method, path, json) =>
    world.call(path, { method, token, ...(json === undefined ? {} : { json }) });
  return { id, token, call };
}

const tomorrow = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T15:00:00`;

/** By a page of hers, since a program has none. */
async function addPasskey(world: WechatProduct, { token }: Someone): Promise<void> {
  const signedIn = await world.call("/api/session", { method: "POST", json: { token } });
  const { origin, port } = new URL(world.app.url);
  const page = openSignedIn(Number(port), signedIn);
  const path = "/api/account/passkeys";
  const begun = await page.call(`${path}/begin`, { method: "POST", json: {} });
  const asked = begun.json as { readonly challenge: string; readonly rp_id: string };
  const json = {
    name: `phone ${canary}`,
    ...createPasskeyDevice(canary).make({ ...asked, origin }),
  };
  const made = await page.call(path, { method: "POST", json });
  if (made.status !== 201) throw new Error(`a passkey was refused: ${made.text}`);
}

/** One of everything: a chat on the page and one in WeChat, reminders, friends, something shared, a story with people in it. */
export async function fillLife(world: WechatProduct, ada: Someone, bob: Someone): Promise<void> {
  const callOrThrow = async (method: string, path: string, json?: unknown): Promise<unknown> => {
    const reply = await ada.call(method, path, json);
    if (reply.status >= 300)
      throw new Error(`${method} ${path} answered ${reply.status} ${reply.text}`);
    return reply.json;
  };
  const chat = (await callOrThrow("POST", "/api/conversations", { title: canary })) as {
    id: string;
  };
  const song = {
    name: `${canary}.txt`,
    data: Buffer.from(`the song of the ${canary}`).toString("base64"),
  };
  await callOrThrow("POST", `/api/conversations/${chat.id}/messages`, {
    text: `remind me to feed the ${canary}`,
    client_id: "c1",
    files: [song],
  });
  await callOrThrow("POST", `/api/conversations/${chat.id}/messages`, {
    text: `my daughter is called ${canary}`,
    client_id: "c2",
  });
  const item = {
    operation: "create",
    content: `feed the ${canary}`,
    trigger_time: tomorrow,
    captured_timezone: "UTC",
    kind: "timed",
  };
  await callOrThrow("POST", "/api/reminders/batch", {
    items: [item, { ...item, content: `later ${canary}`, trigger_time: undefined }],
  });
  await callOrThrow("POST", "/api/calendar/link", {});
  await askForTime(world, await callOrThrow("POST", "/api/booking-page", { is_on: true }));
  await callOrThrow("POST", "/api/calendar/passwords", { label: `phone ${canary}` });
  // It hears of nothing that happens here: no call leaves this machine.
  await callOrThrow("POST", "/api/webhooks", {
    url: `https://hooks.example.org/${canary}`,
    types: ["story.digest"],
  });
  const { link_code: code } = (await callOrThrow("GET", "/api/friends/link")) as {
    link_code: string;
  };
  await bob.call("POST", "/api/friends/join", { link_code: code });
  await callOrThrow("POST", `/api/friends/${bob.id}/nickname`, { name: `${canary} friend` });
  const meeting = {
    receiver_account_ids: [bob.id],
    title: `meet ${canary}`,
    local_trigger_at: tomorrow.replace("15:", "18:"),
  };
  await callOrThrow("POST", "/api/shared-reminders", meeting);
  await callOrThrow("POST", "/api/pairings", { channel: "wechat_personal" });
  await addPasskey(world, ada);
  await callOrThrow("POST", "/api/samples", { language: "en" });
  await callOrThrow("POST", "/api/bots", {
    id: "bird",
    name: canary,
    persona: `keeps a ${canary}`,
  });
  await callOrThrow("POST", "/api/shared-stories", {
    title: `the ${canary} club`,
    bot_ids: ["bird"],
    name: `Ada of the ${canary}`,
  });
  await callOrThrow("POST", "/api/you", { name: `Ada ${canary}`, persona: `loves a ${canary}` });
  const { chats } = (await callOrThrow("GET", "/api/chats")) as {
    chats: readonly { id: string }[];
  };
  await callOrThrow("POST", `/api/chats/${chats[0]?.id}/containers`, {
    container_id: 77,
    name: `the ${canary} cage`,
  });
  await callOrThrow("POST", `/chats/${chats[0]?.id}/turns`, {
    prose: `Let us talk about the ${canary}.`,
  });
  const wxid = "wxid_victim";
  await world.ask(`/api/accounts/${ada.id}/identities`, {
    method: "POST",
    json: { channel: "wechat_personal", subject: wxid },
  });
  const message = {
    wxid,
    account_id: ada.id.replaceAll("-", ""),
    message_id: "m1",
    text: `hello ${canary}`,
    sender_name: "Ada",
  };
  await world.call("/webhooks/wechat/personal", {
    method: "POST",
    json: { ...message, session_id: "s1", context_token: "t1" },
    headers: { "X-Webhook-Secret": secret },
  });
}

/** A visitor of the page of free times, who asks for the first time there is. */
async function askForTime(world: WechatProduct, page: unknown): Promise<void> {
  const path = new URL((page as { url: string }).url).pathname;
  const { text } = await world.call(path);
  const [, start = ""] = /start=(\d+)/.exec(text) ?? [];
  const form = { start, name: canary, subject: `see the ${canary}`, zone: "UTC", lang: "en" };
  const asked = await world.call(path, {
    method: "POST",
    body: new URLSearchParams(form).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  if (asked.status !== 303) throw new Error(`${path} answered ${asked.status} ${asked.text}`);
}
