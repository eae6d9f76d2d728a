import { linkCloser } from "./inert-links.ts";
import { type LinkPolicy, mayFollow } from "./link-policy.ts";

/**
 * For foreign text that rules repeat, such as a friend's title: the same links stay links as in a
 * model's reply.
 */
export const closeLinks = (text: string, policy: LinkPolicy): string =>
  linkCloser(mayFollow(policy))(text).text;
