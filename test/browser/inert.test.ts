import { randomUUID } from "node:crypto";
import { type Page } from "playwright-core";
import { expect, test } from "vitest";
import { hostileWords } from "./hostile-words.ts";
import { enterToken, eventually, useBrowser } from "./signed-in.ts";

const { open, server } = useBrowser(() =>
  Promise.resolve({ MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "100000" }),
);

const words = hostileWords(500);
const short = words.filter((text) => text.length <= 78 && !text.includes("\n"));
/** Every payload is a different one, wherever it stands. */
const some = (from: number, count: number, of = short): string[] =>
  Array.from({ length: count }, (_, nth) => of[(from + nth) % of.length] ?? "");

async function call<T>(
  path: string,
  body?: object | string,
  token = server().operatorToken,
): Promise<T> {
  const isText = typeof body === "string";
  const answer = await fetch(server().url + path, {
    method: body === undefined ? "GET" : path === "/api/account" ? "PATCH" : "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      ...(isText ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was refused: ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

/** Said by the person, and by the assistant after them: all of it. */
async function talk(): Promise<{ conversation: string; turn: string }> {
  const { id: conversation } = await call<{ id: string }>("/api/conversations", {});
  const at = `/api/conversations/${conversation}/messages`;
  for (let from = 0; from < words.length; from += 25)
    await call(at, {
      client_id: randomUUID(),
      text: `x ${words.slice(from, from + 25).join("\n\n")}`,
    });
  const isAnswered = async (): Promise<boolean> =>
    (await call<{ messages: { direction: string; text: string }[] }>(at)).messages.some(
      ({ direction, text }) => direction === "outbound" && text.includes("499"),
    );
  await eventually(isAnswered).toBe(true);
  const { turns } = await call<{ turns: { id: string }[] }>("/api/activity");
  return { conversation, turn: turns[0]?.id ?? "" };
}

async function people(): Promise<void> {
  for (const name of some(0, 30)) await call("/api/accounts", { display_name: name });
  for (const [nth, name] of some(30, 5).entries()) {
    const { id } = await call<{ id: string }>("/api/accounts", { display_name: name });
    const { token } = await call<{ token: string }>("/api/tokens", {
      account_id: id,
      label: some(40 + nth, 1)[0],
    });
    const { link_code } = await call<{ link_code: string }>("/api/friends/link", undefined, token);
    await call("/api/friends/join", { link_code });
    await call(`/api/friends/${id}/nickname`, { name: some(50 + nth, 1)[0] });
  }
  await call("/api/account", { display_name: some(60, 1)[0] });
}

async function reminders(): Promise<void> {
  const timed = some(0, 60, words).map((content, nth) => ({
    operation: "create",
    content,
    trigger_time: `2097-06-${String(3 + (nth % 5)).padStart(2, "0")}T${String(8 + (nth % 12)).padStart(2, "0")}:00:00`,
  }));
  const untimed = some(60, 20, words).map((content) => ({
    operation: "create",
    content,
    kind: "no_trigger_time",
  }));
  await call("/api/reminders/batch", { items: [...timed, ...untimed] });
}

/** A story in which everything that can be written is written so. */
async function story(): Promise<void> {
  const bots = some(100, 8).map((name, nth) => {
    const [persona, backstory, kickoff_prose, initial_relationship_to_you] = some(
      nth * 4,
      4,
      words,
    );
    const payload = {
      id: `bot_${nth}`,
      name,
      persona,
      backstory,
      kickoff_prose,
      initial_relationship_to_you,
    };
    return {
      kind: "bot_authored",
      payload: { ...payload, voice_samples: some(nth, 2, words), traits: some(nth + 9, 2) },
    };
  });
  const chat_id = "hostile";
  const [title, weather, narrative_anchor, place, pronouns, name] = some(150, 6);
  const said = some(200, 40, words).map((text, nth) => ({
    kind: nth % 2 === 0 ? "user_turn" : "assistant_turn",
    payload: {
      chat_id,
      scene_id: 1,
      speaker_id: nth % 2 === 0 ? "you" : "bot_0",
      ...(nth % 2 === 0 ? { prose: text, segments: [{ kind: "dialogue", text }] } : { text }),
    },
  }));
  const lines = [
    ...bots,
    { kind: "you_authored", payload: { name, pronouns, persona: words[7] } },
    {
      kind: "chat_created",
      payload: {
        id: chat_id,
        title,
        host_bot_id: "bot_0",
        guest_bot_id: "bot_1",
        initial_time: "2026-04-26T20:00:00Z",
        narrative_anchor,
        weather,
      },
    },
    { kind: "container_created", payload: { chat_id, name: place, type: "room", properties: {} } },
    {
      kind: "scene_opened",
      payload: { chat_id, container_id: 1, title, participants: ["you", "bot_0", "bot_1"] },
    },
    ...said,
  ];
  await call("/api/events/import", lines.map((line) => JSON.stringify(line)).join("\n"));
}

/** Elements and attributes that only hostile words would make, in a document. */
const made = `((page) => {
  const bad = "script, iframe, object, embed, base, form[action^=java i], [srcdoc], [href^=java i], [href^=data i], [src*=inert-probe], [href*=inert-probe], img[src^='x:'], math, meta[http-equiv=refresh i], style";
  const isOurs = (found) => found instanceof HTMLScriptElement && found.src.startsWith(location.origin + "/assets/");
  const inside = [...page.body.querySelectorAll(bad)].filter((found) => !isOurs(found));
  const handlers = [...page.querySelectorAll("*")].filter((each) => [...each.attributes].some(({ name }) => /^on/i.test(name)));
  return [...inside, ...handlers].map((found) => found.outerHTML.slice(0, 200));
})`;

test("500 ways to be a program stay words, on every page that shows what people and characters write", async () => {
  const [{ conversation, turn }] = await Promise.all([
    talk(),
    people().then(reminders).then(story),
  ]);
  const { page } = await open(server().url);
  const hits: number[] = [];
  const fetched: string[] = [];
  await page.exposeFunction("hit", (n: number) => hits.push(n));
  page.on(
    "request",
    (request) => request.url().includes("inert-probe") && fetched.push(request.url()),
  );
  await enterToken(page, server().operatorToken);
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  // So many of them must be seen at each place: what is not shown proves nothing.
  const places: readonly [at: string, shown: number][] = [
    [`talk/${conversation}`, 900],
    ["stage", 8],
    ["stage/hostile", 40],
    ["calendar/agenda/2097-06-03", 60],
    ["calendar/week/2097-06-03", 60],
    ["calendar/month/2097-06-03", 10],
    ["memory", 0],
    ["deliveries", 1],
    [`deliveries/turn/${turn}`, 25],
    // Names are cut to plain ones before they are kept; only the rest of these words is there.
    ["operator/accounts", 0],
    ["operator/tokens", 5],
    ["operator/audit", 0],
    ["settings", 0],
  ];
  for (const [at, shown] of places) {
    await page.evaluate(`location.hash = "#/${at}"`);
    await eventually(() => countSeen(page)).toBeGreaterThanOrEqual(shown);
    expect([at, await page.evaluate(`${made}(document)`)]).toEqual([at, []]);
  }
  expect({ hits, fetched }).toEqual({ hits: [], fetched: [] });
  // A page that took them for HTML would be found out: here they are, on a page without our policy, in a document that is never shown.
  const elsewhere = await page.context().newPage();
  const parsed = `${JSON.stringify(words)}.filter((text) => ${made}(new DOMParser().parseFromString("<p>" + text, "text/html")).length > 0).length`;
  expect(await elsewhere.evaluate(parsed)).toBeGreaterThan(300);
});

const countSeen = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `(document.querySelector("main")?.innerText ?? "").split(/hit\\(|inert-probe/).length - 1`,
  );
