import { OutboundFailure } from "../../domain/ports/http.ts";
import { createGuardedFetch } from "../../outbound/safe-fetch.ts";
import { isRunning } from "../attach.ts";
import { systemCode } from "../explain.ts";
import { isMeanwhile, listenOnce } from "../port.ts";
import { serverUrl } from "../settings.ts";
import { systemClock } from "../system.ts";
import { bad, type Finding, good, note } from "../../domain/finding.ts";
import type { Examined } from "./examined.ts";

const patienceMs = 5_000;

/** One of the page is used before that of the settings, and its key is not for this command. */
export const savedModel = good("model", {
  en: "A language model is connected in the page. Settings → Language model tests it.",
  zh: "已在页面里连接语言模型，可以在“设置 → 语言模型”里测试。",
});

export async function modelFinding({ config }: Examined): Promise<Finding> {
  const { base_url: base, api_key: key, name = "" } = config.model;
  if (base === undefined) {
    return note(
      "model",
      {
        en: "No language model is connected, so chatting does not work.",
        zh: "没有连接语言模型，所以不能聊天。",
      },
      {
        en: "Connect one in the page: Settings → Language model.",
        zh: "请在页面里连接：设置 → 语言模型。",
      },
    );
  }
  const { host, origin } = new URL(base);
  const fetch = createGuardedFetch({
    clock: systemClock,
    allowedHosts: [origin, ...config.model.allowed_hosts],
    timeoutMs: patienceMs,
    maxBytes: 4_000_000,
  });
  const headers = {
    "content-type": "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  try {
    return describeStatus({
      status: await askModel({ fetch, base: base.replace(/\/$/, ""), headers }, name),
      host,
      name,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const says = {
      en: `${host} can't be reached now. ${reason}`,
      zh: `现在连不上 ${host}。${reason}`,
    };
    // Nothing listens there, or the call is not allowed: waiting does not help. Anything else may
    // be the network.
    const code = error instanceof OutboundFailure ? error.code : undefined;
    return code === "connect" || code === "blocked" || code === "redirect"
      ? bad("model", says, reachIt)
      : note("model", says, reachIt);
  }
}

const reachIt = {
  en: "Check the network and MEANWHILE_MODEL_BASE_URL.",
  zh: "请检查网络和 MEANWHILE_MODEL_BASE_URL。",
};

interface Provider {
  readonly fetch: typeof fetch;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A list that has the model is a free proof. Otherwise an answer is requested and cancelled as soon
 * as it begins, because not every server has a complete list.
 */
async function askModel({ fetch, base, headers }: Provider, name: string): Promise<number> {
  const list = await fetch(`${base}/models`, { headers });
  const text = await list.text();
  if (list.status === 401 || list.status === 403 || list.status >= 500) return list.status;
  if (list.ok && idsIn(text).includes(name)) return list.status;
  const body = JSON.stringify({
    model: name,
    messages: [{ role: "user", content: "ping" }],
    stream: true,
  });
  const answer = await fetch(`${base}/chat/completions`, { method: "POST", headers, body });
  await answer.body?.cancel();
  return answer.status;
}

function describeStatus({
  status,
  host,
  name,
}: {
  status: number;
  host: string;
  name: string;
}): Finding {
  if (status === 401 || status === 403) {
    return bad(
      "model",
      { en: `${host} refuses the key (${status}).`, zh: `${host} 拒绝了密钥（${status}）。` },
      { en: "Set MEANWHILE_MODEL_API_KEY.", zh: "请设置正确的 MEANWHILE_MODEL_API_KEY。" },
    );
  }
  if (status === 404) {
    return bad(
      "model",
      {
        en: `${host} has no model ${name}, or the address is incomplete (404).`,
        zh: `${host} 没有模型 ${name}，或地址不完整（404）。`,
      },
      {
        en: "Check MEANWHILE_MODEL and MEANWHILE_MODEL_BASE_URL.",
        zh: "请检查 MEANWHILE_MODEL 和 MEANWHILE_MODEL_BASE_URL。",
      },
    );
  }
  if (status >= 400)
    return note(
      "model",
      { en: `${host} answers with an error (${status}).`, zh: `${host} 返回错误（${status}）。` },
      reachIt,
    );
  return good("model", {
    en: `${name} at ${host} can be reached.`,
    zh: `可以连上 ${host} 的 ${name}。`,
  });
}

/** Not every server lists its models, and some list them in a form of their own. */
function idsIn(body: string): string[] {
  try {
    const { data } = JSON.parse(body) as { data?: readonly { id?: unknown }[] };
    return Array.isArray(data) ? data.map(({ id }) => String(id)) : [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return [];
    throw error;
  }
}

export async function portFinding({ config, holder }: Examined): Promise<Finding> {
  if (holder !== undefined && isRunning(holder))
    return answersFinding(holder.url ?? "", holder.pid);
  const { host, port } = config.server;
  if (port === 0)
    return good("port", {
      en: "Any free port is used at the start.",
      zh: "启动时会用任意空闲端口。",
    });
  const error = await listenOnce(host, port);
  if (error === undefined)
    return good("port", {
      en: `Port ${port} on ${host} is free.`,
      zh: `${host} 的端口 ${port} 空闲。`,
    });
  const code = systemCode(error);
  // With DATABASE_URL there is no lock that names the holder.
  const byUrl = config.database.url !== undefined;
  if (code === "EADDRINUSE" && byUrl && (await isMeanwhile(serverUrl(config))))
    return answersFinding(serverUrl(config));
  return bad(
    "port",
    {
      en: `Meanwhile can't listen on ${host}:${port} (${code}).`,
      zh: `无法在 ${host}:${port} 上监听（${code}）。`,
    },
    {
      en: "Stop the program that uses it, or set MEANWHILE_PORT.",
      zh: "请停掉占用它的程序，或设置 MEANWHILE_PORT。",
    },
  );
}

async function answersFinding(url: string, pid?: number): Promise<Finding> {
  const who = pid === undefined ? "" : ` (${pid})`;
  if (await isMeanwhile(url))
    return good("port", {
      en: `Meanwhile${who} answers at ${url}.`,
      zh: `Meanwhile${who} 在 ${url} 正常应答。`,
    });
  return bad(
    "port",
    {
      en: `Meanwhile${who} runs, but does not answer at ${url}.`,
      zh: `Meanwhile${who} 在运行，但 ${url} 没有应答。`,
    },
    { en: "Read its log, and restart it.", zh: "请查看日志并重新启动。" },
  );
}
