import { expect, it } from "vitest";
import { Refusal } from "../domain/errors.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import { readDocument } from "./document-words.ts";

const file = (bytes: number, type = "application/pdf") => ({
  type,
  bytes: new Uint8Array(bytes),
  channel: "wecom",
});
const of = { accountId: "ada", signal: new AbortController().signal };
const says = (read: FileReader["read"]) => readDocument({ read });

it("the reader gets PDFs and archives of up to four megabytes, by whose they are, and nothing else", async () => {
  const asked: string[] = [];
  const read = says(({ accountId, kind, bytes }) => {
    asked.push(`${accountId} ${kind} ${bytes.length}`);
    return Promise.resolve("words");
  });
  expect(await read(file(10), of)).toBe("words");
  expect(await read(file(4 * 1024 ** 2 + 1), of)).toBeUndefined();
  expect(await read(file(10, "application/zip"), of)).toBe("words");
  expect(await read(file(10, "video/mp4"), of)).toBeUndefined();
  expect(asked).toEqual(["ada pdf 10", "ada office 10"]);
});

it("a PDF that the reader refuses or whose turn has ended has no text, and a broken reader is reported", async () => {
  const stopped = new AbortController();
  expect(
    await says(() => Promise.reject(new Refusal("invalid_file", {})))(file(1), of),
  ).toBeUndefined();
  stopped.abort();
  expect(
    await says(() => Promise.reject(new Error("gone")))(file(1), { ...of, signal: stopped.signal }),
  ).toBeUndefined();
  await expect(says(() => Promise.reject(new Error("broken")))(file(1), of)).rejects.toThrow(
    "broken",
  );
});
