import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

/** An answer of an authenticator that proves nothing. The message is for the log. */
export class PasskeyRefused extends Error {
  override readonly name = "PasskeyRefused";
}

/** What the browser signed about the page that asked. */
export interface ClientData {
  readonly challenge: string;
}

interface Asked {
  readonly type: "webauthn.create" | "webauthn.get";
  /** The address that the page called this server under, with its port. */
  readonly host: string;
}

/** The browser says for which page it asked: a page elsewhere gets answers that are useless here. */
export function readClientData(bytes: Buffer, asked: Asked): ClientData {
  const found = parseObject(bytes);
  const { type, challenge, origin, crossOrigin } = found;
  if (type !== asked.type) throw new PasskeyRefused("made for another purpose");
  if (hostOf(origin) !== asked.host || crossOrigin === true)
    throw new PasskeyRefused("made for another page");
  if (typeof challenge !== "string") throw new PasskeyRefused("without a challenge");
  return { challenge };
}

function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(bytes.toString("utf8"));
    if (typeof found === "object" && found !== null) return found as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new PasskeyRefused("not the data of a client");
}

const hostOf = (origin: unknown): string | undefined =>
  typeof origin === "string" && URL.canParse(origin) ? new URL(origin).host : undefined;

/** The name that a passkey belongs to: a host without its port. */
export const relyingParty = (host: string): string => host.replace(/:\d+$/, "");

export interface AuthenticatorData {
  readonly signCount: number;
  /** Of a new passkey. */
  readonly credentialId: string | undefined;
}

const isPresent = 0x01;
const isVerified = 0x04;
const hasCredential = 0x40;
const headLength = 37;

/** What the authenticator itself says. A person has to be there, and known to it by finger, face or PIN. */
export function readAuthenticatorData(bytes: Buffer, host: string): AuthenticatorData {
  if (bytes.length < headLength) throw new PasskeyRefused("too short");
  const name = createHash("sha256").update(relyingParty(host)).digest();
  if (!bytes.subarray(0, 32).equals(name)) throw new PasskeyRefused("made for another host");
  const flags = bytes.readUInt8(32);
  if ((flags & isPresent) === 0 || (flags & isVerified) === 0)
    throw new PasskeyRefused("without its person");
  return {
    signCount: bytes.readUInt32BE(33),
    credentialId: (flags & hasCredential) === 0 ? undefined : readCredentialId(bytes),
  };
}

/** After the head: 16 bytes that name the model, the length of the id in two, and the id. */
function readCredentialId(bytes: Buffer): string {
  const start = headLength + 18;
  if (bytes.length < start) throw new PasskeyRefused("too short");
  const end = start + bytes.readUInt16BE(headLength + 16);
  if (bytes.length < end) throw new PasskeyRefused("too short");
  return bytes.subarray(start, end).toString("base64url");
}

/** The kinds of keys that the page asks for; a weaker one is refused. */
export function readPublicKey(der: Buffer): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    throw new PasskeyRefused("not a public key");
  }
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  const isStrong =
    key.asymmetricKeyType === "ed25519" ||
    (key.asymmetricKeyType === "ec" && namedCurve === "prime256v1") ||
    (key.asymmetricKeyType === "rsa" && modulusLength >= 2_048);
  if (!isStrong) throw new PasskeyRefused("a kind of key that is not used here");
  return key;
}

export interface Signed {
  readonly authenticatorData: Buffer;
  readonly clientData: Buffer;
  readonly signature: Buffer;
}

export function isSignedBy(key: KeyObject, signed: Signed): boolean {
  const clientHash = createHash("sha256").update(signed.clientData).digest();
  const data = Buffer.concat([signed.authenticatorData, clientHash]);
  return verify(key.asymmetricKeyType === "ed25519" ? null : "sha256", data, key, signed.signature);
}
