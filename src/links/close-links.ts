import { linkCloser } from "./inert-links.ts";
import { type LinkPolicy, mayFollow } from "./link-policy.ts";

/** Words of others that rules repeat, such as a friend's title: the same links stay whole as in what a model says. */
export const closeLinks = (text: string, policy: LinkPolicy): string =>
  linkCloser(mayFollow(policy))(text).text;
