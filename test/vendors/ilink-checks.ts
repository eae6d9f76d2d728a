import type { IncomingMessage } from "node:http";

export type Fields = Readonly<Record<string, unknown>>;

/** What a strict vendor would say about our headers, each as a sentence. */
export function headerComplaints(
  request: IncomingMessage,
  on: {
    readonly body: Buffer;
    readonly uins: Set<string>;
    readonly clientVersion: number;
    readonly needsToken: boolean;
  },
): string[] {
  const { headers, method } = request;
  const said: string[] = [];
  const expect = (holds: boolean, sentence: string): void =>
    void (holds || said.push(`${method} ${request.url}: ${sentence}`));
  expect(headers["ilink-app-id"] === "bot", "iLink-App-Id is not bot");
  expect(
    headers["ilink-app-clientversion"] === String(on.clientVersion),
    "iLink-App-ClientVersion is wrong",
  );
  if (method === "GET") {
    expect(
      headers["authorization"] === undefined && headers["x-wechat-uin"] === undefined,
      "a GET carries headers of a POST",
    );
    return said;
  }
  const uin = headers["x-wechat-uin"];
  const number = Buffer.from(typeof uin === "string" ? uin : "", "base64").toString();
  expect(
    /^\d{1,10}$/.test(number) && Number(number) < 2 ** 32,
    "X-WECHAT-UIN is no uint32 in decimal",
  );
  expect(!on.uins.has(number), "X-WECHAT-UIN was used before");
  on.uins.add(number);
  expect(headers["content-type"] === "application/json", "Content-Type is not application/json");
  expect(headers["authorizationtype"] === "ilink_bot_token", "AuthorizationType is wrong");
  expect(
    (headers["authorization"] !== undefined) === on.needsToken,
    "Authorization is there or missing against the rules",
  );
  expect(headers["content-length"] === String(on.body.length), "Content-Length is not the body's");
  expect(headers["transfer-encoding"] === undefined, "the body is chunked");
  return said;
}

export function bodyComplaints(endpoint: string, body: Fields): string[] {
  const base = (body["base_info"] ?? {}) as Fields;
  const said: string[] = [];
  const expect = (holds: boolean, sentence: string): void =>
    void (holds || said.push(`${endpoint}: ${sentence}`));
  expect(typeof base["channel_version"] === "string", "base_info has no channel_version");
  const agent = base["bot_agent"];
  expect(
    typeof agent === "string" && /^[\x20-\x7e]{1,256}$/.test(agent),
    "bot_agent is not short ASCII",
  );
  if (endpoint === "getuploadurl") {
    for (const name of ["filekey", "aeskey", "rawfilemd5"])
      expect(/^[0-9a-f]{32}$/.test(String(body[name])), `${name} is not 16 bytes in hex`);
    expect([1, 2, 3].includes(body["media_type"] as number), "media_type is unknown");
    expect(String(body["to_user_id"]).endsWith("@im.wechat"), "to_user_id is not a person");
    expect(body["no_need_thumb"] === true, "a thumbnail is announced, too");
    const [raw, padded] = [Number(body["rawsize"]), body["filesize"]];
    expect(padded === (Math.floor(raw / 16) + 1) * 16, "filesize is not the padded rawsize");
  }
  if (endpoint === "sendmessage") {
    const message = (body["msg"] ?? {}) as Fields;
    expect(
      Array.isArray(message["item_list"]) && message["item_list"].length === 1,
      "not exactly one item",
    );
    expect(
      message["from_user_id"] === "" &&
        message["message_type"] === 2 &&
        message["message_state"] === 2,
      "the envelope is wrong",
    );
    expect(
      typeof message["client_id"] === "string" && message["client_id"] !== "",
      "client_id is missing",
    );
  }
  return said;
}
