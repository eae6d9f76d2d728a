import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A device that holds one passkey, and what a browser adds. Each answer can be spoiled. */
export interface PasskeyDevice {
  readonly id: string;
  make(asked: Asked, spoiled?: Spoiled): Readonly<Record<string, string>>;
  show(asked: Asked, spoiled?: Spoiled): Readonly<Record<string, string>>;
}

interface Asked {
  readonly challenge: string;
  readonly rp_id: string;
  readonly origin: string;
}

export interface Spoiled {
  readonly type?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly rpId?: string;
  /** Present and verified by default. */
  readonly flags?: number;
  readonly id?: string;
  readonly user?: string;
  readonly key?: KeyObject;
}

export const strangersKey = (): KeyObject =>
  generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;

const kinds = {
  p256: () => generateKeyPairSync("ec", { namedCurve: "prime256v1" }),
  ed25519: () => generateKeyPairSync("ed25519"),
  rsa: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  weak: () => generateKeyPairSync("rsa", { modulusLength: 1024 }),
};

export function createPasskeyDevice(
  name: string,
  kind: keyof typeof kinds = "p256",
): PasskeyDevice {
  const { publicKey, privateKey } = kinds[kind]();
  const credential = createHash("sha256").update(name).digest();
  const id = credential.toString("base64url");
  let count = 0;
  const head = (rpId: string, flags: number): Buffer => {
    const bytes = Buffer.alloc(37);
    createHash("sha256").update(rpId).digest().copy(bytes);
    bytes.writeUInt8(flags, 32);
    bytes.writeUInt32BE((count += 1), 33);
    return bytes;
  };
  const clientData = (type: string, asked: Asked, spoiled: Spoiled): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: spoiled.type ?? type,
        challenge: asked.challenge,
        origin: spoiled.origin ?? asked.origin,
        crossOrigin: spoiled.crossOrigin ?? false,
      }),
    );
  return {
    id,
    make(asked, spoiled = {}) {
      const length = Buffer.from([0, credential.length]);
      const data = Buffer.concat([
        head(spoiled.rpId ?? asked.rp_id, spoiled.flags ?? 0x45),
        Buffer.alloc(16),
        length,
        credential,
      ]);
      return {
        id: spoiled.id ?? id,
        client_data: clientData("webauthn.create", asked, spoiled).toString("base64url"),
        authenticator_data: data.toString("base64url"),
        public_key: publicKey.export({ format: "der", type: "spki" }).toString("base64url"),
      };
    },
    show(asked, spoiled = {}) {
      const data = head(spoiled.rpId ?? asked.rp_id, spoiled.flags ?? 0x05);
      const client = clientData("webauthn.get", asked, spoiled);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const hash = kind === "ed25519" ? null : "sha256";
      return {
        id: spoiled.id ?? id,
        client_data: client.toString("base64url"),
        authenticator_data: data.toString("base64url"),
        signature: sign(hash, signed, spoiled.key ?? privateKey).toString("base64url"),
        ...(spoiled.user === undefined
          ? {}
          : { user_handle: Buffer.from(spoiled.user).toString("base64url") }),
      };
    },
  };
}
