import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { fieldsIn } from "./lossless-json.ts";
import { svgQr, terminalQr } from "../../kit/qr.ts";
import { baseUrlFor, ilinkDefaults } from "./settings.ts";
import { versionNumber } from "./wire.ts";

describe("JSON from the vendor", () => {
  const read = (text: string) => fieldsIn(Buffer.from(text));

  it("JSON from the vendor keeps every digit of an id and of any other large integer", () => {
    expect(
      read(
        '{"message_id":18446744073709551615,"seq":5,"ref":{"svr_id":9007199254740993},"other":9007199254740993,"n":5,"f":1.5}',
      ),
    ).toEqual({
      message_id: "18446744073709551615",
      seq: "5",
      ref: { svr_id: "9007199254740993" },
      other: "9007199254740993",
      n: 5,
      f: 1.5,
    });
  });

  it.each(["", "<html>", "[1]", "null", '"text"', "{"])(
    "JSON from the vendor that is not an object is nothing: %j",
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});

it("the client's version is one number", () => {
  expect([versionNumber("2.4.9"), versionNumber("1.0"), versionNumber("x")]).toEqual([
    0x020409, 0x010000, 0,
  ]);
});

describe("a host that the vendor names", () => {
  const settings = {
    ...ilinkDefaults,
    allowedHosts: ["http://127.0.0.1:8080", "https://proxy.lan"],
  };

  it.each([
    ["ilink2.weixin.qq.com", "https://ilink2.weixin.qq.com"],
    ["https://ilinkai.weixin.qq.com/", "https://ilinkai.weixin.qq.com"],
    ["127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["https://proxy.lan", "https://proxy.lan"],
  ])("a host that the vendor names as %s is called at %s", (named, url) => {
    expect(baseUrlFor(settings, named)).toBe(url);
  });

  it.each([
    "",
    "evil.example",
    "weixin.qq.com.evil.example",
    "evilweixin.qq.com",
    "http://ilinkai.weixin.qq.com",
    "ilinkai.weixin.qq.com:8443",
    "user:pw@ilinkai.weixin.qq.com",
    "169.254.169.254",
    "127.0.0.1:9090",
    "evil.example/.weixin.qq.com",
    "evil.example#.weixin.qq.com",
    "file:///etc/passwd",
  ])("a host that the vendor names as %j is not called", (named) => {
    expect(baseUrlFor(settings, named)).toBeUndefined();
  });
});

describe("a QR code", () => {
  const url = "https://liteapp.weixin.qq.com/q/7GiQu1?qrcode=0123456789abcdef&bot_type=3";

  it("a QR code is square in the terminal, two rows a line, with a light margin", () => {
    const lines = stripVTControlCharacters(terminalQr(url)).split("\n");
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines.length).toBe(Math.ceil((lines[0]?.length ?? 0) / 2));
    expect(lines[0]?.trim()).toBe("");
    // The finder pattern in the corner: seven dark modules.
    expect(lines[1]?.slice(2, 9)).toBe("█▀▀▀▀▀█");
  });

  it("a QR code is made of squares only as a picture, whatever the address says", () => {
    expect(svgQr(`"><script>${url}`)).toMatch(
      /^<svg [\w\s="':/.-]+><rect [\w\s="#]+\/><path d="[Mhvz\d -]+"\/><\/svg>$/,
    );
  });
});
