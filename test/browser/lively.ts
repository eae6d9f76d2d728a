import { randomUUID } from "node:crypto";
import { type IlinkServer } from "../vendors/ilink-server.ts";

/** A person with a token, as a program of theirs would call. */
export interface Caller {
  readonly token: string;
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body?: object, method?: string) => Promise<T>;
}

export function caller(url: string, token: string): Caller {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const answered = async <T>(path: string, init: RequestInit): Promise<T> => {
    const answer = await fetch(url + path, { ...init, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was refused: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  return {
    token,
    get: (path) => answered(path, {}),
    post: (path, body = {}, method = "POST") =>
      answered(path, { method, body: JSON.stringify(body) }),
  };
}

/** A new account with a name, made by the operator. */
export async function newPerson(
  operator: Caller,
  url: string,
  name: string,
): Promise<Caller & { readonly id: string }> {
  const { id } = await operator.post<{ id: string }>("/api/accounts", {
    display_name: name,
    default_timezone: "Asia/Shanghai",
  });
  const { token } = await operator.post<{ token: string }>("/api/tokens", {
    account_id: id,
    label: name,
  });
  return { id, ...caller(url, token) };
}

/** What a week is made of: the nth day from its Monday, a time, a length, how it comes again. */
export interface Plan {
  readonly content: string;
  readonly day?: number;
  readonly at?: string;
  readonly minutes?: number;
  readonly rule?: string;
  readonly shared?: boolean;
}

/** Fills a week of a person who has one friend. */
export async function fillWeek(
  person: Caller,
  friend: Caller & { readonly id: string },
  week: { readonly days: readonly string[]; readonly plans: readonly Plan[] },
): Promise<void> {
  const { link_code: code } = await friend.get<{ link_code: string }>("/api/friends/link");
  await person.post("/api/friends/join", { link_code: code });
  const at = ({ day = 0, at: time = "" }: Plan): string => `${week.days[day]}T${time}:00`;
  const items = week.plans
    .filter(({ shared }) => shared !== true)
    .map((plan) =>
      plan.at === undefined
        ? { operation: "create", content: plan.content, kind: "no_trigger_time" }
        : {
            operation: "create",
            content: plan.content,
            trigger_time: at(plan),
            ...(plan.minutes === undefined ? {} : { duration_minutes: plan.minutes }),
            ...(plan.rule === undefined ? {} : { recurrence_rule: plan.rule }),
          },
    );
  await person.post("/api/reminders/batch", { items });
  for (const plan of week.plans.filter(({ shared }) => shared === true))
    await person.post("/api/shared-reminders", {
      receiver_account_ids: [friend.id],
      title: plan.content,
      local_trigger_at: at(plan),
      captured_timezone: "Asia/Shanghai",
      duration_minutes: plan.minutes ?? 60,
    });
}

/** Links a person's WeChat, whose phone says yes at once. */
export async function linkWechat(
  person: Caller,
  { vendor, name = "mine" }: { readonly vendor: IlinkServer; readonly name?: string },
): Promise<ReturnType<IlinkServer["bot"]>> {
  const bot = vendor.bot(name);
  vendor.plan("get_qrcode_status", {
    json: {
      status: "confirmed",
      bot_token: bot.token,
      ilink_bot_id: bot.botId,
      ilink_user_id: bot.userId,
    },
  });
  const { session } = await person.post<{ session: string }>("/api/channels/wechat/login");
  await person.get(`/api/channels/wechat/login/${session}`);
  return bot;
}

export const ilinkSettings = (vendor: IlinkServer): Readonly<Record<string, string>> => ({
  MEANWHILE_CHANNELS__WECHAT__ILINK__ENABLED: "true",
  MEANWHILE_CHANNELS__WECHAT__ILINK__API_BASE_URL: vendor.url,
  MEANWHILE_CHANNELS__WECHAT__ILINK__CDN_BASE_URL: `${vendor.url}/c2c`,
  MEANWHILE_CHANNELS__WECHAT__ILINK__ALLOWED_HOSTS: "127.0.0.1",
});

/** Says something on the page's own channel; the result is there when it is answered. */
export async function sayAndAwaitAnswer(
  person: Caller,
  conversation: string,
  text: string,
): Promise<void> {
  const at = `/api/conversations/${conversation}/messages`;
  // Of a long conversation the latest messages are listed, always as many.
  const answers = async (): Promise<string[]> =>
    (await person.get<{ messages: { id: string; direction: string }[] }>(at)).messages
      .filter(({ direction }) => direction === "outbound")
      .map(({ id }) => id);
  const before = await answers();
  await person.post(at, { client_id: randomUUID(), text });
  await until(async () =>
    (await answers()).some((id) => !before.includes(id)) ? true : undefined,
  );
}

/** Looks until it is there; the machine may be busy. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("what was waited for did not come");
}
