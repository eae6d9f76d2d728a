import { callServer } from "./api.ts";
import type { ChatStage } from "./chat-stage.ts";
import { type EventStream, openStream, type ServerEvent } from "./event-stream.ts";

const token = "operator-token-of-a-page-0001";

/** One person's open page. */
interface Page {
  readonly query: string;
  readonly path: string;
  stream: EventStream;
  /** Events of the stream that were read. */
  read: number;
  lastId: number | undefined;
  attempt: number;
  /** What the running turn shows. */
  text: string;
  /** Answers by their id. */
  readonly answers: Map<string, string>;
}

/** The page, with its stream of events. When the server is gone, it goes on after the last event that it saw. */
export async function pageStage(): Promise<ChatStage> {
  const pages = new Map<number, Page>();
  const violations: string[] = [];
  let port = 0;

  const post = async (path: string, json: object) => {
    const reply = await callServer(port, path, { method: "POST", json, token });
    if (reply.status >= 300) violations.push(`${path} answers ${reply.status}`);
    return reply.json as { readonly id: string };
  };
  const listen = (path: string, query: string, lastId?: number): Promise<EventStream> =>
    openStream({
      port,
      path: `${path}/stream${query}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastId === undefined ? {} : { "last-event-id": String(lastId) }),
      },
    });

  async function open(person: number): Promise<void> {
    const { id: account } = await post("/api/accounts", { display_name: `Ada ${person}` });
    const query = `?account_id=${account}`;
    const { id } = await post(`/api/conversations${query}`, {});
    const path = `/api/conversations/${id}`;
    const page: Page = {
      query,
      path,
      stream: await listen(path, query),
      read: 0,
      lastId: undefined,
      attempt: 0,
      text: "",
      answers: new Map(),
    };
    pages.set(person, page);
  }

  function look(page: Page): readonly string[] {
    for (const event of page.stream.events.slice(page.read)) take(page, event, violations);
    page.read = page.stream.events.length;
    return page.answers.size > 0 ? [...page.answers.values()] : [page.text];
  }

  return {
    name: "the page",
    env: { MEANWHILE_OPERATOR_TOKEN: token },
    async reach(url, people) {
      port = Number(new URL(url).port);
      for (const page of pages.values()) {
        look(page);
        page.stream = await listen(page.path, page.query, page.lastId);
        page.read = 0;
      }
      for (let person = pages.size + 1; person <= people; person += 1) await open(person);
    },
    isLive: () => true,
    async says(text, person = 1) {
      const page = pages.get(person);
      if (page === undefined) throw new Error(`nobody has page ${person} open`);
      await post(`${page.path}/messages${page.query}`, { text, client_id: `c${person}` });
    },
    seen: () => [...pages.values()].flatMap(look),
    violations,
    async close() {
      for (const { stream } of pages.values()) stream.close();
    },
  };
}

function take(page: Page, { id, type, data }: ServerEvent, violations: string[]): void {
  page.lastId = id ?? page.lastId;
  if (type === "message" && data["direction"] === "outbound") {
    const answer = String(data["id"]);
    if (page.answers.has(answer)) violations.push("an answer came twice");
    page.answers.set(answer, String(data["text"]));
  }
  const attempt = Number(data["attempt"]);
  if ((type !== "text" && type !== "delta") || attempt < page.attempt) return;
  const isMore = type === "delta" && attempt === page.attempt;
  page.text = (isMore ? page.text : "") + String(data["text"]);
  page.attempt = attempt;
}
