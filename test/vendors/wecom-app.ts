import {
  isSignedBy,
  openSealed,
  sealText,
  type WecomKey,
  wecomSignature,
} from "../../src/channels/wecom/crypto.ts";
import type { ChannelWebhookAnswer } from "../../src/domain/webhook.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";
import { createCardCheck } from "./wecom-cards.ts";
import { digest, testKey, type WecomServer } from "./wecom-server.ts";

/** How WeCom's callback reaches the product. */
export type SendCallback = (request: {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  readonly ip: string;
}) => Promise<Pick<ChannelWebhookAnswer, "status" | "body">>;

/** One bubble in a person's chat. */
export interface Bubble {
  readonly msgid: string;
  id: string;
  content: string;
  finished: boolean;
  readonly openedAt: number;
  /** Every text that it showed, in order. */
  readonly seen: string[];
  /** Digests of the pictures at its end. */
  readonly pictures: string[];
}

interface ShownStream {
  readonly id?: string;
  readonly content?: string;
  readonly finish?: boolean;
  readonly feedback?: { readonly id: string };
  readonly msg_item?: readonly {
    readonly image: { readonly base64: string; readonly md5: string };
  }[];
}

export interface CallbackResult {
  readonly status: number;
  /** Undefined: an empty packet. */
  readonly reply: Readonly<Record<string, unknown>> | undefined;
}

/** WeCom as it calls us: sealed and signed, and strict about what comes back. */
export interface WecomApp {
  readonly bubbles: Bubble[];
  readonly violations: string[];
  send(message: Readonly<Record<string, unknown>>, how?: SendHow): Promise<CallbackResult>;
  /** Sends a person's message and opens its bubble. */
  say(
    from: Person,
    content: object,
    how?: SendHow & { readonly msgid?: string; readonly noResponseUrl?: boolean },
  ): Promise<Bubble>;
  text(
    from: Person,
    text: string,
    how?: SendHow & { readonly msgid?: string; readonly noResponseUrl?: boolean },
  ): Promise<Bubble>;
  /** Asks once for a bubble. */
  refresh(bubble: Bubble, how?: SendHow): Promise<void>;
  /** Asks once for every bubble that is open, as WeCom does about once a second, for six minutes. */
  poll(how?: SendHow): Promise<void>;
}

export interface Person {
  readonly userid: string;
  readonly chatid?: string | undefined;
}

export interface SendHow {
  readonly sendCallback?: SendCallback | undefined;
  /** Seconds; the clock's otherwise. */
  readonly timestamp?: number | undefined;
}

const pollMs = 360_000;
const eventReplies: Readonly<Record<string, readonly string[]>> = {
  enter_chat: ["text", "template_card"],
  template_card_event: ["update_template_card"],
};
let messages = 0;

export function wecomApp(on: {
  readonly clock: Pick<Clock, "now">;
  readonly server: WecomServer;
  readonly sendCallback: SendCallback;
  readonly path?: string;
  readonly botId?: string;
  readonly key?: WecomKey;
}): WecomApp {
  const key = on.key ?? testKey();
  const bubbles: Bubble[] = [];
  const violations: string[] = [];
  const checkCard = createCardCheck(violations);
  let sent = 0;

  const send: WecomApp["send"] = async (message, how = {}) => {
    sent += 1;
    const timestamp = String(how.timestamp ?? Math.floor(on.clock.now() / 1000));
    const nonce = `nonce-${sent}`;
    const sealed = sealText(
      key,
      JSON.stringify(message),
      Buffer.from(String(sent).padStart(16, "r")),
    );
    const query = {
      msg_signature: wecomSignature(key, { timestamp, nonce, sealed }),
      timestamp,
      nonce,
    };
    // WeCom calls from changing addresses.
    const ip = `10.0.0.${(sent % 250) + 1}`;
    const began = on.clock.now();
    const answer = await (how.sendCallback ?? on.sendCallback)({
      path: on.path ?? "/wecombot/callback",
      query,
      body: JSON.stringify({ encrypt: sealed }),
      ip,
    });
    // WeCom hangs up then, and sends it again.
    if (on.clock.now() - began > 5_000) violations.push("an answer took more than five seconds");
    const body =
      typeof answer.body === "string" ? answer.body : Buffer.from(answer.body).toString();
    if (answer.status !== 200 || body === "") return { status: answer.status, reply: undefined };
    return { status: 200, reply: openAnswer(body, nonce, message) };
  };

  function openAnswer(
    body: string,
    nonce: string,
    message: Readonly<Record<string, unknown>>,
  ): Record<string, unknown> {
    const envelope = JSON.parse(body) as {
      encrypt: string;
      msgsignature: string;
      timestamp: number;
      nonce: string;
    };
    if (envelope.nonce !== nonce) violations.push("the nonce is not the callback's");
    if (typeof envelope.timestamp !== "number") violations.push("the timestamp is no number");
    if (
      !isSignedBy(
        key,
        { timestamp: String(envelope.timestamp), nonce, sealed: envelope.encrypt },
        envelope.msgsignature,
      )
    )
      violations.push("the signature is wrong");
    const reply = JSON.parse(openSealed(key, envelope.encrypt)) as Record<string, unknown>;
    const event = (message["event"] as { eventtype?: string } | undefined)?.eventtype;
    const type = String(reply["msgtype"] ?? reply["response_type"]);
    const allowed =
      event === undefined ? ["stream", "stream_with_template_card"] : (eventReplies[event] ?? []);
    if (!allowed.includes(type)) violations.push(`${type} after ${event}`);
    if (type.includes("template_card") && type !== "update_template_card")
      checkCard(reply["template_card"]);
    const stream = reply["stream"] as ShownStream | undefined;
    if (stream !== undefined) {
      if (Buffer.byteLength(stream.content ?? "") > 20_480)
        violations.push("more than 20,480 bytes in a stream");
      if ((stream.content ?? "") === "" || stream.content?.includes("\ufffd") === true)
        violations.push("an empty or broken stream");
      if (message["msgtype"] === "stream" && stream.feedback !== undefined)
        violations.push("a feedback id on a refresh");
      if (stream.id === undefined || stream.id === "") violations.push("a stream without an id");
      const items = stream.msg_item ?? [];
      if (items.length > 10 || (items.length > 0 && stream.finish !== true))
        violations.push("pictures before the end, or too many");
      if (items.some(({ image }) => digest(Buffer.from(image.base64, "base64")) !== image.md5))
        violations.push("a picture with another digest");
    }
    return reply;
  }

  const show = (bubble: Bubble, reply: CallbackResult["reply"]): void => {
    const stream = reply?.["stream"] as
      | (ShownStream & { id: string; content: string; finish: boolean })
      | undefined;
    if (stream === undefined) return;
    bubble.pictures.splice(0, Infinity, ...(stream.msg_item ?? []).map(({ image }) => image.md5));
    if (bubble.id !== "" && bubble.id !== stream.id)
      violations.push("another stream for the same message");
    if (bubble.finished && (!stream.finish || stream.content !== bubble.content))
      violations.push("a finished stream changed");
    Object.assign(bubble, { id: stream.id, content: stream.content, finished: stream.finish });
    if (bubble.seen.at(-1) !== stream.content) bubble.seen.push(stream.content);
  };

  const common = ({ userid, chatid }: Person) => ({
    aibotid: on.botId ?? "AIB1",
    ...(chatid === undefined ? { chattype: "single" } : { chatid, chattype: "group" }),
    from: { userid },
  });
  const say: WecomApp["say"] = async (from, content, how = {}) => {
    // As WeCom writes them: with letters that no file name may have.
    const msgid = how.msgid ?? `CAIQz7/MjQYY/NGagIOAgAMg+${(messages += 1)}=`;
    const scope =
      from.chatid === undefined ? `user:${from.userid}` : `group:${from.chatid}:${from.userid}`;
    const url = how.noResponseUrl === true ? {} : { response_url: on.server.responseUrl(scope) };
    const result = await send({ msgid, ...common(from), ...url, ...content }, how);
    const known = bubbles.find((bubble) => bubble.msgid === msgid);
    const bubble = known ?? {
      msgid,
      id: "",
      content: "",
      finished: false,
      openedAt: on.clock.now(),
      seen: [],
      pictures: [],
    };
    if (known === undefined) bubbles.push(bubble);
    if (result.status !== 200) violations.push(`a message was answered ${result.status}`);
    show(bubble, result.reply);
    return bubble;
  };
  const refresh: WecomApp["refresh"] = async (bubble, how = {}) => {
    const { reply, status } = await send(
      {
        msgid: `poll-${sent}`,
        ...common({ userid: "poller" }),
        msgtype: "stream",
        stream: { id: bubble.id },
      },
      how,
    );
    if (status !== 200) violations.push(`a refresh was answered ${status}`);
    show(bubble, reply);
  };
  return {
    bubbles,
    violations,
    send,
    say,
    refresh,
    text: (from, text, how) => say(from, { msgtype: "text", text: { content: text } }, how),
    async poll(how = {}) {
      const open = bubbles.filter(
        (bubble) =>
          !bubble.finished && bubble.id !== "" && on.clock.now() - bubble.openedAt < pollMs,
      );
      for (const bubble of open) await refresh(bubble, how);
    },
  };
}
