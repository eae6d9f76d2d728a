import { expect, it } from "vitest";
import { signRequest } from "./sign.ts";

/** The example of AWS's own documentation, "Signature Calculations for the Authorization Header". */
const keys = {
  region: "us-east-1",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const now = Date.UTC(2013, 4, 24);
const signatureOf = (headers: Record<string, string>): string =>
  headers["authorization"]?.split("Signature=")[1] ?? "";

it("a request is signed as AWS documents it, with a header of its own", () => {
  const url = new URL("https://examplebucket.s3.amazonaws.com/test.txt");
  const headers = signRequest(
    { method: "GET", url, body: new Uint8Array(), headers: { range: "bytes=0-9" }, now },
    keys,
  );
  expect(signatureOf(headers)).toBe(
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  );
});

it("a request is signed as AWS documents it, with a query", () => {
  const url = new URL("https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J");
  const headers = signRequest({ method: "GET", url, body: new Uint8Array(), now }, keys);
  expect(signatureOf(headers)).toBe(
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  );
});
