import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { productProjector } from "../../src/main/projections.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { type OpenStore, stores } from "../support/stores.ts";
import { rewriteScenes, scenesIn, type Seen } from "../support/transcript-text.ts";
import { openTranscriptLab, type TranscriptLab } from "../support/transcript.ts";

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt"));
let open: OpenStore;
/** Writes down what is really said, to be read as a diff. */
const isWriting = process.env["MEANWHILE_TRANSCRIPTS"] === "write";

beforeAll(async () => {
  const found = stores.find(({ name }) => name === "PostgreSQL");
  if (found === undefined) throw new Error("the table of stores has no PostgreSQL");
  open = await found.open();
});
afterAll(() => open.close());

it("the folder has transcripts", () => {
  expect(files.length).toBeGreaterThan(3);
});

describe.each(files)("%s", (file) => {
  const path = join(import.meta.dirname, file);
  const scenes = scenesIn(readFileSync(path, "utf8"));
  let lab: TranscriptLab;
  const seenIn: Seen[][] = scenes.map(() => []);
  beforeAll(async () => {
    lab = await openTranscriptLab(open.db, file.includes("overlap-ask") ? { overlap: "ask" } : {});
  });
  afterAll(async () => {
    await lab.close();
    if (isWriting) writeFileSync(path, rewriteScenes(readFileSync(path, "utf8"), seenIn));
  });

  it.each(scenes.map((scene, index) => [scene.title, scene, index] as const))(
    "the transcript goes as written: %s",
    async (_, scene, index) => {
      const actor = lab.actor(`${file}-${index}`);
      for (const step of scene.steps) {
        const seen = await actor.play(step);
        if (seen === undefined || !("expected" in step)) continue;
        seenIn[index]?.push(seen);
        if (isWriting) continue;
        const { rows } = step.expected;
        expect(rows === undefined ? { ...seen, rows } : seen).toEqual(step.expected);
      }
    },
  );
});

it("every row that all transcripts left follows from the log", async () => {
  const report = await open.owner((sql) => rebuild(sql, productProjector()));
  expect(report.tables.filter(({ same }) => !same)).toEqual([]);
  expect(report.tables.find(({ table }) => table === "reminder")?.after.rows).toBeGreaterThan(50);
});
