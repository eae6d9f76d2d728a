import type { ChannelSecrets } from "../../../domain/ports/channel-ports.ts";

/**
 * A login under way. Sealed, one per account: any process can go on with it, and an abandoned one
 * is overwritten.
 */
export interface LoginRecord {
  readonly session: string;
  readonly accountId: string;
  readonly state: "waiting" | "scanned" | "need_verify_code" | "connected" | "failed";
  /** A stable code: why it failed, or what the last step was about. */
  readonly reason: string | null;
  readonly qrcode: string;
  /** To be shown as a QR code; it is an address, not a picture. */
  readonly url: string;
  readonly baseUrl: string;
  readonly startedAt: number;
  readonly qrMadeAt: number;
  readonly qrCount: number;
  readonly channelAccount: string | null;
}

const nameFor = (accountId: string): string => `wechat_ilink_login:${accountId}`;

export const isOver = ({ state }: LoginRecord): boolean =>
  state === "connected" || state === "failed";

export async function readLogin(
  secrets: ChannelSecrets,
  of: Pick<LoginRecord, "session" | "accountId">,
): Promise<LoginRecord | undefined> {
  const sealed = await secrets.get(nameFor(of.accountId));
  const record = sealed === undefined ? undefined : (JSON.parse(sealed) as LoginRecord);
  return record?.session === of.session ? record : undefined;
}

export async function keepLogin(
  secrets: ChannelSecrets,
  record: LoginRecord,
): Promise<LoginRecord> {
  // A finished login needs no code.
  const kept = isOver(record) ? { ...record, qrcode: "", url: "" } : record;
  await secrets.put(nameFor(record.accountId), JSON.stringify(kept));
  return kept;
}
