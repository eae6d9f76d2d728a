import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "./child.ts";
import type { Percentiles } from "./percentiles.ts";

export interface WecomLoad {
  readonly people: number;
  /** How long the shortest answer is written; the longest takes twice that. */
  readonly seconds: number;
}

export interface WecomFigures {
  readonly first: Percentiles;
  readonly refresh: Percentiles & { readonly max: number };
  /** Refreshes, and those of them that brought something new. */
  readonly asked: number;
  readonly news: number;
  /** Streams that came to their end. */
  readonly ended: number;
  readonly wrong: number;
  /** Of the product's process, over the whole run. */
  readonly core: number;
}

const token = "bench-wecom-token";
const aesKey = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ";

/**
 * Answers to many people at once, each with twenty tokens a second, each polled once a second as
 * WeCom does.
 */
export async function measureWecom(
  env: Record<string, string>,
  { people, seconds }: WecomLoad,
): Promise<WecomFigures> {
  const directory = await mkdtemp(join(tmpdir(), "meanwhile-bench-wecom-"));
  const wecom = {
    MEANWHILE_DATA: directory,
    MEANWHILE_CHANNELS__WECOM__ENABLED: "true",
    MEANWHILE_CHANNELS__WECOM__TOKEN: token,
    MEANWHILE_CHANNELS__WECOM__ENCODING_AES_KEY: aesKey,
  };
  const server = startChild("server.ts", { args: ["stream"], env: { ...env, ...wecom } });
  try {
    const { url } = await server.line<{ url: string }>();
    const keys = { BENCH_WECOM_TOKEN: token, BENCH_WECOM_AES_KEY: aesKey };
    const polls = startChild("wecom-polls.ts", {
      args: [`${url}/wecombot/callback`, String(people), String(seconds)],
      env: keys,
    });
    try {
      await server.ask();
      const figures = await polls.line<Omit<WecomFigures, "core">>();
      return { ...figures, ...(await server.ask<{ core: number }>()) };
    } finally {
      await polls.end();
    }
  } finally {
    await server.end();
    await rm(directory, { recursive: true, force: true });
  }
}
