import { Refusal } from "../domain/errors.ts";
import type {
  ComponentFilter,
  ParamFilter,
  PropertyFilter,
  Span,
  TextMatch,
} from "../domain/views/calendar-objects.ts";
import { cal, childOf, childrenOf, dav } from "./names.ts";
import type { XmlElement } from "./xml.ts";

export const refuseFilter = (precondition: string): Refusal =>
  new Refusal("calendar_entry_refused", { precondition }, "The filter can't be used.");

/** The filter of a query; without one there is nothing to look for. */
export function parseFilter(query: XmlElement): ComponentFilter {
  const top = childOf(childOf(query, cal, "filter"), cal, "comp-filter");
  if (top === undefined || nameIn(top) !== "VCALENDAR" || countIn(top) > mostConditions)
    throw refuseFilter("valid-filter");
  return parseComponent(top);
}

/** Every file of the calendar is compared with each of them. */
const mostConditions = 100;

const countIn = ({ children }: XmlElement): number =>
  children.reduce((sum, child) => sum + countIn(child), 1);

const nameIn = (element: XmlElement): string => {
  const name = element.attributes.get("name")?.toUpperCase() ?? "";
  if (!/^[A-Z0-9-]{1,60}$/.test(name)) throw refuseFilter("valid-filter");
  return name;
};

const isAbsent = (element: XmlElement): boolean =>
  childOf(element, cal, "is-not-defined") !== undefined;

const parseComponent = (element: XmlElement): ComponentFilter => ({
  name: nameIn(element),
  isAbsent: isAbsent(element),
  span: spanIn(element),
  properties: childrenOf(element, cal, "prop-filter").map(parseProperty),
  components: childrenOf(element, cal, "comp-filter").map(parseComponent),
});

const parseProperty = (element: XmlElement): PropertyFilter => ({
  name: nameIn(element),
  isAbsent: isAbsent(element),
  span: spanIn(element),
  text: textIn(element),
  params: childrenOf(element, cal, "param-filter").map((param): ParamFilter => ({
    name: nameIn(param),
    isAbsent: isAbsent(param),
    text: textIn(param),
  })),
});

const collations = new Set(["i;ascii-casemap", "i;octet", "i;unicode-casemap", "default"]);

function textIn(element: XmlElement): TextMatch | undefined {
  const match = childOf(element, cal, "text-match");
  if (match === undefined) return undefined;
  const collation = match.attributes.get("collation") ?? "i;ascii-casemap";
  if (!collations.has(collation)) throw refuseFilter("supported-collation");
  return {
    text: match.text,
    isNegated: match.attributes.get("negate-condition") === "yes",
    isExact: collation === "i;octet",
  };
}

/** Where series are to be written out: `expand` of the wanted `calendar-data`. */
export function parseExpand(ask: XmlElement): Span | undefined {
  const data = childOf(childOf(ask, dav, "prop"), cal, "calendar-data");
  const expand = childOf(data, cal, "expand");
  if (expand === undefined) return undefined;
  const from = momentOf(expand.attributes.get("start") ?? "");
  const to = momentOf(expand.attributes.get("end") ?? "");
  if (!(to > from)) throw refuseFilter("valid-filter");
  return { from, to };
}

const furthest = 8_640_000_000_000_000;

/** An open end is as far away as a date can be. */
export function spanIn(element: XmlElement): Span | undefined {
  const range = childOf(element, cal, "time-range");
  if (range === undefined) return undefined;
  const [start, end] = ["start", "end"].map((name) => range.attributes.get(name));
  const from = start === undefined ? -furthest : momentOf(start);
  const to = end === undefined ? furthest : momentOf(end);
  if ((start ?? end) === undefined || !(to > from)) throw refuseFilter("valid-filter");
  return { from, to };
}

function momentOf(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(moment)) throw refuseFilter("valid-filter");
  return moment;
}
