import { Refusal } from "../../domain/errors.ts";
import type { Issued } from "../access-grants.ts";
import { type AdmissionDeps, admit } from "./admit.ts";

/** The headers in which a proxy says who signed in there. */
export interface ProxyHeaders {
  readonly user: string;
  readonly name: string | undefined;
  readonly groups: string | undefined;
}

export interface ProxySignOnDeps extends AdmissionDeps {
  readonly headers: ProxyHeaders;
}

/** A request's headers, and whether the connection itself is from a proxy that the operator named. */
export interface Forwarded {
  readonly viaProxy: boolean;
  header(name: string): string | undefined;
}

/** Sign-in by a proxy before this server that asks people who they are. */
export interface ProxySignOn {
  /** Whom the proxy names; undefined where none does, or where anyone could have said it. */
  nameIn(from: Forwarded): string | undefined;
  /** A one-time code for the page. */
  admit(from: Forwarded): Promise<Issued>;
}

const longest = 255;

export function openProxySignOn(on: ProxySignOnDeps): ProxySignOn {
  const { headers } = on;
  const userIn = (from: Forwarded): string | undefined => {
    const user = from.viaProxy ? (from.header(headers.user) ?? "").trim() : "";
    return user === "" || user.length > longest ? undefined : user;
  };
  const read = (from: Forwarded, name: string | undefined): string =>
    name === undefined ? "" : (from.header(name) ?? "");
  return {
    nameIn: (from) => {
      const user = userIn(from);
      return user === undefined ? undefined : read(from, headers.name) || user;
    },
    async admit(from) {
      const subject = userIn(from);
      if (subject === undefined) throw new Refusal("sign_on_refused");
      return admit(on, {
        who: { issuer: `proxy:${headers.user.toLowerCase()}`, subject },
        groups: read(from, headers.groups)
          .split(/[,;|]/)
          .map((group) => group.trim())
          .filter((group) => group !== ""),
        name: read(from, headers.name) || subject,
      });
    },
  };
}
