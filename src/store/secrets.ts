import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from "node:crypto";
import * as nodeFs from "node:fs";
import { join } from "node:path";

/** The keys, opened on first use: an installation that seals nothing needs no key file. */
export type Keys = () => Keyring;

/**
 * Secrets at rest: AES-256-GCM under a key that is never in the database. A sealed text is `v1.<key
 * id>.<nonce>.<ciphertext and tag>`; version, key id and purpose are authenticated with it, so that
 * a sealed value moved to another column does not open there.
 */
export interface Keyring {
  /** The key that seals. Others only open what was sealed before a rotation. */
  readonly keyId: string;
  /** True if other users of this machine can read the key file. */
  readonly readableByOthers: boolean;
  seal(plain: string, purpose: string): string;
  /** Throws a `SealError` whose message says what to do. Changes nothing. */
  open(sealed: string, purpose: string): string;
  /** 128 bits derived from this key and purpose, as 22 letters. Undefined if the key is missing. */
  derive(purpose: string, keyId: string): string | undefined;
  /**
   * A message authentication code of this text, under a key derived for the purpose. Undefined if
   * the key is missing.
   */
  mac(purpose: string, text: string, keyId: string): string | undefined;
  /**
   * A key for one file, derived from this key and the salt. Throws a `SealError` if the key is
   * missing.
   */
  fileKey(salt: Uint8Array, keyId: string): Uint8Array;
}

export class SealError extends Error {
  override readonly name = "SealError";
}

export interface KeyringOptions {
  /**
   * From the configuration: 32 bytes as 64 hex digits or base64. To rotate, put the new key first
   * and the old one after a comma.
   */
  readonly key?: string | undefined;
  /**
   * The key file, used if the configuration has no key: one key per line, the first one seals.
   * Created if missing.
   */
  readonly file: string;
  /** False: a missing key is an error, and none is created in its place. */
  readonly make?: boolean | undefined;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly fs?: KeyFiles | undefined;
}

/** The part of `node:fs` that is used here. */
export interface KeyFiles {
  readFileSync(file: string, encoding: "utf8"): string;
  writeFileSync(
    file: string,
    text: string,
    options: { mode: number; flag: "wx"; flush: true },
  ): void;
  statSync(file: string): { readonly mode: number };
}

/**
 * With a configured key the file is only read, for what it sealed earlier; without one it is
 * created.
 */
export function openKeyring({
  key,
  file,
  make = true,
  randomBytes,
  fs = nodeFs,
}: KeyringOptions): Keyring {
  const configured = key === undefined ? [] : keysIn(key, "The configured secret key");
  const found = readKeys(file, fs);
  if (found === undefined && key === undefined && !make)
    throw new SealError(
      `The key is missing: restore ${file} or MEANWHILE_SECRET_KEY. Nothing was changed.`,
    );
  const stored = found ?? (key === undefined ? makeKeyFile({ file, randomBytes, fs }) : []);
  const [sealing, ...older] = [...configured, ...stored].map((bytes) => ({
    id: keyIdOf(bytes),
    bytes,
  }));
  if (sealing === undefined)
    throw new SealError(
      `${file} contains no key. Restore the previous key, or delete the file to start with a new one.`,
    );
  const keys = new Map([...older, sealing].map(({ id, bytes }) => [id, bytes]));
  return {
    keyId: sealing.id,
    readableByOthers:
      stored.length > 0 && process.platform !== "win32" && (fs.statSync(file).mode & 0o077) !== 0,
    seal: (plain, purpose) => seal(plain, { purpose, ...sealing, nonce: randomBytes(12) }),
    open: (sealed, purpose) => open(sealed, purpose, keys),
    derive: (purpose, keyId) => {
      const bytes = keys.get(keyId);
      // The purpose is prefixed, so that keys derived for different uses never coincide.
      return bytes === undefined
        ? undefined
        : createHmac("sha256", bytes)
            .update(`meanwhile link\n${purpose}`)
            .digest()
            .subarray(0, 16)
            .toString("base64url");
    },
    mac: (purpose, text, keyId) => {
      const bytes = keys.get(keyId);
      if (bytes === undefined) return undefined;
      return createHmac(
        "sha256",
        new Uint8Array(hkdfSync("sha256", bytes, "", `meanwhile ${purpose}`, 32)),
      )
        .update(text)
        .digest("hex");
    },
    fileKey: (salt, keyId) => {
      const bytes = keys.get(keyId);
      if (bytes === undefined) throw new SealError(otherKey("This file", keyId, keys));
      return new Uint8Array(hkdfSync("sha256", bytes, salt, "meanwhile file", 32));
    },
  };
}

const keyIdOf = (bytes: Uint8Array): string =>
  createHash("sha256").update("meanwhile key id").update(bytes).digest("hex").slice(0, 8);

function keysIn(text: string, what: string): Buffer[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  return words.map((word) => {
    if (/^[0-9a-f]{64}$/i.test(word)) return Buffer.from(word, "hex");
    if (/^[A-Za-z0-9+/_-]{43}=?$/.test(word)) return Buffer.from(word, "base64");
    throw new SealError(
      `${what} is not a key: a key is 32 bytes, written as 64 hex digits or as base64.`,
    );
  });
}

function readKeys(file: string, fs: KeyFiles): Buffer[] | undefined {
  try {
    return keysIn(fs.readFileSync(file, "utf8"), file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * `wx` never overwrites: of two processes that start at once, one creates the key and the other
 * reads it.
 */
function makeKeyFile({
  file,
  randomBytes,
  fs,
}: {
  file: string;
  randomBytes: (count: number) => Uint8Array;
  fs: KeyFiles;
}): Buffer[] {
  try {
    fs.writeFileSync(file, `${Buffer.from(randomBytes(32)).toString("base64")}\n`, {
      mode: 0o600,
      flag: "wx",
      flush: true,
    });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return readKeys(file, fs) ?? [];
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

interface Sealing {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly nonce: Uint8Array;
  readonly purpose: string;
}

function seal(plain: string, { id, bytes, nonce, purpose }: Sealing): string {
  const cipher = createCipheriv("aes-256-gcm", bytes, nonce).setAAD(context(id, purpose));
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return ["v1", id, Buffer.from(nonce).toString("base64url"), sealed.toString("base64url")].join(
    ".",
  );
}

function open(sealed: string, purpose: string, keys: ReadonlyMap<string, Uint8Array>): string {
  const [, id = "", nonce = "", body = ""] =
    /^v1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]{22,})$/.exec(sealed) ?? [];
  if (id === "")
    throw new SealError(`What is stored as ${purpose} was not encrypted by this product.`);
  const key = keys.get(id);
  if (key === undefined) throw new SealError(otherKey(`What is stored as ${purpose}`, id, keys));
  const bytes = Buffer.from(body, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"), {
    authTagLength: 16,
  });
  decipher.setAAD(context(id, purpose)).setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString(
      "utf8",
    );
  } catch (cause) {
    throw new SealError(
      `What is stored as ${purpose} was altered or belongs elsewhere. Nothing was changed.`,
      { cause },
    );
  }
}

const otherKey = (what: string, id: string, keys: ReadonlyMap<string, unknown>): string =>
  `${what} was sealed with key ${id}, but the available keys are ${[...keys.keys()].join(", ")}. Put that key back, after the current one; nothing was changed.`;

const context = (id: string, purpose: string): Buffer => Buffer.from(`v1.${id}.${purpose}`);

export const keyFile = (dataDir: string): string => join(dataDir, "secret.key");
