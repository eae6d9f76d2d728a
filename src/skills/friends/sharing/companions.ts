import { plainName } from "../../../domain/plain-name.ts";

/**
 * Of a due reminder `r`: the others who take part, by the names that its owner gave them or else by
 * their own.
 */
export const companionsSql = `case when r.shared_reminder_id is null then null else (
    select jsonb_agg(jsonb_build_object('given', k.name, 'own', c.display_name) order by p.created_at, p.account_id)
    from reminder_projection p join account c on c.id = p.account_id
    left join friend_nickname k on k.account_id = r.owner_account_id and k.friend_account_id = c.id and k.shown
    where p.shared_reminder_id = r.shared_reminder_id and p.account_id <> r.owner_account_id and p.lifecycle = 'active'
      and coalesce(k.name, c.display_name) is not null) end`;

export interface Companion {
  readonly given: string | null;
  readonly own: string | null;
}

/** A name that the owner gave is their own word; a name that a friend chose is foreign text. */
export const companionNames = (companions: readonly Companion[]): string[] =>
  companions.flatMap(({ given, own }) => given ?? plainName(own) ?? []);
