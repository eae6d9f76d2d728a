import { createCipheriv, createHash } from "node:crypto";
import { decryptFile, WecomCrypto } from "@wecom/aibot-node-sdk";
import { decrypt, encrypt, getSignature } from "@wecom/crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import {
  isSignedBy,
  openBytes,
  openSealed,
  sealBytes,
  sealText,
  wecomKey,
  type WecomKey,
  WecomSealError,
  wecomSignature,
} from "./crypto.ts";

const aes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ";
const keyOf = (token: string, encodingAesKey = aes): WecomKey => {
  const key = wecomKey(token, encodingAesKey);
  if (key === undefined) throw new Error("not a key");
  return key;
};
const common = keyOf("tOken_for_tests_01");

const oddAes = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";

const vectors = [
  {
    name: "V1: the address is checked",
    key: common,
    random: "0123456789abcdef",
    timestamp: "1772000000",
    nonce: "n0nce-A1",
    plain: "5927782489442352469",
    sealed:
      "B4PcXgtThYsrOQnzxvXRUBGjDsrWU8qDUhqvW4W9EO8MQdMHywT/ByWkfb1WqDY5RXPq612ctmatxvQPIw8KEA==",
    signature: "d869356e70128fa3606e69357cef58b330e2edbb",
  },
  {
    name: "V2: a text in a group with a quote",
    key: common,
    random: "fedcba9876543210",
    timestamp: "1772000001",
    nonce: "1a2b3c4d",
    plain: `{"msgid":"M-0001","aibotid":"AIB1","chatid":"wrG1","chattype":"group","from":{"userid":"zhangsan"},"response_url":"https://qyapi.weixin.qq.com/cgi-bin/aibot/response?response_code=RC1","msgtype":"text","text":{"content":"@小助手 你好👋"},"quote":{"msgtype":"text","text":{"content":"昨天的报告"}}}`,
    sealed:
      "lBicGWU1ttZ+wXe8g6QUc7prvfW8hzHrURW2czWPtrrB6h1Pn6jR1hBMr08PICFY2Col7n2ZRiGg6bnTQT9mPQjrsZJTUM1qLbFUP681x59iGVknZZxVTU5ruueDkDS7Jh+WyQFqXEPmdNNO8EVwyh2dSoqAapkVTr566foJMXq8c1UsJpfEv1SIyb6Pd3f8eyBB8R6aN1ZyecWiakjvzUGp3qRxRT/NE0XD8XQQPRSDL08puGwzYUephkAqw1tK76ON6MW1VFg5SSijAXCtyHH8FhAqW54mGtYiivXTkhc2UCppaimF2HKeOtmpl2bKYKXexm3h7j3obpBTcPSkJ+MkjTJg5kk5zwEY9ymtmcfeNW+r3y90bCcy88uldvcg0Fu0IEquTBUYXHN28ccmJfi9H0XyfvzsGjklDJ/GNm7QdwxKwyV/yEpKfdbwJV6zrtxFSg5eDTfgBQWrS9tA3Q==",
    signature: "cd69aa1e3f0e94aed88cf6f5b2dc0a834d9b6167",
  },
  {
    name: "V3: a stream as an answer",
    key: common,
    random: "AAAAAAAAAAAAAAAA",
    timestamp: "1772000002",
    nonce: "1a2b3c4d",
    plain: `{"msgtype":"stream","stream":{"id":"s_1","finish":false,"content":"正在处理中，请稍候。"}}`,
    sealed:
      "lnvufo8S4j3GTv1Z0yDYtE5FeJ4j2fRFSPXsQA3Q2y837u8tvMc0TrbvyvmpWxQwuCnupKFtn1Vbha1K/cSRvyyAjT1DTfMOsGOvvnn/+e4vnRa9JzXiRjki+wMYoGDhfY3f2GXqeftbwa0rKKRamytpTmwJFDxuBr/9ctlIoxA=",
    signature: "d00ed8d732561919b2ba08f5570767b6463a32e6",
  },
  {
    name: "V4: a whole block of filling",
    key: keyOf("T"),
    random: "0000000000000000",
    timestamp: "1",
    nonce: "2",
    plain: `{"msgtype":"x"}${" ".repeat(29)}`,
    sealed:
      "oJ49zM7isJ53fgKdqgVccaI1PLJapgTBC3/PptrfhasCw80J8tCNapwHulQWtOKrxsFYmqrk2FowWDDDge5S4Do0gwnOaBADCZ27bfxc2bMb7z+FFrt/XXrkK1GjItIl",
    signature: "f3bc1d1b9c0fca4294238311a79adb41ae8c2e19",
  },
  {
    name: "V5: a key whose last letter carries more bits than count",
    key: keyOf("T", oddAes),
    random: "0000000000000000",
    timestamp: "1",
    nonce: "2",
    plain: "{}",
    sealed: "2nLK4qcOJ9LJdlCDACFQq0FLLMSUqWOb34WGcPPzAA4=",
    signature: "be2f41dd696d9c7cb37df8dca08384a1fb785586",
  },
] as const;

describe("WeCom's seal", () => {
  it.each(vectors)(
    "WeCom's seal: $name",
    ({ key, random, timestamp, nonce, plain, sealed, signature }) => {
      expect(sealText(key, plain, Buffer.from(random))).toBe(sealed);
      expect(openSealed(key, sealed)).toBe(plain);
      expect(wecomSignature(key, { timestamp, nonce, sealed })).toBe(signature);
      expect(isSignedBy(key, { timestamp, nonce, sealed }, signature)).toBe(true);
    },
  );

  it("V6: WeCom's seal opens a file", () => {
    const plain = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const sealed = Buffer.from(
      "13590fec58a8bc0a91ddaff98218798619eb9d3c1bff6ac0c78b958ff547c738",
      "hex",
    );
    expect(sealBytes(common.key, plain)).toEqual(sealed);
    expect(openBytes(common.key, sealed)).toEqual(plain);
    expect(createHash("md5").update(openBytes(common.key, sealed)).digest("hex")).toBe(
      "7cddabe5df64daaa6924a5613dd2150a",
    );
  });

  it("WeCom's seal takes no signature that is another one, in capitals, short, or empty", () => {
    const [{ timestamp, nonce, sealed, signature }] = vectors;
    const signed = { timestamp, nonce, sealed };
    for (const other of [
      signature.replace(/^./, "e"),
      signature.toUpperCase(),
      signature.slice(1),
      "",
      `${signature}\n`,
    ])
      expect(isSignedBy(common, signed, other)).toBe(false);
    for (const other of [
      { ...signed, timestamp: "1772000009" },
      { ...signed, nonce: "n0nce-A2" },
      { ...signed, sealed: `${sealed}=` },
    ])
      expect(isSignedBy(common, other, signature)).toBe(false);
  });

  it("WeCom's seal opens nothing that is truncated, wrongly padded, of a wrong length, addressed to a receiver or not text, and gives the same error for all", () => {
    const raw = (bytes: Uint8Array): string => {
      const sealedBytes = sealBytes(common.key, bytes);
      return sealedBytes.toString("base64");
    };
    const head = (length: number): Buffer => {
      const bytes = Buffer.alloc(20);
      bytes.writeUInt32BE(length, 16);
      return bytes;
    };
    const broken = [
      "",
      "not base64!",
      Buffer.alloc(15).toString("base64"),
      Buffer.alloc(32).toString("base64"),
      raw(Buffer.alloc(3)),
      raw(Buffer.concat([head(1_000), Buffer.from("{}")])),
      raw(Buffer.concat([head(4_294_967_295), Buffer.from("{}")])),
      raw(Buffer.concat([head(2), Buffer.from("{}corp-id")])),
      raw(Buffer.concat([head(2), Buffer.from([0xff, 0xfe])])),
    ];
    for (const sealed of broken)
      expect(() => openSealed(common, sealed)).toThrow(new WecomSealError());
  });

  it("WeCom's seal opens nothing whose padding is empty, too long, uneven, or longer than the message", () => {
    const sealWithPadding = (bytes: Uint8Array): string => {
      const cipher = createCipheriv("aes-256-cbc", common.key, common.key.subarray(0, 16));
      cipher.setAutoPadding(false);
      return Buffer.concat([cipher.update(bytes), cipher.final()]).toString("base64");
    };
    const head = Buffer.alloc(20);
    head.writeUInt32BE(2, 16);
    const message = Buffer.concat([head, Buffer.from("{}")]);
    const with64 = (fill: Buffer): string =>
      sealWithPadding(
        Buffer.concat([message, Buffer.alloc(64 - message.length - fill.length), fill]),
      );
    expect(
      openSealed(common, sealWithPadding(Buffer.concat([message, Buffer.alloc(10, 10)]))),
    ).toBe("{}");
    const uneven = Buffer.concat([Buffer.alloc(5, 9), Buffer.alloc(5, 10)]);
    for (const sealed of [
      with64(Buffer.alloc(42, 0)),
      with64(Buffer.alloc(33, 33)),
      sealWithPadding(Buffer.concat([message, uneven])),
      sealWithPadding(Buffer.alloc(16, 17)),
    ])
      expect(() => openSealed(common, sealed)).toThrow(new WecomSealError());
  });

  it("a key for WeCom's seal is refused when it is too short, too long, with other letters, or without a token", () => {
    for (const [token, key] of [
      ["T", aes.slice(1)],
      ["T", `${aes}A`],
      ["T", `${aes.slice(1)}-`],
      ["", aes],
    ] as const)
      expect(wecomKey(token, key)).toBeUndefined();
  });
});

describe("WeCom's seal is the vendor's own", () => {
  it.each(vectors)(
    "WeCom's seal is the vendor's own, both ways: $name",
    ({ key, random, timestamp, nonce, plain, sealed, signature }) => {
      const letters = key.token === "T" && plain === "{}" ? oddAes : aes;
      expect(encrypt(letters, plain, "", Buffer.from(random))).toBe(sealed);
      expect(decrypt(letters, sealTextOf(key, plain, random))).toMatchObject({
        message: plain,
        id: "",
      });
      expect(openSealed(key, encrypt(letters, plain, ""))).toBe(plain);
      expect(getSignature(key.token, timestamp, nonce, sealed)).toBe(signature);
      expect(
        new WecomCrypto(key.token, letters).verifySignature(signature, timestamp, nonce, sealed),
      ).toBe(true);
    },
  );

  it("WeCom's seal is the vendor's own, both ways: V6, and files of any length", () => {
    for (const length of [0, 1, 15, 16, 31, 32, 33, 1_000]) {
      const plain = Buffer.alloc(length, length);
      expect(decryptFile(sealBytes(common.key, plain), `${aes}=`)).toEqual(plain);
    }
    const sealed = Buffer.from(
      "13590fec58a8bc0a91ddaff98218798619eb9d3c1bff6ac0c78b958ff547c738",
      "hex",
    );
    expect(openBytes(common.key, sealed)).toEqual(decryptFile(sealed, `${aes}=`));
  });

  it("WeCom's seal is the vendor's own, both ways: any text, under any key, with any nonce", () => {
    const letter = fc.stringMatching(/^[A-Za-z0-9]$/);
    const anyKey = fc
      .array(letter, { minLength: 43, maxLength: 43 })
      .map((letters) => letters.join(""));
    const anyText = fc.string({ unit: "grapheme", maxLength: 300 });
    const word = fc.string({ minLength: 1, maxLength: 32 });
    const check = fc.property(
      fc.record({ letters: anyKey, text: anyText, token: word, nonce: word, at: fc.nat() }),
      (one) => {
        const { letters, text, token, nonce, at } = one;
        const key = keyOf(token, letters);
        const sealed = sealTextOf(key, text, "0123456789abcdef");
        expect(decrypt(letters, sealed)).toMatchObject({ message: text, id: "" });
        expect(openSealed(key, encrypt(letters, text, ""))).toBe(text);
        expect(wecomSignature(key, { timestamp: String(at), nonce, sealed })).toBe(
          getSignature(token, String(at), nonce, sealed),
        );
      },
    );
    fc.assert(check, { numRuns: runs(300, 20_000), seed: 20_260_105 });
  });
});

function sealTextOf(key: WecomKey, text: string, random: string): string {
  return sealText(key, text, Buffer.from(random));
}
