/** A browser's subscription to notifications, as its push service handed it out. */
export interface PushSubscription {
  readonly endpoint: string;
  /** The browser's public key and secret, in base64url. */
  readonly p256dh: string;
  readonly auth: string;
  /** What the person reads to tell their devices apart. */
  readonly label: string;
  /** Whether a notification says what it is about. Others may see a screen. */
  readonly shows_content: boolean;
}

export interface PushDevice {
  readonly id: string;
  readonly label: string;
  readonly shows_content: boolean;
}

/** Why a subscription is not accepted. */
export type PushProblem = "address" | "keys" | "too_many";

/** Browsers that a person is notified in. */
export interface PushDevices {
  /** The public half of the server's key, which a browser subscribes with. */
  publicKey(): Promise<string>;
  list(accountId: string): Promise<readonly PushDevice[]>;
  /** The same browser again only changes what it shows. */
  add(accountId: string, subscription: PushSubscription): Promise<PushDevice | PushProblem>;
  /** False if the account has no such device. */
  remove(accountId: string, id: string): Promise<boolean>;
  /** Sends a notification that only says that it works. A code where it did not arrive. */
  test(accountId: string, id: string): Promise<string | undefined>;
}
