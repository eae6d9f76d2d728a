import { generateKeyPairSync, sign } from "node:crypto";

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))));

/** A self-signed certificate for one name, made again each time so that no private key lies in the repository. */
export function selfSigned(hostname: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const validity = sequence(
    der(0x17, Buffer.from("200101000000Z")),
    der(0x17, Buffer.from("491231235959Z")),
  );
  const alternativeName = sequence(
    oid("551d11"),
    der(0x04, sequence(der(0x82, Buffer.from(hostname)))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName(hostname),
    validity,
    commonName(hostname),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeName)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const base64 = sequence(body, ecdsaWithSha256, signature).toString("base64");
  const cert = `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert };
}
