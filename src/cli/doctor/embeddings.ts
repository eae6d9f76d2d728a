import { createGuardedFetch } from "../../outbound/safe-fetch.ts";
import { modelHosts, modelSettings } from "../../main/settings.ts";
import { systemClock } from "../system.ts";
import { type Finding, good, note } from "../../domain/finding.ts";
import type { Examined } from "./examined.ts";

/** Only where it is switched on: without an answer memories are found by their words, so it is never more than a note. */
export async function embeddingsFinding({ config }: Examined): Promise<Finding | undefined> {
  const { embeddings } = modelSettings(config);
  if (embeddings === undefined) return undefined;
  const { baseUrl, apiKey, model } = embeddings;
  const { host } = new URL(baseUrl);
  const fetch = createGuardedFetch({
    clock: systemClock,
    allowedHosts: modelHosts(config),
    timeoutMs: 5_000,
    maxBytes: 1_000_000,
  });
  try {
    const answer = await fetch(`${baseUrl.replace(/\/$/, "")}/embeddings`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: ["ping"], encoding_format: "float" }),
    });
    await answer.body?.cancel();
    return answer.ok
      ? good("embeddings", {
          en: `${model} at ${host} answers.`,
          zh: `${host} 的 ${model} 有应答。`,
        })
      : without(host, String(answer.status));
  } catch (error) {
    return without(host, error instanceof Error ? error.message : String(error));
  }
}

const without = (host: string, why: string): Finding =>
  note(
    "embeddings",
    {
      en: `${host} returns no embeddings (${why}); memories of stories are found by words alone.`,
      zh: `${host} 没有返回向量（${why}）；故事里的记忆只按字词查找。`,
    },
    {
      en: "Check `memory.embeddings`, its server and its key, or set it to off.",
      zh: "请检查 `memory.embeddings` 及其服务器和密钥，或设为 off。",
    },
  );
