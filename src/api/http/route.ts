import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "@hono/zod-openapi";
import { canonicalId } from "../../domain/ids.ts";
import type { Role } from "../../domain/role.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import type { Failure } from "./failure.ts";
import type { Peer } from "./peer.ts";
import { toShapeRefusal } from "./shape-refusal.ts";

/**
 * Who may call a route. Every route states it; there is no default.
 *
 * - public: anyone
 * - session: anyone with a code or a token in the body, for signing in
 * - account: a person, or a program that acts for one; sees that person's rows
 * - operator: runs this server; auditors may read (see roles.ts)
 * - webhook: a vendor; the channel verifies its signature on the raw bytes
 */
export type AuthClass = "public" | "session" | "account" | "operator" | "webhook";

/** The part of a request that every handler gets, regardless of its schema. */
interface Surroundings {
  readonly peer: Peer;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** A request that has passed the pipeline but whose schema is not checked. */
export interface RawAsk extends Surroundings {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly json: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array;
  readonly caller: Caller | undefined;
  /** The account acted for: the caller's own, or the one it named and may name. */
  readonly accountId: string | undefined;
}

export type Answer =
  | {
      readonly status: number;
      readonly json: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly status: number;
      readonly bytes: string | Uint8Array;
      readonly type: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly status: 200 | 201 | 204 | 301 | 304;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The handler writes to the connection itself, for a stream. */
  | "taken_over";

export interface AnswerDoc {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly type?: string;
}

/** Methods of the calendar protocol, which the API's description has no words for. */
type CalendarMethod = "put" | "options" | "propfind" | "proppatch" | "report";

export interface Route {
  readonly method: "get" | "post" | "patch" | "delete" | CalendarMethod;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly auth: AuthClass;
  /** The scope that a token needs. */
  readonly scope?: string | undefined;
  /** Overrides the table in roles.ts. */
  readonly roles?: readonly Role[] | undefined;
  /** The handler writes its own audit entry, in the same transaction. */
  readonly audited?: boolean | undefined;
  /**
   * A session must first prove its identity again (`POST /api/session/proof`): always, or when it
   * acts for another account, or while the function says so.
   */
  readonly proof?: true | "for_others" | (() => boolean) | undefined;
  /**
   * For calendar programs: the password of HTTP Basic counts, the user name does not, and passwords
   * of such programs open nothing else. Not in the API's description.
   */
  readonly isCalendar?: boolean | undefined;
  /** A page for people in a browser, as HTML. Not in the API's description. */
  readonly isPage?: boolean | undefined;
  /**
   * The URL itself holds a one-time secret, so that a browser can open it with the cookie alone.
   */
  readonly secretInPath?: boolean | undefined;
  readonly summary: string;
  readonly body: "none" | "json" | "raw";
  /** The file's own media type is accepted as well as JSON; it stands for that field. */
  readonly file?: { readonly type: string; readonly field: string } | undefined;
  readonly maxBytes?: number | undefined;
  readonly docs: {
    readonly params: z.ZodObject | undefined;
    readonly query: z.ZodObject | undefined;
    readonly body: z.ZodType | undefined;
    /** Media types of a file that is the body itself. */
    readonly files?: readonly string[] | undefined;
    readonly answers: Readonly<Record<number, AnswerDoc>>;
  };
  /** Failures in the form of the protocol that the route speaks. */
  toFailure?(failure: Failure, peer: Peer): ProtocolFailure;
  run(ask: RawAsk): Promise<Answer>;
}

export interface ProtocolFailure {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Out<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

interface RouteSpec<
  A extends AuthClass,
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
> extends Pick<
  Route,
  | "method"
  | "path"
  | "scope"
  | "roles"
  | "audited"
  | "proof"
  | "secretInPath"
  | "summary"
  | "file"
  | "maxBytes"
> {
  readonly auth: A;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answers: Readonly<Record<number, AnswerDoc>>;
  handle(ask: Ask<A, Out<P>, Out<Q>, Out<B>>): Answer | Promise<Answer>;
}

export interface Ask<A extends AuthClass, P, Q, B> extends Surroundings {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: A extends "account" | "operator" ? Caller : undefined;
  readonly accountId: A extends "account" ? string : undefined;
}

/**
 * Ties a route's schemas to its handler: the handler's input has been checked, and the OpenAPI
 * document says the same.
 */
export function route<
  A extends AuthClass,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<A, P, Q, B>): Route {
  const { handle: _handle, params, query, body, answers, ...about } = spec;
  return {
    ...about,
    body: body === undefined ? "none" : "json",
    docs: { params, query, body, answers },
    async run(ask) {
      const checked = {
        params: check(params, ask.params),
        query: check(query, ask.query),
        body: check(body, ask.json),
      };
      // The pipeline has set caller and account as the class promises.
      return spec.handle({ ...ask, ...checked } as unknown as Ask<A, Out<P>, Out<Q>, Out<B>>);
    },
  };
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw toShapeRefusal(result.error);
}

/** An id in a path, a query or a body, in its stored form. */
export const id = z
  .string()
  .transform((text, context) => {
    const found = canonicalId(text);
    if (found !== undefined) return found;
    context.issues.push({
      code: "custom",
      input: text,
      params: { refusal: "invalid_id" },
      message: "not an id",
    });
    return z.NEVER;
  })
  .openapi({ type: "string", example: "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00" });
