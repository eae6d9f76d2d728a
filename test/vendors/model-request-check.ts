/** What a strict provider refuses. Each complaint is a sentence; an empty list means the request is well formed. */

type Fields = Readonly<Record<string, unknown>>;

const known = new Set([
  "model",
  "messages",
  "stream",
  "stream_options",
  "tools",
  "tool_choice",
  "temperature",
  "top_p",
  "max_tokens",
  "stop",
  "seed",
  "response_format",
  "user",
]);
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const toolName = /^[A-Za-z0-9_-]{1,64}$/;

export function requestComplaints(body: unknown): string[] {
  if (!isFields(body)) return ["the body is not a JSON object"];
  const complaints: string[] = [];
  for (const key of Object.keys(body)) if (!known.has(key)) complaints.push(`unknown field ${key}`);
  if (typeof body["model"] !== "string" || body["model"] === "")
    complaints.push("model is not a name");
  if (body["stream"] !== undefined && typeof body["stream"] !== "boolean")
    complaints.push("stream is not a boolean");
  if (body["stream_options"] !== undefined && body["stream"] !== true)
    complaints.push("stream_options without stream");
  return [...complaints, ...toolComplaints(body), ...messageComplaints(body["messages"])];
}

/** As OpenAI's reference has it: some texts, none of them empty, and a form that is named. */
export function embeddingComplaints(body: unknown): string[] {
  if (!isFields(body)) return ["the body is not a JSON object"];
  const { model, input, encoding_format: form } = body;
  const strange = Object.keys(body).filter(
    (key) => !["model", "input", "encoding_format", "dimensions", "user"].includes(key),
  );
  const isText = (text: unknown): boolean =>
    typeof text === "string" && text.trim() !== "" && text.length <= 8_000;
  return [
    ...strange.map((key) => `unknown field ${key}`),
    ...(typeof model === "string" && model !== "" ? [] : ["model is not a name"]),
    ...(form === undefined || form === "float" ? [] : ["unknown encoding_format"]),
    ...(Array.isArray(input) && input.length > 0 && input.length <= 2_048
      ? []
      : ["input is not a list of at most 2048 texts"]),
    ...(Array.isArray(input) && !input.every(isText) ? ["a text is empty, too long or none"] : []),
  ];
}

function toolComplaints(body: Fields): string[] {
  const { tools, tool_choice: choice } = body;
  if (tools === undefined) return choice === undefined ? [] : ["tool_choice without tools"];
  if (!Array.isArray(tools) || tools.length === 0) return ["tools is not a list with entries"];
  const complaints: string[] = [];
  if (choice !== undefined && choice !== "auto" && choice !== "none" && choice !== "required")
    complaints.push("unknown tool_choice");
  for (const tool of tools as unknown[]) {
    const described = isFields(tool) && tool["type"] === "function" ? tool["function"] : undefined;
    if (!isFields(described)) complaints.push("a tool is not a function");
    else if (typeof described["name"] !== "string" || !toolName.test(described["name"]))
      complaints.push("a tool has no valid name");
    else if (!isFields(described["parameters"]) || described["parameters"]["type"] !== "object")
      complaints.push(`the parameters of ${described["name"]} are not an object schema`);
  }
  return complaints;
}

function messageComplaints(messages: unknown): string[] {
  if (!Array.isArray(messages) || messages.length === 0)
    return ["messages is not a list with entries"];
  const complaints: string[] = [];
  let owed = new Set<string>();
  for (const message of messages as unknown[]) {
    if (!isFields(message)) {
      complaints.push("a message is not an object");
      continue;
    }
    if (message["role"] === "tool") {
      if (!owed.delete(String(message["tool_call_id"])))
        complaints.push("a tool result answers no call");
      if (typeof message["content"] !== "string") complaints.push("a tool result is not text");
      continue;
    }
    if (owed.size > 0) complaints.push(`${owed.size} tool calls have no result`);
    owed = new Set();
    complaints.push(...checkMessage(message, owed));
  }
  if (owed.size > 0) complaints.push(`${owed.size} tool calls have no result`);
  return complaints;
}

/** Checks a system, user or assistant message; notes in `owed` the calls whose results must follow. */
function checkMessage(message: Fields, owed: Set<string>): string[] {
  const { role, content, tool_calls: calls } = message;
  if (role !== "system" && role !== "user" && role !== "assistant")
    return [`unknown role ${String(role)}`];
  if (role === "user" && Array.isArray(content)) return partComplaints(content);
  if (calls === undefined)
    return typeof content === "string" ? [] : [`a ${role} message has no text`];
  if (role !== "assistant" || !Array.isArray(calls) || calls.length === 0)
    return ["tool_calls out of place"];
  const complaints: string[] = [];
  for (const call of calls as unknown[]) {
    const called = isFields(call) && call["type"] === "function" ? call["function"] : undefined;
    if (!isFields(call) || typeof call["id"] !== "string" || !isFields(called))
      complaints.push("a tool call is malformed");
    else if (owed.has(call["id"])) complaints.push("two tool calls share an id");
    else {
      owed.add(call["id"]);
      if (typeof called["name"] !== "string" || !toolName.test(called["name"]))
        complaints.push("a tool call has no valid name");
      if (typeof called["arguments"] !== "string" || !isJson(called["arguments"]))
        complaints.push("tool call arguments are not JSON text");
    }
  }
  return complaints;
}

/** Words and pictures together: a picture is an address, and ours carry their bytes in it. */
function partComplaints(parts: readonly unknown[]): string[] {
  const isText = (part: Fields): boolean =>
    part["type"] === "text" && typeof part["text"] === "string";
  const isPicture = ({ type, image_url: image }: Fields): boolean =>
    type === "image_url" &&
    isFields(image) &&
    /^data:image\/[a-z]+;base64,[A-Za-z0-9+/=]+$/.test(String(image["url"]));
  return parts
    .filter((part) => !isFields(part) || !(isText(part) || isPicture(part)))
    .map(() => "a part of a message is malformed");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
