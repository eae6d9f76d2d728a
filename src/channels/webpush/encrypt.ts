import { createCipheriv, createECDH, createHmac } from "node:crypto";

/** The browser's side of a subscription. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** Random bytes of one message: a salt, and a private key that is used once. */
export interface OneTime {
  readonly salt: Uint8Array;
  readonly privateKey: Uint8Array;
}

const curve = "prime256v1";
/** One record holds the whole message; a push service takes 4,096 bytes. */
const recordBytes = 4_096;
export const longestPayload = 3_900;

const hmac = (key: Uint8Array, ...data: readonly Uint8Array[]): Buffer =>
  data.reduce((hash, each) => hash.update(each), createHmac("sha256", key)).digest();
const text = (words: string): Buffer => Buffer.from(words, "latin1");
const one = Buffer.of(1);

/** A message that only the browser can read: RFC 8291 with the content encoding of RFC 8188. */
export function encryptPush(plain: Uint8Array, keys: PushKeys, once: OneTime): Buffer {
  const browserKey = Buffer.from(keys.p256dh, "base64url");
  const ours = createECDH(curve);
  ours.setPrivateKey(once.privateKey);
  const ownKey = ours.getPublicKey();
  const shared = ours.computeSecret(browserKey);
  const agreed = hmac(
    hmac(Buffer.from(keys.auth, "base64url"), shared),
    text("WebPush: info\0"),
    browserKey,
    ownKey,
    one,
  );
  const base = hmac(once.salt, agreed);
  const key = hmac(base, text("Content-Encoding: aes128gcm\0"), one).subarray(0, 16);
  const nonce = hmac(base, text("Content-Encoding: nonce\0"), one).subarray(0, 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordBytes, 0);
  head.writeUInt8(ownKey.length, 4);
  return Buffer.concat([
    once.salt,
    head,
    ownKey,
    // The last record ends with a 2.
    cipher.update(Buffer.concat([plain, Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Whether these are a point of the curve and a secret of the right length. */
export function areKeys({ p256dh, auth }: PushKeys): boolean {
  const [point, secret] = [Buffer.from(p256dh, "base64url"), Buffer.from(auth, "base64url")];
  if (point.length !== 65 || point[0] !== 4 || secret.length !== 16) return false;
  const probe = createECDH(curve);
  probe.generateKeys();
  try {
    probe.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
