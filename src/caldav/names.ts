import type { XmlElement } from "./xml.ts";

/** Namespaces of the protocol, and their prefixes in what we write. */
export const dav = "DAV:";
export const cal = "urn:ietf:params:xml:ns:caldav";
export const cs = "http://calendarserver.org/ns/";
export const apple = "http://apple.com/ns/ical/";

const prefixes: Readonly<Record<string, string>> = {
  [dav]: "D",
  [cal]: "C",
  [cs]: "CS",
  [apple]: "A",
};

export const declared = `xmlns:D="${dav}" xmlns:C="${cal}" xmlns:CS="${cs}" xmlns:A="${apple}"`;

/** A property by its namespace and name, as one word. */
export type PropertyName = `${string} ${string}`;

export const nameOf = ({ ns, name }: Pick<XmlElement, "ns" | "name">): PropertyName =>
  `${ns} ${name}`;

export const is = (element: XmlElement, ns: string, name: string): boolean =>
  element.ns === ns && element.name === name;

export const childOf = (
  element: XmlElement | undefined,
  ns: string,
  name: string,
): XmlElement | undefined => element?.children.find((child) => is(child, ns, name));

export const childrenOf = (element: XmlElement, ns: string, name: string): XmlElement[] =>
  element.children.filter((child) => is(child, ns, name));

const attributeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** An element with that name and this content, which is XML already. */
export function write(name: PropertyName, content = ""): string {
  const cut = name.lastIndexOf(" ");
  const [ns, local] = [name.slice(0, cut), name.slice(cut + 1)];
  const prefix = prefixes[ns];
  const own = prefix === undefined ? local : `${prefix}:${local}`;
  const open = prefix === undefined ? `${own} xmlns="${attributeText(ns)}"` : own;
  return content === "" ? `<${open}/>` : `<${open}>${content}</${own}>`;
}
