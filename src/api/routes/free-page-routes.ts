import { z } from "@hono/zod-openapi";
import { createRateLimit, type RateLimit } from "../../accounts/rate-limit.ts";
import { Refusal } from "../../domain/errors.ts";
import type { Language } from "../../domain/language.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { FreePageApi, FreePageView } from "../../domain/views/bookings.ts";
import { parseEmail } from "../../domain/email.ts";
import { zoneName } from "../../domain/zone.ts";
import {
  daysPage,
  type FilledForm,
  type PageProblem,
  requestPage,
  type Visitor,
} from "../free-page/days-page.ts";
import {
  freePageHeaders,
  freePageStyle,
  layOut,
  missingPage,
  zoneScript,
} from "../free-page/layout.ts";
import { visitPage } from "../free-page/visit-page.ts";
import { networkOf } from "../http/peer.ts";
import { parseAcceptLanguage } from "../http/accept-language.ts";
import { decodeText } from "../http/request-body.ts";
import type { Answer, RawAsk, Route } from "../http/route.ts";

export interface FreePageDeps {
  readonly freePage: FreePageApi;
  readonly clock: Clock;
}

const hour = 3_600_000;
const longestForm = 8_192;

/** The public page of a person's free times, for browsers: HTML, without scripts if need be. */
export function freePageRoutes({ freePage, clock }: FreePageDeps): Route[] {
  const limits: Limits = {
    asks: createRateLimit({ clock, burst: 6, refillMs: hour }),
    views: createRateLimit({ clock, burst: 120, refillMs: 60_000 }),
  };
  return [
    serveText("/free/style.css", "text/css; charset=utf-8", freePageStyle),
    serveText("/free/zone.js", "text/javascript; charset=utf-8", zoneScript),
    page("get", "/free/{code}", async (ask) => showPage({ freePage, limits }, ask)),
    page("post", "/free/{code}", async (ask) => takeRequest({ freePage, limits }, ask)),
    page("get", "/free/asked/{code}", async (ask) => {
      const language = languageOf(ask, ask.query["lang"]);
      const code = ask.params["code"] ?? "";
      const visit = await freePage.follow(code);
      return visit === undefined ? missingPage(language) : visitPage(visit, code, language);
    }),
    page("post", "/free/asked/{code}", async (ask) => {
      const code = ask.params["code"] ?? "";
      const language = languageOf(ask, parseForm(ask).get("lang"));
      const visit = await freePage.withdraw(code);
      return visit === undefined
        ? missingPage(language)
        : redirect(`/free/asked/${code}?lang=${language}`);
    }),
  ];
}

interface Limits {
  readonly asks: RateLimit;
  readonly views: RateLimit;
}
interface Serving {
  readonly freePage: FreePageApi;
  readonly limits: Limits;
}

function page(method: "get" | "post", path: string, run: (ask: RawAsk) => Promise<Answer>): Route {
  return {
    method,
    path,
    auth: "public",
    isPage: true,
    summary: "A page for visitors.",
    body: method === "get" ? "none" : "raw",
    maxBytes: longestForm,
    // Mail programs and the like add fields to addresses.
    docs: { params: undefined, query: z.looseObject({}), body: undefined, answers: {} },
    toFailure: (failure) => {
      const { error } = JSON.parse(failure.body) as {
        readonly error: { readonly message: string };
      };
      const body = layOut({
        language: "en",
        title: "Meanwhile",
        body: `<p role="alert">${error.message}</p>`,
        otherHref: "?lang=zh",
      });
      return { body, headers: { ...freePageHeaders, "Content-Type": "text/html; charset=utf-8" } };
    },
    run,
  };
}

const serveText = (path: string, type: string, bytes: string): Route => ({
  ...page("get", path, async () => ({ status: 200, bytes, type })),
});

/** After a form, so that a reload does not send it again. */
const redirect = (location: string): Answer => ({
  status: 303,
  bytes: "",
  type: "text/plain; charset=utf-8",
  headers: { ...freePageHeaders, Location: location },
});

const languageOf = ({ incoming }: RawAsk, asked: string | null | undefined): Language =>
  asked === "en" || asked === "zh"
    ? asked
    : parseAcceptLanguage(incoming.headers["accept-language"]);

function toVisitor(
  ask: RawAsk,
  page: FreePageView,
  given: { readonly zone?: string | null | undefined; readonly lang?: string | null | undefined },
): Visitor {
  const zone = zoneName((given.zone ?? "").slice(0, 60));
  return {
    code: ask.params["code"] ?? "",
    language: languageOf(ask, given.lang),
    zone: zone ?? page.zone,
    hasChosenZone: zone !== undefined,
  };
}

const nothing: FilledForm = { name: "", subject: "", email: "" };

async function showPage({ freePage, limits }: Serving, ask: RawAsk): Promise<Answer> {
  const code = ask.params["code"] ?? "";
  const found = limits.views.take(code) > 0 ? "too_fast" : await freePage.open(code);
  if (found === "too_fast") throw new Refusal("rate_limited");
  if (found === undefined) return missingPage(languageOf(ask, ask.query["lang"]));
  const visitor = toVisitor(ask, found, ask.query);
  const start = ask.query["start"];
  if (start === undefined) return daysPage(found, visitor);
  return found.slots.includes(Number(start))
    ? requestPage(found, visitor, { start: Number(start), filled: nothing, wrong: [] })
    : daysPage(found, visitor, "taken");
}

function parseForm({ bytes, incoming }: RawAsk): URLSearchParams {
  const type = incoming.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") throw new Refusal("unsupported_media_type");
  return new URLSearchParams(decodeText(bytes, "invalid_request"));
}

async function takeRequest({ freePage, limits }: Serving, ask: RawAsk): Promise<Answer> {
  const form = parseForm(ask);
  const code = ask.params["code"] ?? "";
  const found = await freePage.open(code);
  if (found === undefined) return missingPage(languageOf(ask, form.get("lang")));
  const visitor = toVisitor(ask, found, { zone: form.get("zone"), lang: form.get("lang") });
  const start = Number(form.get("start") ?? "NaN");
  const refuse = (problem: PageProblem): Answer => daysPage(found, visitor, problem);
  // Only programs fill in a field that no person sees.
  if (!Number.isSafeInteger(start) || (form.get("website") ?? "") !== "") return refuse("form");
  if (!found.slots.includes(start)) return refuse("taken");
  const { filled, email, wrong } = readFields(form);
  if (email === undefined || wrong.length > 0)
    return requestPage(found, visitor, { start, filled, wrong });
  if (limits.asks.take(networkOf(ask.peer.ip)) > 0) return refuse("too_fast");
  const { language, zone } = visitor;
  const { name, subject } = filled;
  const outcome = await freePage.ask(code, { start, name, subject, email, language, zone });
  if (outcome.kind === "gone") return missingPage(language);
  return outcome.kind === "asked"
    ? redirect(`/free/asked/${outcome.code}?lang=${language}`)
    : refuse(outcome.kind);
}

interface ReadFields {
  readonly filled: FilledForm;
  /** Null: none was given. Undefined: it is not one. */
  readonly email: string | null | undefined;
  readonly wrong: readonly string[];
}

function readFields(form: URLSearchParams): ReadFields {
  const field = (name: string): string => (form.get(name) ?? "").trim();
  const filled = { name: field("name"), subject: field("subject"), email: field("email") };
  const email = filled.email === "" ? null : parseEmail(filled.email);
  const wrong = [
    ...(isText(filled.name, 60) ? [] : ["name"]),
    ...(isText(filled.subject, 120) ? [] : ["subject"]),
    ...(email === undefined ? ["email"] : []),
  ];
  return { filled, email, wrong };
}

/** Something that can be read, and not more than the field takes. */
const isText = (text: string, longest: number): boolean =>
  text.length <= longest && /[\p{L}\p{N}\p{S}]/u.test(text);
