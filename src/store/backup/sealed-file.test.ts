import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openKeyring, SealError } from "../secrets.ts";
import { readHead, sealStream, unsealFile } from "./sealed-file.ts";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "meanwhile-sealed-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const ringOf = (key: string) => openKeyring({ key, file: "/nowhere", randomBytes });
const keyring = ringOf("1".repeat(64));
const megabyte = 1 << 20;

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function write(name: string, plain: Uint8Array, size = 70_000): Promise<string> {
  const file = join(directory, name);
  const on = { keyring, randomBytes, at: "2026-01-05T03:00:00.000Z", schema: 24 };
  await writeFile(
    file,
    Buffer.concat(await Array.fromAsync(sealStream(inPieces(plain, size), on))),
  );
  return file;
}

const read = async (file: string, ring = keyring): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(unsealFile(file, ring)));
const sum = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("sealed files", () => {
  it("a sealed file returns its exact contents, for any length and any chunking", async () => {
    for (const length of [0, 1, megabyte - 1, megabyte, megabyte + 1, 3 * megabyte]) {
      const plain = randomBytes(length);
      for (const size of [33_333, 5 * megabyte])
        expect([length, sum(await read(await write("whole", plain, size)))]).toEqual([
          length,
          sum(plain),
        ]);
    }
  });

  it("a sealed file's header names its key and time and reveals nothing of its contents", async () => {
    const file = await write("head", Buffer.from("CANARY ".repeat(1_000)));
    expect((await readHead(file)).head).toMatchObject({
      key: keyring.keyId,
      at: "2026-01-05T03:00:00.000Z",
      schema: 24,
    });
    expect((await readFile(file)).includes("CANARY")).toBe(false);
  });

  it("a sealed file opens only with its own key, also after that key was rotated", async () => {
    const file = await write("keys", Buffer.from("words"));
    await expect(read(file, ringOf("2".repeat(64)))).rejects.toThrow(
      `was sealed with key ${keyring.keyId}, but the available keys are`,
    );
    expect((await read(file, ringOf(`${"2".repeat(64)},${"1".repeat(64)}`))).toString()).toBe(
      "words",
    );
  });

  it("a sealed file that was changed, truncated or rearranged does not open", async () => {
    const file = await write("hurt", randomBytes(2 * megabyte + 10));
    const whole = await readFile(file);
    const head = whole.indexOf("\n", whole.indexOf("\n") + 1) + 1;
    const piece = 4 + megabyte + 16;
    const flipByte = (at: number): Buffer => {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const first = whole.subarray(head, head + piece);
    const second = whole.subarray(head + piece, head + 2 * piece);
    const rest = whole.subarray(head + 2 * piece);
    const hurt: Record<string, Buffer> = {
      "a byte of a piece": flipByte(head + 100),
      "the last byte": flipByte(whole.length - 1),
      "a length": flipByte(head + 3),
      "the day in the head": Buffer.from(
        whole.toString("latin1").replace("2026-01-05", "2026-01-06"),
        "latin1",
      ),
      "cut in a piece": whole.subarray(0, whole.length - 5),
      "cut between pieces": whole.subarray(0, head + 2 * piece),
      "nothing but a head": whole.subarray(0, head),
      "pieces that changed places": Buffer.concat([whole.subarray(0, head), second, first, rest]),
      "a piece left out": Buffer.concat([whole.subarray(0, head), first, rest]),
      "a piece twice": Buffer.concat([whole.subarray(0, head), first, first, second, rest]),
      "something behind the end": Buffer.concat([whole, rest]),
      "another kind of file": Buffer.from("PK\u0003\u0004"),
    };
    for (const [what, bytes] of Object.entries(hurt)) {
      await writeFile(file, bytes);
      const found = await read(file).then(
        () => "opened",
        (error: unknown) => (error instanceof SealError ? "refused" : String(error)),
      );
      expect([what, found]).toEqual([what, "refused"]);
    }
  });
});
