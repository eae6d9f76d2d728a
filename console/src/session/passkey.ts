import { call } from "../api/call.ts";

/**
 * Browsers know passkeys under a host name only, over https or on this machine; an address of
 * digits has none.
 */
export const hasPasskeys = (): boolean =>
  "PublicKeyCredential" in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);

/** A person who closes the device's window has decided, and needs no red words. */
export const isCalledOff = (error: unknown): boolean =>
  error instanceof DOMException &&
  (error.name === "NotAllowedError" || error.name === "AbortError");

/** The device has one for this account already. */
export const isKnownDevice = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "InvalidStateError";

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (letter) => letter.codePointAt(0) ?? 0,
  );

/** Ed25519, ECDSA with P-256, and RSA: what the server verifies. */
const algorithms = [-8, -7, -257];

/** Lets the device make a passkey and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const asked = await call("POST /api/account/passkeys/begin", { body: {} });
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(asked.challenge),
      rp: { id: asked.rp_id, name: "Meanwhile" },
      user: {
        id: toBytes(asked.user_id),
        name: asked.user_name,
        displayName: asked.user_name,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: asked.known.map((id) => ({ type: "public-key", id: toBytes(id) })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    },
  })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  await call("POST /api/account/passkeys", {
    body: {
      id: made.id,
      name,
      client_data: toText(answer.clientDataJSON),
      authenticator_data: toText(answer.getAuthenticatorData()),
      public_key: toText(answer.getPublicKey() ?? new ArrayBuffer(0)),
    },
  });
}

/** A one-time code for what a passkey of this device proved. */
export async function showPasskey(): Promise<string> {
  const asked = await call("POST /api/session/passkey/begin", { body: {} });
  const shown = (await navigator.credentials.get({
    publicKey: {
      challenge: toBytes(asked.challenge),
      rpId: asked.rp_id,
      userVerification: "required",
    },
  })) as PublicKeyCredential;
  const answer = shown.response as AuthenticatorAssertionResponse;
  const { code } = await call("POST /api/session/passkey", {
    body: {
      id: shown.id,
      client_data: toText(answer.clientDataJSON),
      authenticator_data: toText(answer.authenticatorData),
      signature: toText(answer.signature),
      ...(answer.userHandle === null ? {} : { user_handle: toText(answer.userHandle) }),
    },
  });
  return code;
}
