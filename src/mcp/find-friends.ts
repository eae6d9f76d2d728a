import { Refusal } from "../domain/errors.ts";
import type { FriendView } from "../domain/views/friends.ts";
import type { ToolCall, ToolResult } from "./tool.ts";

export interface FoundFriend {
  readonly account_id: string;
  /** As the person calls them. */
  readonly name: string;
}

type Found = { readonly found: readonly FoundFriend[] };

/** Friends by name or id. Several of one name are a question; a stranger is the same as no one. */
export async function findFriends(
  { on, program, profile, answered }: ToolCall<unknown>,
  names: readonly string[],
): Promise<Found | Extract<ToolResult, { kind: "ask" }>> {
  if (names.length === 0) return { found: [] };
  const friends = await on.friends.friends(program.accountId);
  const said = typeof answered?.answer === "string" ? answered.answer : undefined;
  const found: FoundFriend[] = [];
  for (const name of names) {
    const matches = matching(friends, name);
    const narrowed = said === undefined ? matches : matches.filter((each) => isNamed(each, said));
    const [friend, second] = matches.length > 1 ? narrowed : matches;
    if (friend === undefined && matches.length === 0)
      throw new Refusal("not_found", { friend: name }, `There is no friend called “${name}”.`);
    if (friend === undefined || second !== undefined) {
      const choices = matches.map((each) => nameOf(each)).join(", ");
      const text =
        profile.language === "zh"
          ? `“${name}”是哪一位？${choices}`
          : `Which “${name}” is meant? ${choices}`;
      return { kind: "ask", question: { text, wants: "words", state: {} } };
    }
    found.push({ account_id: friend.account_id, name: nameOf(friend) });
  }
  return { found };
}

const nameOf = ({ nickname, display_name: own, account_id: id }: FriendView): string =>
  nickname ?? own ?? id;

const plain = (name: string): string => name.trim().toLowerCase();

const isNamed = (friend: FriendView, name: string): boolean =>
  friend.account_id === name ||
  [...friend.names, friend.nickname ?? "", friend.display_name ?? ""].some(
    (each) => each !== "" && plain(each) === plain(name),
  );

const matching = (friends: readonly FriendView[], name: string): readonly FriendView[] =>
  friends.filter((friend) => isNamed(friend, name));
