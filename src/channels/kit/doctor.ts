import type { Both } from "../../domain/both.ts";
import { type Finding, note } from "../../domain/finding.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../domain/ports/http.ts";
import type { OutboundMail } from "../../domain/ports/mail.ts";
import type { OutboundSockets } from "../../domain/ports/socket.ts";
import type { ServerSettings } from "./common-settings.ts";

/** What `meanwhile doctor` and a start say of a channel. */
export interface ChannelDoctor<Section> {
  /** The section in one finding, where neither "Ready" nor "Switched off" tells the truth. */
  settings?(section: Section): Finding | undefined;
  /**
   * Asks the vendor, without sending anything to a person. Also called while it is switched off.
   */
  vendor?(on: DoctorContext<Section>): Promise<readonly Finding[]>;
  /** Fixes for a failed account, by the reason that the channel gave. */
  readonly fixes?: Readonly<Record<string, Both>>;
  /** Notes for the operator at a start. */
  greeting?(section: Section, server: ServerSettings): Greeting;
}

export interface DoctorContext<Section> {
  readonly section: Section;
  readonly server: ServerSettings;
  /** Where this installation answers now; undefined while it does not run. */
  readonly ownUrl: string | undefined;
  readonly http: OutboundHttp;
  readonly sockets: OutboundSockets;
  readonly mail: OutboundMail;
  readonly clock: Clock;
  /** Unpredictable bytes. */
  readonly bytes: (count: number) => Uint8Array;
  /** Accounts of this channel at the vendor; `accountId` is the person who linked one. */
  readonly accounts: readonly { readonly accountId: string | null }[];
}

export interface Greeting {
  readonly lines: readonly Both[];
  readonly warnings: readonly Both[];
}

/** How long the doctor waits for a vendor. */
export const doctorPatienceMs = 5_000;

export const outOfReach = (name: string, code: string): Finding =>
  note(
    name,
    { en: `It can't be reached now (${code}).`, zh: `现在无法连接（${code}）。` },
    {
      en: "Check the network, api_base_url and allowed_hosts.",
      zh: "请检查网络、api_base_url 和 allowed_hosts。",
    },
  );
