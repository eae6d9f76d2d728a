import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openKeyring, SealError, type KeyFiles, type Keyring } from "./secrets.ts";

const root = fs.mkdtempSync(join(tmpdir(), "meanwhile-secrets-"));
afterAll(() => fs.rmSync(root, { recursive: true }));

let file = "";
beforeEach(() => {
  file = join(fs.mkdtempSync(join(root, "data-")), "secret.key");
});

const newKey = (): string => randomBytes(32).toString("base64");
const keyring = (key?: string): Keyring => openKeyring({ key, file, randomBytes });

describe("the keyring", () => {
  it("the keyring opens what it sealed, and a sealed text reveals nothing", () => {
    const ring = keyring();
    for (const plain of ["", "hunter2", "密钥🔑".repeat(1_000)]) {
      const sealed = ring.seal(plain, "channel token");
      expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22,}$/);
      expect(ring.open(sealed, "channel token")).toBe(plain);
      expect(ring.seal(plain, "channel token")).not.toBe(sealed);
      if (plain !== "")
        expect(Buffer.from(sealed.split(".")[3] ?? "", "base64url").includes(plain)).toBe(false);
    }
  });

  it("the keyring creates a key file for its owner only, once, and finds it again", () => {
    const first = keyring();
    const written = fs.readFileSync(file, "utf8");
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect([first.readableByOthers, Buffer.from(written, "base64").length]).toEqual([false, 32]);
    expect(keyring().open(first.seal("x", "p"), "p")).toBe("x");
    expect(fs.readFileSync(file, "utf8")).toBe(written);
    fs.chmodSync(file, 0o644);
    expect(keyring().readableByOthers).toBe(true);
  });

  it("the keyring accepts a configured key as hex or base64 and then creates no file", () => {
    const bytes = randomBytes(32);
    const sealed = keyring(bytes.toString("hex")).seal("x", "p");
    for (const key of [
      bytes.toString("hex").toUpperCase(),
      bytes.toString("base64"),
      bytes.toString("base64url"),
    ]) {
      expect(keyring(key).open(sealed, "p")).toBe("x");
    }
    expect(fs.existsSync(file)).toBe(false);
  });

  it("the keyring detects every changed character, a different purpose and a foreign text", () => {
    const ring = keyring();
    const sealed = ring.seal("a secret", "channel token");
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
      // The last character carries two spare bits that decode to nothing.
      if (at < sealed.length - 1)
        expect(() => ring.open(changed, "channel token"), changed).toThrow(SealError);
    }
    expect(() => ring.open(sealed, "model key")).toThrow("was altered or belongs elsewhere");
    expect(() => ring.open(sealed.slice(0, -4), "channel token")).toThrow(SealError);
    for (const text of ["", "v1", "plain text", `${sealed}\n`, sealed.replace("v1", "v2")])
      expect(() => ring.open(text, "p")).toThrow("was not encrypted by this product");
  });

  it("the keyring names a missing key and changes nothing", () => {
    const before = keyring();
    const sealed = before.seal("a secret", "channel token");
    const kept = fs.readFileSync(file, "utf8");
    fs.writeFileSync(file, newKey());
    const stranger = fs.readFileSync(file, "utf8");
    expect(() => keyring().open(sealed, "channel token")).toThrow(
      `sealed with key ${before.keyId}, but the available keys are ${keyring().keyId}`,
    );
    expect(fs.readFileSync(file, "utf8")).toBe(stranger);
    fs.writeFileSync(file, kept);
    expect(keyring().open(sealed, "channel token")).toBe("a secret");
  });

  it("the keyring seals with the first key and opens with all of them", () => {
    const [old, current] = [newKey(), newKey()];
    const sealed = keyring(old).seal("x", "p");
    const both = keyring(`${current}, ${old}`);
    expect(both.keyId).toBe(keyring(current).keyId);
    expect(both.open(sealed, "p")).toBe("x");
    expect(() => keyring(current).open(sealed, "p")).toThrow(SealError);
    expect(keyring(current).open(both.seal("y", "p"), "p")).toBe("y");
  });

  it("the keyring opens what the key file sealed after a key was configured", () => {
    const sealed = keyring().seal("x", "p");
    const configured = newKey();
    const ring = keyring(configured);
    expect([ring.open(sealed, "p"), ring.keyId]).toEqual([
      "x",
      openKeyring({ key: configured, file: `${file}.none`, randomBytes }).keyId,
    ]);
    fs.appendFileSync(file, `${newKey()}\n`);
    expect(keyring().open(sealed, "p")).toBe("x");
  });

  it("the keyring refuses an invalid key and leaves a damaged key file as it is", () => {
    for (const key of [
      "short",
      "g".repeat(64),
      randomBytes(31).toString("base64"),
      randomBytes(16).toString("hex"),
    ])
      expect(() => keyring(key)).toThrow("is not a key");
    for (const content of ["", "\n", "not a key"]) {
      fs.writeFileSync(file, content);
      expect(() => keyring()).toThrow(file);
      expect(fs.readFileSync(file, "utf8")).toBe(content);
    }
  });

  it("the keyring reads the key file of a process that was faster", () => {
    const theirs = newKey();
    let reads = 0;
    const racing: KeyFiles = {
      ...fs,
      readFileSync: (path, encoding) => {
        reads += 1;
        if (reads > 1) return fs.readFileSync(path, encoding);
        fs.writeFileSync(file, theirs);
        throw Object.assign(new Error("not yet"), { code: "ENOENT" });
      },
    };
    expect(openKeyring({ file, randomBytes, fs: racing }).keyId).toBe(keyring(theirs).keyId);
    expect(fs.readFileSync(file, "utf8")).toBe(theirs);
  });
});
