import type { ChannelPorts } from "../../../domain/ports/channel-ports.ts";
import { type Chance, type Clock, iso } from "../../../domain/ports/clock.ts";
import type { ChannelLogin, ChannelLoginView } from "../../../domain/ports/channel-login.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Log } from "../../../domain/ports/log.ts";
import { type Accounts, channelName } from "./accounts.ts";
import { isOver, keepLogin, type LoginRecord, readLogin } from "./login-record.ts";
import { type Fields, textOf } from "./lossless-json.ts";
import { svgQr } from "../../kit/qr.ts";
import { baseUrlFor, type IlinkSettings } from "./settings.ts";
import type { Wire } from "./wire.ts";

export interface LoginDeps {
  readonly ports: Pick<ChannelPorts, "secrets" | "inbox">;
  readonly accounts: Accounts;
  readonly wire: Wire;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly settings: IlinkSettings;
  /** A new login is there: its account can be read from now on. */
  onConnected(): void;
}

const wholeLoginMs = 480_000;
const qrLifeMs = 300_000;
const mostQrs = 3;

export function createLogin(on: LoginDeps): ChannelLogin {
  return {
    start: async (accountId) => {
      const code = await newCode(on, accountId);
      if (code === undefined)
        throw new Refusal("unavailable", undefined, "WeChat can't issue a login code right now.");
      const now = on.clock.now();
      const session = Buffer.from(on.chance.bytes(16)).toString("hex");
      const begun = {
        session,
        accountId,
        state: "waiting",
        reason: null,
        startedAt: now,
        channelAccount: null,
      } as const;
      return toLoginView(
        await keepLogin(on.ports.secrets, { ...begun, ...code, qrMadeAt: now, qrCount: 1 }),
      );
    },
    status: async (of) => {
      const record = await readLogin(on.ports.secrets, of);
      if (record === undefined) return undefined;
      const next = isOver(record) ? record : await step(on, record, of.verifyCode);
      if (next === record) return toLoginView(record);
      // Asking the vendor takes seconds. If the login was restarted meanwhile, the new one counts.
      const isCurrent = (await readLogin(on.ports.secrets, of)) !== undefined;
      return toLoginView(isCurrent ? await keepLogin(on.ports.secrets, next) : next);
    },
  };
}

const toLoginView = (record: LoginRecord): ChannelLoginView => ({
  session: record.session,
  state: record.state,
  reason: record.reason,
  qr: isOver(record) ? null : { url: record.url, svg: svgQr(record.url) },
  expiresAt: iso(record.startedAt + wholeLoginMs),
  channelAccount: record.channelAccount,
});

/**
 * Our own tokens go along, so that the vendor can say "this one is bound here already". Other
 * people's tokens do not.
 */
async function newCode(
  on: LoginDeps,
  accountId: string,
): Promise<Pick<LoginRecord, "qrcode" | "url" | "baseUrl"> | undefined> {
  const own = (await on.accounts.refresh()).filter((account) => account.accountId === accountId);
  const said = await on.wire.post(
    { baseUrl: on.settings.apiBaseUrl },
    {
      endpoint: `get_bot_qrcode?bot_type=${encodeURIComponent(on.settings.botType)}`,
      body: { local_token_list: own.map(({ credentials }) => credentials.botToken).slice(-10) },
      timeoutMs: 15_000,
    },
  );
  const fields = said.kind === "ok" ? said.fields : {};
  const [qrcode, url] = [textOf(fields["qrcode"]), textOf(fields["qrcode_img_content"])];
  // A code holds about two thousand letters, and what is to be scanned is an address.
  if (qrcode !== undefined && url !== undefined && url.length <= 1_000 && URL.canParse(url))
    return { qrcode, url, baseUrl: on.settings.apiBaseUrl };
  on.log.warn({ channel: channelName, said: said.kind }, "the vendor gave no login code");
  return undefined;
}

async function step(
  on: LoginDeps,
  record: LoginRecord,
  verifyCode: string | undefined,
): Promise<LoginRecord> {
  const now = on.clock.now();
  if (now - record.startedAt >= wholeLoginMs) return failLogin(record, "timed_out");
  if (now - record.qrMadeAt >= qrLifeMs) return renewLogin(on, record, "expired");
  const code = verifyCode === undefined ? "" : `&verify_code=${encodeURIComponent(verifyCode)}`;
  const said = await on.wire.get(
    { baseUrl: record.baseUrl },
    {
      endpoint: `get_qrcode_status?qrcode=${encodeURIComponent(record.qrcode)}${code}`,
      timeoutMs: on.settings.loginPollMs,
    },
  );
  // No answer, an empty one and an unknown state all mean "still waiting".
  if (said.kind !== "ok") return record;
  const next = Object.hasOwn(branches, String(said.fields["status"]))
    ? branches[String(said.fields["status"])]
    : undefined;
  return next === undefined ? record : next(on, record, { fields: said.fields, verifyCode });
}

type Branch = (
  on: LoginDeps,
  record: LoginRecord,
  answer: { readonly fields: Fields; readonly verifyCode: string | undefined },
) => LoginRecord | Promise<LoginRecord>;

/** By the vendor's names of its states. */
const branches: Readonly<Record<string, Branch>> = {
  scaned: (_on, record) => ({ ...record, state: "scanned", reason: null }),
  // Asked again after a number was given: it was the wrong one, and stays so until another is
  // given.
  need_verifycode: (_on, record, { verifyCode }) => ({
    ...record,
    state: "need_verify_code",
    reason:
      verifyCode !== undefined
        ? "wrong_verify_code"
        : record.state === "need_verify_code"
          ? record.reason
          : null,
  }),
  verify_code_blocked: (on, record) => renewLogin(on, record, "verify_code_blocked"),
  expired: (on, record) => renewLogin(on, record, "expired"),
  scaned_but_redirect: (on, record, { fields }) => followRedirect(on, record, fields),
  binded_redirect: (on, record) => keepExistingLogin(on, record),
  confirmed: (on, record, { fields }) => confirmLogin(on, record, fields),
};

const failLogin = (record: LoginRecord, reason: string): LoginRecord => ({
  ...record,
  state: "failed",
  reason,
});

async function renewLogin(
  on: LoginDeps,
  record: LoginRecord,
  reason: string,
): Promise<LoginRecord> {
  if (record.qrCount >= mostQrs) return failLogin(record, reason);
  const code = await newCode(on, record.accountId);
  if (code === undefined) return failLogin(record, "no_code");
  return {
    ...record,
    ...code,
    state: "waiting",
    reason,
    qrMadeAt: on.clock.now(),
    qrCount: record.qrCount + 1,
  };
}

function followRedirect(on: LoginDeps, record: LoginRecord, fields: Fields): LoginRecord {
  const baseUrl = baseUrlFor(on.settings, textOf(fields["redirect_host"]) ?? "");
  if (baseUrl === undefined) return failLogin(record, "host_refused");
  return { ...record, state: "scanned", reason: null, baseUrl };
}

/** The bot is bound to us already: what we have stays, and is tried again. */
async function keepExistingLogin(on: LoginDeps, record: LoginRecord): Promise<LoginRecord> {
  const own = (await on.accounts.refresh()).filter(
    (account) => account.accountId === record.accountId,
  );
  const [one] = own;
  if (one === undefined) return failLogin(record, "bound_elsewhere");
  for (const account of own) await on.accounts.report(account, { state: "connected" });
  on.onConnected();
  return {
    ...record,
    state: "connected",
    reason: "already_bound",
    channelAccount: one.channelAccount,
  };
}

async function confirmLogin(
  on: LoginDeps,
  record: LoginRecord,
  fields: Fields,
): Promise<LoginRecord> {
  const botToken = textOf(fields["bot_token"]);
  const botId = textOf(fields["ilink_bot_id"]);
  const userId = textOf(fields["ilink_user_id"]);
  if (botToken === undefined || botId === undefined || userId === undefined)
    return failLogin(record, "incomplete_answer");
  const baseUrl = baseUrlFor(on.settings, textOf(fields["baseurl"]) ?? record.baseUrl);
  if (baseUrl === undefined) return failLogin(record, "host_refused");
  const before = (await on.accounts.refresh()).find(
    ({ channelAccount, credentials }) => channelAccount === botId || credentials.userId === userId,
  );
  if (before !== undefined && before.accountId !== record.accountId)
    return failLogin(record, "channel_identity_already_bound");
  // One person has one bot. A new one takes the place of the old, under the old name: conversations
  // and what waits in them stay.
  const channelAccount = before?.channelAccount ?? botId;
  await on.accounts.save({
    channelAccount,
    accountId: record.accountId,
    credentials: { botToken, botId, baseUrl, userId },
  });
  await on.ports.inbox.take({
    messages: [],
    marks: [{ channel: channelName, channelAccount, key: "login_at", value: iso(on.clock.now()) }],
  });
  on.log.info(
    { channel: channelName, channel_account: channelAccount },
    "a WeChat login was confirmed",
  );
  on.onConnected();
  return { ...record, state: "connected", reason: null, channelAccount };
}
