import { z } from "zod";
import { calledHosts, hosts, httpUrl, positive, secret } from "../../fields.ts";

const timeouts = z.strictObject({
  first_token_seconds: positive
    .default(60)
    .describe("Longest wait for the first token, in seconds."),
  idle_seconds: positive.default(45).describe("Longest pause within an answer, in seconds."),
  total_seconds: positive
    .default(900)
    .describe("Time limit of one whole answer, in seconds; the turn's own limit may be shorter."),
});

const perMillion = z.number().min(0).max(1_000_000);
const price = z.strictObject({
  model: z.string().min(1).describe("Name of the model."),
  input: perMillion.describe("Price of a million tokens that it reads."),
  output: perMillion.default(0).describe("Price of a million tokens that it writes."),
});

export const model = z.strictObject({
  base_url: httpUrl
    .optional()
    .describe("An OpenAI-compatible server, such as https://api.openai.com/v1."),
  api_key: secret.optional().describe("Key for that server. A local server may need none."),
  name: z.string().optional().describe("Model that answers."),
  stories: z.string().min(1).optional().describe("Model that plays stories. `name` when not set."),
  classifier: z
    .string()
    .optional()
    .describe("Smaller model for short decisions. `name` when not set."),
  fallback: z.string().optional().describe("Model to ask when `name` is overloaded."),
  choices: z
    .array(z.string().min(1))
    .default([])
    .describe("Other models of the server that a story or a character may be played by."),
  prices: z
    .array(price)
    .default([])
    .describe("What models cost, so that the page can show the cost of answers."),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("USD")
    .describe("Currency of `prices`, by its three letters."),
  context_tokens: positive
    .optional()
    .describe(
      "How many tokens the model takes at once. Prompts of stories are filled up to it; 8192 when not set.",
    ),
  timeouts: timeouts.prefault({}).describe("How long to wait for the model."),
  retry_budget_seconds: z
    .int()
    .min(0)
    .default(15)
    .describe("How long a failed call is retried, in seconds. The person waits meanwhile."),
  daily_token_cap: positive
    .optional()
    .describe(
      "Most tokens an account may spend in a day. `limits.account.tokens_per_day` when not set.",
    ),
  allowed_hosts: calledHosts
    .default([])
    .describe("Hosts the model may be reached at, in addition to the host of `base_url`."),
  link_hosts: hosts
    .default([])
    .describe(
      "Hosts that replies in chat apps may link to, for everyone. Other links are shown as text, unless the person wrote or allowed them.",
    ),
  images: z
    .boolean()
    .default(false)
    .describe("Whether the model sees pictures. Otherwise it only learns that there was one."),
  max_output_chars: positive
    .default(32000)
    .describe("Longest answer, in characters; the rest is cut off."),
  max_tool_calls: z.int().min(0).default(16).describe("Most tool calls in one turn."),
  max_tool_rounds: z.int().min(0).default(8).describe("Most rounds of tool calls in one turn."),
});

export const voice = z.strictObject({
  base_url: httpUrl
    .optional()
    .describe(
      "Server that turns voice messages into text, with OpenAI's interface (`/audio/transcriptions`). Without it they stay files.",
    ),
  api_key: secret.min(1).optional().describe("Key for that server, if it needs one."),
  name: z.string().min(1).default("whisper-1").describe("Model for speech there."),
  timeout_seconds: positive
    .max(300)
    .default(30)
    .describe("How long to wait for a transcript, in seconds. The person waits meanwhile."),
  speech_model: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Model of that server that speaks (`/audio/speech`), such as `tts-1`. With it, who sends a voice message gets the answer as a voice message, too.",
    ),
  speech_voice: z.string().min(1).default("alloy").describe("The voice of that model."),
});

export const memory = z.strictObject({
  embeddings: z
    .string()
    .min(1)
    .default("off")
    .describe(
      "Embeddings model, so that memories of stories are also found by meaning. `off`: by their words alone.",
    ),
  embeddings_base_url: httpUrl
    .optional()
    .describe("Server of that model, if it is not `model.base_url`."),
  embeddings_api_key: secret
    .optional()
    .describe("Key for that server. `model.api_key` when it is the same server."),
  embeddings_wait_ms: positive
    .max(5000)
    .default(300)
    .describe("How long a turn waits for embeddings. Then it searches by words alone."),
  read_talks: z
    .boolean()
    .default(true)
    .describe(
      "The model reads talks a second time, after the answer, for what people state about themselves. Off: rules alone read them.",
    ),
});
