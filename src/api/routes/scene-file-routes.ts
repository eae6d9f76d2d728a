import { Refusal } from "../../domain/errors.ts";
import { Buffer } from "node:buffer";
import { z } from "@hono/zod-openapi";
import type { SceneFiles } from "../../domain/views/scene-files.ts";
import { parseObject } from "../http/request-body.ts";
import { id, type Route, route } from "../http/route.ts";
import { sceneBody } from "./scene-body.ts";
import { greetings, importedCard, importedChat, importedPart } from "./story-answers.ts";
import { bodyLimit, download, fileBody, fileIn } from "./story-download.ts";

const row = z.record(z.string(), z.unknown());
const byId = z.object({ id });
const describeUpload = (schema: z.ZodType) => ({
  201: { description: "What was read from the file.", schema },
  400: { description: "The file can't be imported; `fact.reason` says why." },
  413: { description: "The file is larger than 10 MB." },
});

const meantCharacters = z.record(z.string().max(200), z.string().max(200));

function readCharacters(given: string | undefined): Readonly<Record<string, string>> | undefined {
  if (given === undefined) return undefined;
  const parsed = meantCharacters.safeParse(parseObject(Buffer.from(given)));
  if (!parsed.success)
    throw new Refusal("invalid_request", {
      field: "characters",
      problem: "is not an object of names and ids",
    });
  return parsed.data;
}

/** Import and export of other programs' files. */
export function sceneFileRoutes(files: SceneFiles): Route[] {
  return [
    upload({
      path: "/api/bots/import",
      summary:
        "Import a character card (V1 to V3, as PNG, JSON or CHARX): its bytes, or JSON with `file_base64`.",
      query: z.object({ id: id.optional(), account_id: id.optional() }),
      answer: importedCard,
      files: ["image/png", "application/octet-stream"],
      take: (accountId, bytes, { id: botId }) => files.importCard(accountId, { bytes, botId }),
    }),
    upload({
      path: "/api/bots/{id}/lorebook",
      summary: "Add World Info or a lorebook to a bot. Only that bot uses it.",
      query: z.object({ account_id: id.optional() }),
      params: byId,
      answer: importedPart,
      files: ["application/octet-stream"],
      take: (accountId, bytes, { id: botId = "" }) => files.importLore(accountId, { bytes, botId }),
    }),
    upload({
      path: "/api/chats/import",
      summary:
        "Import a chat as a new one: a whole story (as exported with `format=story`, also gzipped), SillyTavern's JSON lines, or lines of {speaker, text, present}.",
      query: z.object({
        account_id: id.optional(),
        characters: z.string().max(4_000).optional().openapi({
          description:
            'Who is meant where several of your characters have a name of the file, as JSON: {"Bob": "<id>"}, or "new" for a new one. Without it such a file is refused (`shared_name`).',
        }),
      }),
      answer: importedChat,
      files: ["application/x-ndjson", "application/gzip"],
      take: (accountId, bytes, { characters }) =>
        files.importChat(accountId, bytes, readCharacters(characters)),
    }),
    route({
      method: "get",
      path: "/api/bots/{id}/export",
      auth: "account",
      scope: "chat:read",
      summary: "Export a bot as a character card, with everything that came with it.",
      params: byId,
      query: z.object({
        format: z.enum(["png", "json", "charx"]).default("png"),
        account_id: id.optional(),
      }),
      answers: {
        200: { description: "The card.", type: "application/octet-stream" },
        404: { description: "There is no such bot." },
      },
      handle: async ({ accountId, params, query }) =>
        download(await files.exportCard(accountId, { botId: params.id, format: query.format })),
    }),
    upload({
      path: "/api/bots/{id}/picture",
      summary: "Give a bot another portrait: PNG, JPEG, WebP or GIF.",
      query: z.object({ account_id: id.optional() }),
      params: byId,
      answer: importedPart,
      files: ["image/png", "image/jpeg", "image/webp", "image/gif"],
      take: (accountId, bytes, { id: botId = "" }) => files.setPicture(accountId, { bytes, botId }),
    }),
    ...botRoutes(files),
    route({
      method: "get",
      path: "/api/chats/{id}/export",
      auth: "account",
      scope: "chat:read",
      summary:
        "Export a chat: in SillyTavern's format with who heard each message, or (`format=story`) as a whole story that can be imported without loss.",
      params: byId,
      query: z.object({
        format: z.enum(["sillytavern", "story"]).default("sillytavern").openapi({
          description:
            "`story`: characters, places, scenes, branches, versions, memories and feelings.",
        }),
        unseen: z.enum(["show", "hide"]).default("hide").openapi({
          description:
            "What is sealed: `hide` leaves it out of SillyTavern's format and packs it in a whole story; `show` writes it in plain text.",
        }),
        account_id: id.optional(),
      }),
      answers: {
        200: { description: "JSON lines.", type: "application/x-ndjson" },
        404: { description: "There is no such chat." },
      },
      handle: async ({ accountId, params, query }) => {
        const of = { chatId: params.id, showSealed: query.unseen === "show" };
        return download(
          await (query.format === "story"
            ? files.exportStory(accountId, of)
            : files.exportChat(accountId, of)),
        );
      },
    }),
    route({
      method: "post",
      path: "/api/samples",
      auth: "account",
      scope: "chat:write",
      summary:
        "Import the three characters and two chats that come with the product. Repeating it changes nothing.",
      body: sceneBody({
        language: z.enum(["en", "zh"]).default("en"),
        stories: z.enum(["all", "own_language"]).default("all").openapi({
          description: "`own_language`: only the chat in this language; the other can follow.",
        }),
      }),
      answers: {
        201: {
          description: "The bots and the chats.",
          schema: z.looseObject({
            chats: z.array(z.looseObject({ id: z.string(), title: z.string().nullable() })),
          }),
        },
      },
      handle: async ({ accountId, body }) => ({
        status: 201,
        json: await files.importSamples(accountId, body),
      }),
    }),
  ];
}

/**
 * Content of an uploaded file is shown as a picture or not at all: nothing in it runs, and its type
 * is never guessed.
 */
const asPicture = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
};

function botRoutes(files: SceneFiles): Route[] {
  const query = z.object({ account_id: id.optional(), v: z.string().max(100).optional() });
  const read = { method: "get", auth: "account", scope: "chat:read", query } as const;
  const gone = { 404: { description: "There is no such bot." } };
  return [
    route({
      ...read,
      path: "/api/bots/{id}/picture",
      summary: "A bot's picture: from its card, or drawn from its name.",
      params: byId,
      answers: {
        200: { description: "The picture.", type: "image/png" },
        304: { description: "The original picture." },
        ...gone,
      },
      handle: async ({ accountId, params, incoming }) => {
        const { bytes, type, etag: mark } = await files.readPicture(accountId, params.id);
        const etag = `"${Buffer.from(mark).toString("base64url").slice(0, 90)}"`;
        const headers = { ...asPicture, etag, "cache-control": "private, max-age=300" };
        const isKnown = incoming.headers["if-none-match"] === etag;
        return isKnown
          ? { status: 304, bytes: "", type, headers }
          : { status: 200, bytes, type, headers };
      },
    }),
    route({
      ...read,
      path: "/api/bots/{id}/assets",
      summary: "What a bot's card contained apart from its picture.",
      params: byId,
      answers: {
        200: { description: "Without the bytes.", schema: z.object({ assets: z.array(row) }) },
        ...gone,
      },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: { assets: await files.listAssets(accountId, params.id) },
      }),
    }),
    route({
      ...read,
      path: "/api/bots/{id}/assets/{index}",
      summary: "One asset of a bot's card: pictures to show, anything else to download.",
      params: z.object({ id, index: z.coerce.number().int().min(0).max(1_000) }),
      answers: { 200: { description: "Its bytes.", type: "application/octet-stream" }, ...gone },
      handle: async ({ accountId, params }) => {
        const file = await files.readAsset(accountId, { botId: params.id, index: params.index });
        if (!file.type.startsWith("image/")) return download(file);
        return {
          status: 200,
          bytes: file.bytes,
          type: file.type,
          headers: { ...asPicture, "cache-control": "private, max-age=300" },
        };
      },
    }),
    route({
      ...read,
      path: "/api/bots/{id}/greetings",
      summary: "The greetings with which a bot may open a chat; kickoff takes one by its index.",
      params: byId,
      answers: {
        200: {
          description: "Its main greeting first.",
          schema: greetings,
        },
        ...gone,
      },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: { greetings: await files.listGreetings(accountId, params.id) },
      }),
    }),
  ];
}

interface Upload {
  readonly path: string;
  readonly summary: string;
  readonly query: z.ZodObject;
  readonly params?: z.ZodObject;
  readonly answer: z.ZodType;
  readonly files: readonly string[];
  take(
    accountId: string,
    bytes: Uint8Array,
    named: { readonly id?: string | undefined; readonly characters?: string | undefined },
  ): Promise<unknown>;
}

function upload({ path, summary, query, params, answer, files, take }: Upload): Route {
  return {
    method: "post",
    path,
    auth: "account",
    scope: "chat:write",
    summary,
    body: "raw",
    maxBytes: bodyLimit,
    docs: { params, query, body: fileBody, files, answers: describeUpload(answer) },
    async run(ask) {
      const named = (params ?? query).safeParse(params === undefined ? ask.query : ask.params);
      if (!named.success) throw new Refusal("invalid_id", { field: "id" });
      const json = await take(ask.accountId ?? "", fileIn(ask), named.data);
      return { status: 201, json };
    },
  };
}
