import { readdir } from "node:fs/promises";
import { bad, type Finding, good, note } from "../../domain/finding.ts";
import { openBucketBySettings, mediaDirectory } from "../../main/media.ts";
import { idForm, type MediaPlace, sha256Of } from "../../store/media/place.ts";
import { chance, keyringOf } from "../keyring.ts";
import { systemClock } from "../system.ts";
import type { Examined } from "./examined.ts";

const probe = Buffer.from("A file that the doctor writes, reads and deletes.");

/** Only where a storage for files is set: whether it takes a file, gives it back and deletes it. */
export async function mediaFindings({ config }: Pick<Examined, "config">): Promise<Finding[]> {
  const keys = () => keyringOf(config, { make: true, language: "en" });
  const bucket = openBucketBySettings({ config, keys, clock: systemClock, chance });
  if (bucket === undefined) return [];
  const name = config.media.s3.bucket ?? "";
  const problem = await tryPlace(bucket).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  if (problem !== undefined) return [away(name, problem)];
  const works = good("files", {
    en: `Files can be written, read and deleted in ${name}.`,
    zh: `可以在 ${name} 里写入、读取和删除文件。`,
  });
  const left =
    config.media.storage === "s3" ? await countFolder(config) : await countBucket(bucket);
  return left === 0 ? [works] : [works, elsewhere(left)];
}

/** What is wrong with it, if anything is. */
async function tryPlace(place: MediaPlace): Promise<string | undefined> {
  const id = Buffer.from(chance.bytes(16)).toString("hex");
  const keptAt = systemClock.now();
  const about = { type: "text/plain", channel: "doctor", keptAt, sha256: sha256Of(probe) };
  await place.write(id, { note: about, bytes: probe });
  const back = await place.read(id);
  await place.remove(id);
  if (back === undefined || !probe.equals(back.bytes)) return "it gave back something else.";
  return (await place.read(id)) === undefined ? undefined : "it does not delete.";
}

const countBucket = async (bucket: MediaPlace): Promise<number> => (await bucket.list()).length;

async function countFolder(config: Examined["config"]): Promise<number> {
  const names = await readdir(mediaDirectory(config)).catch((): string[] => []);
  return names.filter((name) => idForm.test(name)).length;
}

const away = (bucket: string, problem: string): Finding =>
  bad(
    "files",
    {
      en: `Files can't be kept in ${bucket}: ${problem}`,
      zh: `无法在 ${bucket} 里存放文件：${problem}`,
    },
    {
      en: "Check media.s3. Meanwhile messages are answered without their files.",
      zh: "请检查 media.s3。在此期间，消息照常回复，但收不了文件。",
    },
  );

const elsewhere = (count: number): Finding =>
  note(
    "files",
    {
      en: `${count} files are in the other place. They are found there.`,
      zh: `还有 ${count} 个文件在另一处，仍然能找到。`,
    },
    {
      en: "npx meanwhile media move takes them along.",
      zh: "npx meanwhile media move 会把它们移过来。",
    },
  );
